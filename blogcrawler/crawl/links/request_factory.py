"""The requests of a crawl: pages, posts of the feed, sitemaps, further pages of the feed, scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import urlsplit

from scrapy import Request

from ...blog import KnownBlog, entry_addresses
from ...feeds import may_list_posts, next_pages
from ...frontier import Activity, DiskFrontier, LinkFeatures, Verdict, trap_of
from ...items import Feed, FeedEntry
from ...urls import page_key

__all__ = ["ENTRY_PRIORITY", "Callbacks", "RequestFactory"]

#: Posts of the feed, then sitemaps.
ENTRY_PRIORITY, _SITEMAP_PRIORITY = 990, 950
#: Fetched one at a time, because sitemaps may make them unnecessary: further pages of the feed, sitemaps whose
#: addresses are guessed, and sitemaps that probably list no posts.
_FEED_PRIORITY, _GUESS_PRIORITY, _UNLIKELY_PRIORITY = 790, 350, 150
#: Scripts are requested only when nothing else is worth a request.
_SCRIPT_PRIORITY = 940


class Callbacks(Protocol):
    """The methods of a spider that receive responses: a queue on disk can only name such methods."""

    @property
    def parse_page(self) -> Any: ...
    @property
    def parse_sitemap(self) -> Any: ...
    @property
    def parse_feed_page(self) -> Any: ...
    @property
    def parse_script(self) -> Any: ...
    @property
    def failed(self) -> Any: ...


class RequestFactory:
    """Makes the requests of a crawl.

    ``trackers`` are hosts that count clicks: the feed's links lead through them to the blog.
    """

    def __init__(self, spider: Callbacks, blog: KnownBlog, frontier: DiskFrontier, trackers: Iterable[str]) -> None:
        self._spider = spider
        self._blog = blog
        self._frontier = frontier
        self.trackers = frozenset(trackers)

    def page(self, url: str, priority: int, features: LinkFeatures | None = None, **kwargs: Any) -> Request:
        """A request for a page; ``features`` describe the link to it."""
        spider = self._spider
        meta = {"link_features": features.packed()} if features else None
        return Request(url, spider.parse_page, priority=priority, errback=spider.failed, cb_kwargs=kwargs, meta=meta)

    def is_new(self, url: str) -> bool:
        """Whether a page was never queued."""
        return not self._frontier.knows(page_key(url))

    def is_wanted(self, url: str, post: bool = False) -> bool:
        """Whether an address belongs to the blog and is not a trap; ``post`` says that the feed lists it."""
        post = post or self._blog.pattern.classify(url) is Verdict.YES
        return self._blog.scope.contains(url) and not trap_of(url, post=post)

    def entry(self, entry: FeedEntry, priority: int = ENTRY_PRIORITY, listed: str | None = None) -> Iterator[Request]:
        """A request for a feed entry's post, if it is new and on the blog; ``listed`` is its address in the feed."""
        urls = [
            url
            for url in entry_addresses(entry, self._blog.home)
            if urlsplit(url).hostname in self.trackers or self.is_wanted(url, post=True)
        ]
        if urls and self.is_new(urls[0]):
            entry = replace(entry, url=urls[0], alternatives=tuple(urls[1:]))
            yield self.page(urls[0], priority, entry=entry).replace(meta={"listed": listed or urls[0]})

    def sitemaps(
        self, urls: Iterable[str], level: int = 0, fallbacks: Sequence[str] = (), guessed: bool = False
    ) -> Iterator[Request]:
        """Requests for sitemaps. If one is missing, ``fallbacks`` are tried in turn. Few ``guessed`` ones exist."""
        spider = self._spider
        kwargs = {"level": level, "fallbacks": list(fallbacks)}
        for url in urls:
            likely = _SITEMAP_PRIORITY if may_list_posts(url) else _UNLIKELY_PRIORITY
            priority = _GUESS_PRIORITY if guessed else likely
            meta = {"activity": Activity.SITEMAPS.value}
            yield Request(
                url, spider.parse_sitemap, priority=priority, errback=spider.failed, cb_kwargs=kwargs, meta=meta
            )

    def script(self, url: str) -> Request:
        """A request for a script that may name posts."""
        return Request(url, self._spider.parse_script, priority=_SCRIPT_PRIORITY, errback=self._spider.failed)

    def next_feed_page(self, feed: Feed, number: int) -> Iterator[Request]:
        """A request for the page of a feed after page ``number``, if there may be one."""
        spider = self._spider
        for address in next_pages(feed, number)[:1]:
            yield Request(
                address,
                spider.parse_feed_page,
                priority=_FEED_PRIORITY,
                errback=spider.failed,
                cb_kwargs={"number": number + 1},
                meta={"activity": Activity.FEED_PAGES.value},
            )

    def alternatives(self, request: Request | None) -> Iterator[Request]:
        """What to request instead of something unavailable: another address of the post, the next sitemap."""
        kwargs = request.cb_kwargs if request else {}
        entry = kwargs.get("entry")
        if entry is not None and entry.alternatives:
            first, *rest = entry.alternatives
            assert request is not None
            entry = replace(entry, url=first, alternatives=tuple(rest))
            yield from self.entry(entry, listed=request.meta.get("listed"))
        fallbacks = kwargs.get("fallbacks") or []
        yield from self.sitemaps(fallbacks[:1], fallbacks=fallbacks[1:], guessed=True)
