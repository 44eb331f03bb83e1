"""Shows the progress of a running crawl."""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Self, cast

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext
from ..frontier import FrontierScheduler
from ..terminal import one_line
from .progress_screens import LineScreen, Screen, Snapshot

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler

__all__ = ["Progress", "RecentRate"]

logger = logging.getLogger(__name__)

#: Seconds over which rates are averaged.
_RATE_WINDOW = 30
#: The first pages are here already, so their rate says nothing about the others.
_SECONDS_UNTIL_ESTIMATE = 10


class RecentRate:
    """How fast a count has grown in the last half minute."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, int]] = deque()

    def update(self, now: float, count: int) -> float:
        """Record the count; returns its growth per second."""
        past = self._past
        past.append((now, count))
        while now - past[0][0] > _RATE_WINDOW and len(past) > 2:
            past.popleft()
        (before, less), (_, more) = past[0], past[-1]
        return (more - less) / (now - before) if now > before else 0.0

    @property
    def seconds(self) -> float:
        """The time over which the rate is averaged."""
        return self._past[-1][0] - self._past[0][0] if self._past else 0.0


class Progress:
    """Shows the progress of a crawl: what it is doing, posts, pages, requests, failures, and how long it will take.

    ``BLOGCRAWLER_PROGRESS`` chooses where: ``live`` updates a display in the terminal, ``lines`` prints lines to
    stderr, ``log`` writes lines to the log, ``off`` (the default) shows nothing. A line is written every
    ``BLOGCRAWLER_PROGRESS_INTERVAL`` seconds.
    """

    def __init__(self, crawler: Crawler, screen: Callable[[], Screen]) -> None:
        self._crawler = crawler
        self._name = CrawlContext.of(crawler).name
        self._max_posts = crawler.settings.getint("CLOSESPIDER_ITEMCOUNT")
        self._open_screen = screen
        self._screen: Screen | None = None
        self._scheduler: FrontierScheduler | None = None
        self._requests, self._pages = RecentRate(), RecentRate()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = CrawlSettings.from_settings(crawler.settings)
        mode, interval = settings.progress, settings.progress_interval
        screens: dict[str, Callable[[], Screen]] = {
            "live": _live_screen,
            "lines": lambda: LineScreen(_write_line, interval),
            "log": lambda: LineScreen(logger.info, interval),
        }
        if mode not in screens:
            raise NotConfigured
        extension = cls(crawler, screens[mode])
        crawler.signals.connect(extension.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.close, signal=signals.spider_closed)
        return extension

    def spider_opened(self, spider: Spider) -> None:
        self._name = one_line(self._name or spider.name)
        self._scheduler = _scheduler_of(spider)
        self._start = time.monotonic()
        self._requests.update(self._start, 0)
        self._screen = self._open_screen()
        self._clock = create_looping_call(self._update)
        self._clock.start(self._screen.interval, now=self._screen.shows_start)

    def close(self) -> None:
        """Show the final state and release the screen. Call it if Scrapy was forced to stop."""
        if self._screen is None:
            return
        self._clock.stop()
        self._update()
        self._screen.close()
        self._screen = None

    def say(self, message: str) -> None:
        """Show a message to the user while the crawl runs."""
        if self._screen is not None:
            self._screen.say(message)

    def _update(self) -> None:
        if self._screen is not None:
            self._screen.show(self._snapshot(time.monotonic()))

    def _snapshot(self, now: float) -> Snapshot:
        stats = self._crawler.stats.get_stats()
        rate = self._requests.update(now, stats.get("downloader/request_count", 0))
        progress = self._scheduler.progress() if self._scheduler is not None else None
        page_rate = 0.0
        if progress is not None and progress.pages_known:
            recent = self._pages.update(now, progress.pages_fetched)
            page_rate = recent if self._pages.seconds >= _SECONDS_UNTIL_ESTIMATE else 0.0
        return Snapshot.take(self._name, stats, rate, now - self._start, progress, page_rate, self._max_posts)


def _live_screen() -> Screen:
    from rich.console import Console

    from .live_screen import LiveScreen

    return LiveScreen(Console(stderr=True))


def _scheduler_of(spider: Spider) -> FrontierScheduler | None:
    """The scheduler of a running spider, if it can report the progress of the crawl."""
    crawler: Crawler | None = getattr(spider, "crawler", None)
    scheduler = crawler.engine.scheduler if crawler is not None else None
    # Not isinstance: Scrapy's metaclass takes every class with the same methods for a subclass.
    return cast("FrontierScheduler", scheduler) if FrontierScheduler in type(scheduler).__mro__ else None


def _write_line(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
