"""Pauses that a server asks for when it is asked too much."""

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
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["RetryAfter", "seconds_asked"]

logger = logging.getLogger(__name__)

_ASKING = (429, 503)  # RFC 9110, 10.2.3; RFC 6585, 4


class RetryAfter:
    """Leaves a host alone as long as it asks for with ``Retry-After`` in an answer 429 or 503.

    At most ``BLOGCRAWLER_MAX_RETRY_AFTER`` seconds; 0 switches it off. Stats ``downloader/retry_after``,
    ``downloader/paused_until`` (seconds since 1970).
    """

    def __init__(self, crawler: Crawler, longest: float) -> None:
        self._crawler = crawler
        self._longest = longest

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        longest = CrawlSettings.from_settings(crawler.settings).max_retry_after
        if longest <= 0:
            raise NotConfigured
        return cls(crawler, longest)

    def process_response(self, request: Request, response: Response) -> Response:
        asked = response.headers.get("Retry-After") if response.status in _ASKING else None
        seconds = min(seconds_asked(asked, datetime.now(UTC)), self._longest) if asked else 0.0
        if seconds > 0:
            _, slot = self._crawler.engine.downloader._get_slot(request)
            if monotonic() + seconds > slot.lastseen + 1:
                host = self._crawler.engine.downloader.get_slot_key(request)
                logger.info("%s asks to be left alone for a while: waiting %.0f s", host, seconds)
                self._crawler.stats.inc_value("downloader/retry_after")
            self._crawler.stats.max_value("downloader/paused_until", round(time() + seconds))
            slot.lastseen = max(slot.lastseen, monotonic() + seconds)
            slot.delay = max(slot.delay, 0.01)  # without a delay, Scrapy does not look at when it was last there
        return response


def seconds_asked(value: bytes, now: datetime) -> float:
    """The pause that a header's value means, a number of seconds or a date; 0 if it means none."""
    text = value.decode("latin-1").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - now).total_seconds())
