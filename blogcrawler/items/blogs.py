"""Blogs, and the documents that announce their changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Blog", "WatchedDocument"]


@dataclass(slots=True)
class Blog:
    """Everything known about a blog as a whole: enough to crawl it again without learning again.

    ``rules`` and ``pattern`` are what ``extraction`` and ``frontier`` learned, as plain JSON values; ``knowledge`` is
    the type of its software (``application``) and what was learned about it on this blog (``learned``). ``seed`` is the
    address it was crawled with; ``folder`` is the name of the folder with its files. ``private_host`` is the host and
    port of the seed, if they were in a private network at the first crawl. ``faults`` counts the unexpected errors in
    each optional step of the last crawl; ``None`` until it has ended.
    """

    url: str
    title: str | None = None
    language: str | None = None
    feed: str | None = None
    rules: dict[str, Any] | None = None
    pattern: dict[str, Any] | None = None
    knowledge: dict[str, Any] | None = None
    crawled: str | None = None
    seed: str | None = None
    folder: str | None = None
    private_host: str | None = None
    faults: dict[str, int] | None = None


@dataclass(slots=True)
class WatchedDocument:
    """A document that announces a blog's changes: its feed, its comment feed, a sitemap or robots.txt; or a
    page that is watched by itself.

    ``etag`` and ``modified`` are its validators. ``right`` counts how often they were right (the whole document was
    requested and had nothing new), ``wrong`` how often they hid something, ``trusted`` the "not modified" replies
    accepted since then. ``reading`` is its content at the last reading: for each address a value that changes
    whenever the page does. ``due`` is when to request it next, if not at every visit. ``facts`` is what the document
    says about itself. Times are ISO 8601.
    """

    blog: str
    url: str
    kind: str
    etag: str | None = None
    modified: str | None = None
    right: int = 0
    wrong: int = 0
    trusted: int = 0
    checked: str | None = None
    changed: str | None = None
    due: str | None = None
    digest: str | None = None
    body: str | None = None
    reading: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
