"""The common language of all rooms: posts, feeds and blogs as plain dataclasses."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, TypedDict

__all__ = ["Blog", "Feed", "FeedEntry", "Post", "WarcPlace"]


class WarcPlace(TypedDict):
    """Where a page's response record lies in the archive."""

    file: str
    offset: int
    record_id: str


@dataclass(slots=True)
class Post:
    """A blog post as it is exported and stored; the field names are a public interface."""

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
    comments: list[dict[str, Any]] = field(default_factory=list)
    comments_feed: str | None = None
    comments_expected: int | None = None
    source: dict[str, str] = field(default_factory=dict)
    rendered: bool = False
    fetched: str | None = None
    warc: WarcPlace | None = None

    def record(self) -> dict[str, Any]:
        """The post as plain values, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry of a web feed, with addresses absolute and dates aware where the feed says so.

    ``content_html`` is the fullest text that the entry carries, ``summary_html`` its teaser if it
    has one besides. ``alternatives`` are other addresses that may be the post's (guid, original
    link), for feeds whose links are dead or lead through a tracker. ``enclosures`` are the addresses of
    the files that the entry attaches.
    """

    url: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    published: datetime | None = None
    updated: datetime | None = None
    content_html: str | None = None
    summary_html: str | None = None
    tags: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    comments_feed: str | None = None
    comments_expected: int | None = None
    enclosures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """A web feed: RSS of any kind, Atom or JSON Feed."""

    url: str
    title: str | None = None
    home: str | None = None
    language: str | None = None
    generator: str | None = None
    entries: tuple[FeedEntry, ...] = ()
    next_url: str | None = None


@dataclass(slots=True)
class Blog:
    """What is known of a blog as a whole: enough to crawl it again without learning anew.

    ``rules`` and ``pattern`` are what ``extraction`` and ``frontier`` learned, as plain JSON values.
    """

    url: str
    title: str | None = None
    language: str | None = None
    feed: str | None = None
    rules: dict[str, Any] | None = None
    pattern: dict[str, Any] | None = None
    crawled: str | None = None
