"""A thread whose pages have not all been read yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from ...dates import DateCandidate, DateOrigin, best_date
from ...items import Comment, Post, Provenance, WarcPlace
from ...urls import other_pages, page_key

__all__ = ["PartialThread", "thread_page_key"]

_FIRST_PAGE_PARAMETER = re.compile(r"[?&](?:page|start|offset|st)=[01](?=&|$)")


def thread_page_key(url: str) -> str:
    """The key of one page of a thread: the first page has no number, or number 0 or 1."""
    return _FIRST_PAGE_PARAMETER.sub("", page_key(url))


@dataclass(slots=True)
class PartialThread:
    """The posts of a thread read so far. Its record travels with the request for the thread's next page.

    ``seen`` are the keys of the pages that were read, ``source`` says how the last of them was read.
    """

    url: str
    title: str | None
    language: str | None
    fetched: str
    warc: WarcPlace | None = None
    source: Provenance = Provenance.KNOWLEDGE
    posts: list[Comment] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """The thread as plain values."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return values | {"posts": [post.record() for post in self.posts]}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The thread that :meth:`record` was called on."""
        values = {one.name: record[one.name] for one in fields(cls)}
        posts = [Comment.from_record(post) for post in record["posts"]]
        return cls(**values | {"source": Provenance(record["source"]), "posts": posts})

    def add(self, posts: Iterable[Comment]) -> None:
        """Add the posts of a page, except known ones: some forums repeat the first or the last post on each page."""
        known = {post.id for post in self.posts if post.id}
        for post in posts:
            if post.id is None or post.id not in known:
                self.posts.append(post)
                self.links += post.links

    def to_post(self, blog: str) -> Post:
        """The record of the thread; there must be posts."""
        first, last = self.posts[0], self.posts[-1]
        dating = best_date([DateCandidate(first.published or "", DateOrigin.TEXT)])
        return Post(
            url=self.url,
            blog=blog,
            type="thread",
            title=self.title,
            authors=[first.author] if first.author else [],
            published=first.published,
            updated=last.published if len(self.posts) > 1 else None,
            language=self.language,
            content_html=first.content_html,
            text=first.text,
            links=other_pages(self.links, self.url),
            posts=self.posts,
            source=dict.fromkeys(("title", "authors", "published", "content_html", "text", "posts"), self.source),
            fetched=self.fetched,
            warc=self.warc,
            dating=dating.record() if dating else None,
        )
