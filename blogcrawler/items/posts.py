"""Posts and their comments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self, TypedDict

__all__ = ["Comment", "Post", "WarcPlace"]


class WarcPlace(TypedDict):
    """The position of a page's response record in the web archive."""

    file: str
    offset: int
    record_id: str


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a post, or one post of a forum's thread; the field names are a public interface.

    ``parent`` is the ``id`` of the comment that it answers. ``type`` is ``comment``, ``pingback`` or ``trackback``;
    the posts of a thread have none. ``links`` are the links in the content, where the reader of a thread collects
    them; they are not part of the record.
    """

    id: str | None = None
    parent: str | None = None
    author: str | None = None
    author_url: str | None = None
    published: str | None = None
    content_html: str = ""
    text: str = ""
    type: str | None = "comment"
    links: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def record(self) -> dict[str, Any]:
        """The comment as plain values, ready for JSON."""
        values: dict[str, Any] = {
            "id": self.id,
            "parent": self.parent,
            "author": self.author,
            "author_url": self.author_url,
            "published": self.published,
            "content_html": self.content_html,
            "text": self.text,
        }
        if self.type is not None:
            values["type"] = self.type
        return values

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The comment that :meth:`record` was called on."""
        return cls(
            id=record.get("id"),
            parent=record.get("parent"),
            author=record.get("author"),
            author_url=record.get("author_url"),
            published=record.get("published"),
            content_html=record.get("content_html") or "",
            text=record.get("text") or "",
            type=record.get("type"),
        )


def _records(comments: Iterable[Comment]) -> list[dict[str, Any]]:
    return [comment.record() for comment in comments]


#: Scrapy's exporters call a field's ``serializer``.
_EXPORTED_AS_RECORDS = {"serializer": _records}


@dataclass(slots=True)
class Post:
    """A blog post as it is exported and stored; the field names are a public interface.

    A forum thread is stored as a post with ``type`` ``thread``; ``posts`` holds its messages in order.
    """

    url: str
    blog: str
    title: str | None = None
    authors: list[str] = field(default_factory=list)
    published: str | None = None
    updated: str | None = None
    language: str | None = None
    tags: list[str] = field(default_factory=list)
    content_html: str = ""
    text: str = ""
    links: list[str] = field(default_factory=list)
    media: list[dict[str, Any]] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list, metadata=_EXPORTED_AS_RECORDS)
    comments_feed: str | None = None
    comments_expected: int | None = None
    source: dict[str, str] = field(default_factory=dict)
    rendered: bool = False
    fetched: str | None = None
    warc: WarcPlace | None = None
    type: str = "post"
    posts: list[Comment] = field(default_factory=list, metadata=_EXPORTED_AS_RECORDS)
    dating: dict[str, Any] | None = None
    confidence: dict[str, float] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """The post as plain values, ready for JSON."""
        return asdict(self) | {"comments": _records(self.comments), "posts": _records(self.posts)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The post that :meth:`record` was called on."""
        values = {one.name: record[one.name] for one in fields(cls) if one.name != "confidence"}
        values["confidence"] = record.get("confidence") or {}  # records of older versions have none
        for name in ("comments", "posts"):
            values[name] = [Comment.from_record(one) for one in values[name] or ()]
        return cls(**values)
