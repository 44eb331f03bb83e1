"""Frees the timeouts of finished requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy import signals
from twisted.internet.task import LoopingCall

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["CancelledTimeouts"]

_INTERVAL = 5


class CancelledTimeouts:
    """Makes Twisted free cancelled timeouts, which hold a kilobyte or two of each request.

    It frees them when one of its timers is due. Without this one that could take minutes: requests cancel theirs, and a
    connection may be idle for four.
    """

    def __init__(self) -> None:
        self._timer = LoopingCall(_nothing)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls()
        crawler.signals.connect(extension.start, signal=signals.engine_started)
        crawler.signals.connect(extension.stop, signal=signals.engine_stopped)
        return extension

    def start(self) -> None:
        self._timer.start(_INTERVAL, now=False)

    def stop(self) -> None:
        if self._timer.running:
            self._timer.stop()


def _nothing() -> None:
    """The timer itself is what counts."""
