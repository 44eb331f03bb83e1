"""Matches the posts of a crawl against the watches while it runs, and delivers the clips."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from ..crawl_settings import CrawlSettings
from ..errors import MissingExtra, StoreError
from ..store import Store, open_store

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["WatchClips"]

logger = logging.getLogger(__name__)

_INTERVAL = 15.0


class WatchClips:
    """Finds clips in new and changed posts, and delivers them, every quarter of a minute and at the end of the crawl.

    It works in a thread and does nothing if there are no watches. The setting ``BLOGCRAWLER_DELIVER=0`` switches it
    off; posts are then queued for ``blogcrawler watch deliver``. Stats: ``watch/clips``, ``watch/sent``,
    ``watch/failed``.
    """

    def __init__(self, crawler: Crawler, settings: CrawlSettings) -> None:
        self._crawler = crawler
        self._settings = settings
        self._store: Store | None = None
        self._work: Callable[[], None] | None = None
        self._timer: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = CrawlSettings.from_settings(crawler.settings)
        if not settings.deliver:
            raise NotConfigured
        extension = cls(crawler, settings)
        crawler.signals.connect(extension.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        self._timer = asyncio.ensure_future(self._repeat())

    async def spider_closed(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            with suppress(asyncio.CancelledError):
                await self._timer
        await asyncio.to_thread(self._run)
        if self._store is not None:
            self._store.close()

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(_INTERVAL)
            await asyncio.shield(asyncio.to_thread(self._run))

    def _run(self) -> None:
        try:
            if self._store is None:
                self._store = open_store(self._settings.database_url, self._settings.home)
            if self._work is None and self._store.watches.ids():
                self._work = self._prepared(self._store)
            if self._work is not None:
                self._work()
        except (StoreError, MissingExtra) as error:
            logger.warning("The watches will be matched later (blogcrawler watch deliver): %s", error)

    def _prepared(self, store: Store) -> Callable[[], None]:
        from ..delivery import ClipFinder, deliver  # its packages are optional

        finder, stats = ClipFinder(store), self._crawler.stats

        def work() -> None:
            stats.inc_value("watch/clips", finder.run())
            result = deliver(store.watches, lambda: datetime.now(UTC), self._settings.web_address)
            stats.inc_value("watch/sent", result.sent)
            stats.inc_value("watch/failed", result.failed)

        return work
