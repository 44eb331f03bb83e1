"""Machine-readable lists of a blog's posts: its sitemaps and the further pages of its feed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scrapy import Request
from scrapy.http import Response

from ...blog import KnownBlog
from ...errors import FeedError
from ...faults import optional_step
from ...feeds import Sitemap, lists_all, parse_feed, parse_sitemap
from ...frontier import Explorer
from ...sources import sitemap_source
from ...store import Store
from ..thread_work import ThreadWork, batched, in_thread, pause
from .knowledge_guide import KnowledgeGuide
from .link_follower import LinkFollower
from .request_factory import RequestFactory

__all__ = ["SitemapsAndFeedPages"]

logger = logging.getLogger(__name__)

#: A sitemap index must not list other indexes (sitemaps.org), but some sites nest them once.
_MAX_SITEMAP_DEPTH = 2


@dataclass(slots=True)
class SitemapsAndFeedPages:
    """Follows sitemaps and feed pages, and reports to the explorer how complete they are."""

    blog: KnownBlog
    requests: RequestFactory
    explorer: Explorer
    links: LinkFollower
    guide: KnowledgeGuide
    open_store: Callable[[], Store]
    note: Callable[[str], None]
    #: Number of feed pages to read. A server can invent them for ever.
    max_feed_pages: int

    def sitemap(
        self, response: Response, is_available: bool, level: int, fallbacks: list[str]
    ) -> Generator[Request | ThreadWork, Any, None]:
        """Follow the pages and sitemaps that a sitemap lists; if it is not a sitemap, try the next of ``fallbacks``."""
        make, blog = self.requests, self.blog
        sitemap = (yield from in_thread(_read_sitemap, response)) if is_available else None
        if sitemap is None:
            yield from make.sitemaps(fallbacks[:1], fallbacks=fallbacks[1:], guessed=True)
            return
        if sitemap.pages:
            if lists_all(response.url, None):
                self.explorer.trust_listings()
            with optional_step("sources", response.url):
                source = yield from in_thread(sitemap_source, blog.home, sitemap, response, datetime.now(UTC))
                with closing(self.open_store()) as store:
                    store.schedule.save_source(source)
        if level < _MAX_SITEMAP_DEPTH:
            children = (blog.scope.adopt(child) for child in sitemap.children)
            yield from make.sitemaps((url for url in children if not self.guide.skips(url)), level + 1)
        yield from self.links.follow_sitemap(sitemap)

    def feed_page(self, response: Response, number: int) -> Generator[Request | ThreadWork, Any, None]:
        """Follow the posts of a further page of the feed, and the next page as long as there is something new."""
        try:
            feed = yield from in_thread(parse_feed, response.body, response.url)
        except FeedError as error:
            logger.info("%s", error)
            return
        listed = 0
        for batch in batched(feed.entries):
            yield from pause()
            requests = [request for entry in batch for request in self.requests.entry(entry)]
            listed += len(requests)
            yield from requests
        self.explorer.add_listed(listed)
        if listed and number > self.max_feed_pages:
            self.note(f"{number:,} pages of the feed were read; BLOGCRAWLER_MAX_FEED_PAGES allows no more.")
        elif listed:
            yield from self.requests.next_feed_page(feed, number)
        elif lists_all(response.url, feed.generator):
            self.explorer.trust_listings()


def _read_sitemap(response: Response) -> Sitemap | None:
    with optional_step("sitemap", response.url):
        try:
            return parse_sitemap(response.body, response.url)
        except FeedError as error:
            logger.debug("%s", error)
    return None
