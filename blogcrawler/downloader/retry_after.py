"""Pauses that a server requests with ``Retry-After``."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic, time
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import NotConfigured

from ..crawl_settings import CrawlSettings

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.core.downloader import Slot
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["RetryAfter", "pause_for", "pause_slot", "requested_seconds"]

logger = logging.getLogger(__name__)

_PAUSING_STATUSES = (429, 503)  # RFC 9110, 10.2.3; RFC 6585, 4


class RetryAfter:
    """Pauses requests to a host for as long as a response 429 or 503 asks with ``Retry-After``.

    At most ``BLOGCRAWLER_MAX_RETRY_AFTER`` seconds; 0 switches it off. Stats ``downloader/retry_after``,
    ``downloader/paused_until`` (seconds since 1970).
    """

    def __init__(self, crawler: Crawler, max_seconds: float) -> None:
        self._crawler = crawler
        self._max_seconds = max_seconds

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        max_seconds = CrawlSettings.from_settings(crawler.settings).max_retry_after
        if max_seconds <= 0:
            raise NotConfigured
        return cls(crawler, max_seconds)

    def process_response(self, request: Request, response: Response) -> Response:
        seconds = pause_for(response, self._max_seconds, datetime.now(UTC))
        if seconds > 0:
            _, slot = self._crawler.engine.downloader._get_slot(request)
            if monotonic() + seconds > slot.lastseen + 1:
                host = self._crawler.engine.downloader.get_slot_key(request)
                logger.info("%s asks for a pause: waiting %.0f s", host, seconds)
                self._crawler.stats.inc_value("downloader/retry_after")
            self._crawler.stats.max_value("downloader/paused_until", round(time() + seconds))
            pause_slot(slot, seconds)
        return response


def pause_slot(slot: Slot, seconds: float) -> None:
    """Send no requests of a downloader slot for some seconds."""
    slot.lastseen = max(slot.lastseen, monotonic() + seconds)
    slot.delay = max(slot.delay, 0.01)  # without a delay, Scrapy ignores lastseen


def pause_for(response: Response, max_seconds: float, now: datetime) -> float:
    """The seconds to pause after a response, at most ``max_seconds``; usually 0."""
    value = response.headers.get("Retry-After") if response.status in _PAUSING_STATUSES else None
    return min(requested_seconds(value, now), max_seconds) if value else 0.0


def requested_seconds(value: bytes, now: datetime) -> float:
    """The pause that a ``Retry-After`` header asks for, as a number of seconds or a date; 0 if it cannot be read."""
    text = value.decode("latin-1").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return 0.0
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - now).total_seconds())
