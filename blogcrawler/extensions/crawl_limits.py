"""Ends a crawl that would never end by itself: a server can invent posts and pages for ever."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Self

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from ..crawl_settings import CrawlSettings
from ..items import Post

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["CrawlLimits"]

logger = logging.getLogger(__name__)
_HOUR = 3600


class CrawlLimits:
    """Ends a crawl of one blog at a number of posts, downloaded bytes or hours that no ordinary blog reaches.

    What was harvested is kept, and the summary names the setting. Settings: ``BLOGCRAWLER_MAX_POSTS``,
    ``BLOGCRAWLER_MAX_BYTES``, ``BLOGCRAWLER_MAX_HOURS`` (0: no limit). It does not interrupt the survey.
    Finish reasons: ``max_posts``, ``max_bytes``, ``max_hours``.
    """

    def __init__(self, crawler: Crawler, settings: CrawlSettings) -> None:
        self._crawler, self._settings = crawler, settings
        self._posts = 0
        self._began = time.monotonic()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if crawler.spidercls.name != "newcrawl":  # an update visits many blogs, each with limits of its own
            raise NotConfigured
        extension = cls(crawler, CrawlSettings.from_settings(crawler.settings))
        crawler.signals.connect(extension.item_scraped, signal=signals.item_scraped)
        crawler.signals.connect(extension.response_received, signal=signals.response_received)
        return extension

    def item_scraped(self, item: object) -> None:
        if isinstance(item, Post):
            self._posts += 1
            posts = self._posts + self._crawler.stats.get_value("posts/before", 0)
            if 0 < self._settings.max_posts <= posts:
                self._end("max_posts", f"{self._settings.max_posts:,} posts")

    def response_received(self, response: Response, request: Request) -> None:
        if request.meta.get("survey"):
            return
        settings, received = self._settings, self._crawler.stats.get_value("downloader/response_bytes", 0)
        if 0 < settings.max_bytes <= received:
            self._end("max_bytes", f"{settings.max_bytes:,} bytes")
        elif 0 < settings.max_hours * _HOUR <= time.monotonic() - self._began:
            self._end("max_hours", f"{settings.max_hours:g} hours")

    def _end(self, reason: str, limit: str) -> None:
        if self._closing is not None:
            return
        stats = self._crawler.stats
        text = f"The crawl was ended at {limit}. To continue, raise BLOGCRAWLER_{reason.upper()} and run it again."
        logger.warning("%s", text)
        stats.set_value("blogcrawler/notes", [*stats.get_value("blogcrawler/notes", []), text])
        self._closing = asyncio.ensure_future(self._crawler.engine.close_spider_async(reason=reason))
