"""Web feeds and their entries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

__all__ = ["Feed", "FeedEntry"]


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry of a web feed, with absolute addresses, and time zones where the feed gives them.

    ``content_html`` is the longest text of the entry, ``summary_html`` a separate teaser if there is one.
    ``alternatives`` are other possible addresses of the post (guid, original link), for feeds whose links are dead or
    go through a tracker. ``enclosures`` are the addresses of attached files. ``from_page`` says that no feed has the
    entry: it was made from the page.
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
    from_page: bool = False


@dataclass(frozen=True, slots=True)
class Feed:
    """A web feed: RSS of any version, Atom or JSON Feed."""

    url: str
    title: str | None = None
    home: str | None = None
    language: str | None = None
    generator: str | None = None
    entries: tuple[FeedEntry, ...] = ()
    next_url: str | None = None
