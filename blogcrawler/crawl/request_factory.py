"""The requests of a crawl: pages, posts of the feed, sitemaps, further pages of the feed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import urlsplit

from scrapy import Request

from ..blog import KnownBlog, entry_addresses
from ..feeds import may_list_posts, next_pages
from ..frontier import DiskFrontier, LinkFeatures, Verdict, trap_of
from ..items import Feed, FeedEntry
from ..urls import page_key

__all__ = ["ENTRY_PRIORITY", "Callbacks", "RequestFactory"]

#: Posts that the feed lists, sitemaps; then, one at a time, as sitemaps may make them needless: further pages of the
#: feed, sitemaps that are hardly there, and those that probably list no posts.
ENTRY_PRIORITY, _SITEMAP_PRIORITY, _FEED_PRIORITY, _GUESS_PRIORITY, _UNLIKELY_PRIORITY = 990, 950, 790, 350, 150
#: When a script is asked for, nothing else is left that is worth its request.
_SCRIPT_PRIORITY = 940


class Callbacks(Protocol):
    """Who reads what comes back: methods of a spider, as only these survive in a queue on disk."""

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
    """Makes requests for what belongs to the blog and is not known yet.

    ``trackers`` are hosts through which the feed's links lead to the blog.
    """

    def __init__(self, spider: Callbacks, blog: KnownBlog, frontier: DiskFrontier, trackers: Iterable[str]) -> None:
        self._spider = spider
        self._blog = blog
        self._frontier = frontier
        self.trackers = frozenset(trackers)

    def page(self, url: str, priority: int, clue: LinkFeatures | None = None, **kwargs: Any) -> Request:
        """A request for a page, whatever is known of it; ``clue`` is what the link to it says."""
        spider = self._spider
        meta = {"clue": clue.packed()} if clue else None
        return Request(url, spider.parse_page, priority=priority, errback=spider.failed, cb_kwargs=kwargs, meta=meta)

    def is_new(self, url: str) -> bool:
        """Whether a page was never asked for."""
        return not self._frontier.knows(page_key(url))

    def is_wanted(self, url: str, post: bool = False) -> bool:
        """Whether an address belongs to the blog and is no trap; ``post`` if the feed says that it is one."""
        post = post or self._blog.pattern.judge(url) is Verdict.YES
        return self._blog.scope.contains(url) and not trap_of(url, post=post)

    def entry(self, entry: FeedEntry, priority: int = ENTRY_PRIORITY, listed: str | None = None) -> Iterator[Request]:
        """A request for an entry's post, if it is on the blog and not known yet; ``listed`` is where it should be."""
        urls = [
            url
            for url in entry_addresses(entry, self._blog.home)
            if urlsplit(url).hostname in self.trackers or self.is_wanted(url, post=True)
        ]
        if urls and self.is_new(urls[0]):
            entry = replace(entry, url=urls[0], alternatives=tuple(urls[1:]))
            yield self.page(urls[0], priority, entry=entry).replace(meta={"listed": listed or urls[0]})

    def sitemaps(
        self, urls: Iterable[str], level: int = 0, others: Sequence[str] = (), guessed: bool = False
    ) -> Iterator[Request]:
        """Requests for sitemaps; ``others`` are tried one by one if there is none. Few of the ``guessed`` are there."""
        spider = self._spider
        kwargs = {"level": level, "others": list(others)}
        for url in urls:
            likely = _SITEMAP_PRIORITY if may_list_posts(url) else _UNLIKELY_PRIORITY
            priority = _GUESS_PRIORITY if guessed else likely
            yield Request(url, spider.parse_sitemap, priority=priority, errback=spider.failed, cb_kwargs=kwargs)

    def script(self, url: str) -> Request:
        """A request for a script that may know posts."""
        return Request(url, self._spider.parse_script, priority=_SCRIPT_PRIORITY, errback=self._spider.failed)

    def next_feed_page(self, feed: Feed, number: int) -> Iterator[Request]:
        """A request for the page of a feed that follows, if it goes on behind page ``number``."""
        spider = self._spider
        for address in next_pages(feed, number)[:1]:
            kwargs = {"number": number + 1}
            yield Request(
                address, spider.parse_feed_page, priority=_FEED_PRIORITY, errback=spider.failed, cb_kwargs=kwargs
            )

    def other_ways(self, asked: Request | None) -> Iterator[Request]:
        """What to try when something cannot be had: the post's other addresses, the next sitemap."""
        kwargs = asked.cb_kwargs if asked else {}
        entry = kwargs.get("entry")
        if entry is not None and entry.alternatives:
            first, *rest = entry.alternatives
            assert asked is not None
            entry = replace(entry, url=first, alternatives=tuple(rest))
            yield from self.entry(entry, listed=asked.meta.get("listed"))
        others = kwargs.get("others") or []
        yield from self.sitemaps(others[:1], others=others[1:], guessed=True)
