"""WorkSpider: a worker as a Scrapyd job."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from scrapy import Spider, signals
from scrapy.settings import SETTINGS_PRIORITIES

from ..crawl_settings import CrawlSettings, check_settings
from ..logs import keep_log_safe
from ..store import open_store
from ..work import Worker

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["WorkSpider"]

logger = logging.getLogger(__name__)

#: Settings of this process, which its crawls have by other means or not at all.
_OWN = frozenset({"BLOGCRAWLER_HOME", "BLOGCRAWLER_DATABASE_URL", "FEEDS", "JOBDIR", "LOG_FILE"})


class WorkSpider(Spider):
    """Crawls queued blogs and updates those that are due, each in a process of its own: ``scrapy crawl work``.

    It is ``blogcrawler work`` for Scrapyd. Arguments: ``slots``, how many blogs at the same time; ``once=1``, end when
    nothing is due. Settings given with ``-s`` are those of its crawls, too. Stats: ``blogs/visited``.
    """

    name = "work"
    _worker: Worker
    _task: asyncio.Task[None] | None = None

    def __init__(self, slots: str = "2", once: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.slots = int(slots)
        self.once = once not in ("", "0")

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        super().update_settings(settings)
        check_settings(settings, os.environ)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.spider_closed, signal=signals.spider_closed)
        keep_log_safe()
        return spider

    async def start(self) -> AsyncIterator[Any]:
        settings = CrawlSettings.from_settings(self.crawler.settings)
        self._store = open_store(settings.database_url, settings.home)
        self.crawler.stats.set_value("blogs/visited", 0)
        self._worker = Worker(self._store, settings, self.slots, self._given(), self._say)
        self._task = asyncio.ensure_future(self._worker.run(self.once))
        await asyncio.shield(self._task)
        return
        yield  # what makes this a generator

    def _given(self) -> dict[str, str]:
        """The settings that this process was given."""
        settings, own = self.crawler.settings, SETTINGS_PRIORITIES["cmdline"]
        given = {
            name: settings.get(name) for name in settings if settings.getpriority(name) == own and name not in _OWN
        }
        return {name: value for name, value in given.items() if isinstance(value, str)}

    def _say(self, line: str) -> None:
        logger.info("%s", line)
        if line.endswith(" started"):
            self.crawler.stats.inc_value("blogs/visited")

    async def spider_closed(self) -> None:
        """Stop the crawls, and wait until they have saved their state."""
        if self._task is not None:
            self._worker.stop()
            with suppress(asyncio.CancelledError):
                await self._task
            self._store.close()
