"""What middlewares, pipelines and extensions need to know about the running crawl."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["CrawlContext"]


@dataclass(slots=True)
class CrawlContext:
    """The crawl as its other parts see it. The spider makes one and registers it with :meth:`provide`.

    A crawl visits one blog (``folder``) or several (``folder_of``).
    """

    #: What the crawl is called in progress reports.
    name: str = ""
    #: The address of the blog; empty if the crawl visits several.
    url: str = ""
    #: The host of the blog.
    host: str = ""
    #: The seed's host and port during a first crawl, until its first request shows whether they are private.
    undecided_host: str = ""
    #: The host and port of each blog that are in a private network, by the blog's folder. Nothing else private is
    #: requested for the blog.
    private_hosts: dict[Path | None, str] = field(default_factory=dict)
    #: The folder for the blog's results.
    folder: Path | None = None
    #: Finds the folder of the blog that a URL belongs to, if the crawl visits several blogs.
    folder_of: Callable[[str], Path] | None = None
    #: Which pages to render, if given as an argument of the spider; otherwise the setting decides.
    render: str | None = None
    #: Prefetched responses by URL. Each is used once.
    prefetched: dict[str, Response] = field(default_factory=dict)
    #: When the crawl was started that this one resumes.
    resumed_from: datetime | None = None
    #: Whether records are appended to those of the resumed crawl.
    appends_records: bool = False
    #: Values for the placeholders in the addresses of Scrapy's ``FEEDS``.
    feed_names: Mapping[str, str] = field(default_factory=dict)
    #: Called when results cannot be saved: the pages in flight stay queued for a resumed crawl.
    keep_in_flight: Callable[[], None] = lambda: None

    def provide(self, crawler: Crawler) -> None:
        """Make this the context of a crawl."""
        _contexts[crawler] = self

    @classmethod
    def of(cls, crawler: Crawler) -> CrawlContext:
        """The context of a crawl; an empty one if its spider provides none."""
        context = _contexts.get(crawler)
        if context is None:
            context = _contexts[crawler] = cls()
        return context

    def separate_folder(self, blog: str) -> Path | None:
        """The folder of one of several blogs; ``None`` if the crawl visits only one."""
        return self.folder_of(blog) if self.folder_of is not None else None


_contexts: weakref.WeakKeyDictionary[Crawler, CrawlContext] = weakref.WeakKeyDictionary()
