"""Shows the progress of a running crawl."""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text
from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext
from ..terminal import duration, one_line, size
from .summary import count_failures

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

__all__ = ["LineScreen", "LiveScreen", "Progress", "Snapshot"]

logger = logging.getLogger(__name__)

_RATE_WINDOW = 30
"""Seconds over which the request rate is averaged."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a crawl at one moment; ``rate`` is in requests per second."""

    name: str
    extracted: int
    found: int
    queued: int
    requests: int
    rate: float
    bytes: int
    failures: int
    seconds: float
    #: Whether the crawl is pausing at the server's request.
    paused: bool = False

    @classmethod
    def take(cls, name: str, stats: Mapping[str, Any], rate: float, seconds: float) -> Self:
        """Build a snapshot from Scrapy's stats."""
        waiting = stats.get("scheduler/enqueued", 0) - stats.get("scheduler/dequeued", 0)
        extracted = stats.get("posts/extracted", 0)
        return cls(
            name=name,
            extracted=extracted,
            found=max(stats.get("posts/found", 0), extracted),
            queued=stats.get("frontier/queued", waiting),
            requests=stats.get("downloader/request_count", 0),
            rate=rate,
            bytes=stats.get("downloader/response_bytes", 0),
            failures=sum(count_failures(stats).values()),
            seconds=seconds,
            paused=stats.get("downloader/paused_until", 0) > time.time(),
        )

    def __str__(self) -> str:
        return f"{duration(self.seconds)}  {self.extracted:,} of {self.found:,} posts, {self.traffic()}"

    def traffic(self) -> str:
        """Everything except the posts."""
        sent = f"{self.requests:,} requests ({self.rate:.1f}/s, {size(self.bytes)})"
        pause = "; pausing at the server's request" if self.paused else ""
        return f"{self.queued:,} in the queue, {sent}, {self.failures:,} failed{pause}"


class Screen(Protocol):
    """Where progress is shown."""

    interval: float
    """Seconds between two updates."""

    def show(self, snapshot: Snapshot) -> None: ...

    def say(self, message: str) -> None: ...

    def close(self) -> None: ...


class LineScreen:
    """One plain line after another, for logs and pipes."""

    def __init__(self, write: Callable[[str], object], interval: float) -> None:
        self._write = write
        self.interval = interval

    def show(self, snapshot: Snapshot) -> None:
        self._write(str(snapshot))

    def say(self, message: str) -> None:
        self._write(message)

    def close(self) -> None:
        pass


class LiveScreen:
    """A few lines in a terminal that are updated in place and removed at the end."""

    interval = 0.5

    def __init__(self, console: Console) -> None:
        self._spinner = Spinner("dots")
        self._message = ""
        self._last: Snapshot | None = None
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._live.start()

    def show(self, snapshot: Snapshot) -> None:
        self._last = snapshot
        self._live.update(self._frame(snapshot), refresh=True)

    def say(self, message: str) -> None:
        self._message = message
        if self._last is not None:
            self.show(self._last)

    def close(self) -> None:
        self._live.stop()

    def _frame(self, snapshot: Snapshot) -> Group:
        title = f"{snapshot.name}  {duration(snapshot.seconds)}"
        self._spinner.update(text=Text.assemble((title, "bold"), "  ", (self._message, "yellow")))
        posts = Table.grid(padding=(0, 1))
        posts.add_row(
            Text(f"  {snapshot.extracted:,} of {snapshot.found:,} posts"),
            ProgressBar(total=max(snapshot.found, 1), completed=snapshot.extracted, width=30),
        )
        return Group(self._spinner, posts, Text(f"  {snapshot.traffic()}"))


class Progress:
    """Shows the progress of a crawl: posts, queue, requests, rate, failures, time.

    ``BLOGCRAWLER_PROGRESS`` chooses where: ``live`` updates a display in the terminal, ``lines`` prints lines to
    stderr, ``log`` writes lines to the log, ``off`` (the default) shows nothing. A line is written every
    ``BLOGCRAWLER_PROGRESS_INTERVAL`` seconds.
    """

    def __init__(self, stats: StatsCollector, screen: Callable[[], Screen], name: str = "") -> None:
        self._stats = stats
        self._name = name
        self._open_screen = screen
        self._screen: Screen | None = None
        self._requests: deque[tuple[float, int]] = deque()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = CrawlSettings.from_settings(crawler.settings)
        mode, interval = settings.progress, settings.progress_interval
        screens: dict[str, Callable[[], Screen]] = {
            "live": lambda: LiveScreen(Console(stderr=True)),
            "lines": lambda: LineScreen(_write_line, interval),
            "log": lambda: LineScreen(logger.info, interval),
        }
        if mode not in screens:
            raise NotConfigured
        extension = cls(crawler.stats, screens[mode], CrawlContext.of(crawler).name)
        crawler.signals.connect(extension.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.close, signal=signals.spider_closed)
        return extension

    def spider_opened(self, spider: Spider) -> None:
        self._name = one_line(self._name or spider.name)
        self._start = time.monotonic()
        self._screen = self._open_screen()
        self._clock = create_looping_call(self._update)
        self._clock.start(self._screen.interval, now=isinstance(self._screen, LiveScreen))

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
            now = time.monotonic()
            stats = self._stats.get_stats()
            self._screen.show(Snapshot.take(self._name, stats, self._rate(now), now - self._start))

    def _rate(self, now: float) -> float:
        past = self._requests or deque([(self._start, 0)])
        self._requests = past
        past.append((now, self._stats.get_value("downloader/request_count", 0)))
        while now - past[0][0] > _RATE_WINDOW and len(past) > 2:
            past.popleft()
        (before, less), (_, more) = past[0], past[-1]
        return (more - less) / (now - before) if now > before else 0.0


def _write_line(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
