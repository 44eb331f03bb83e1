"""Slower and slower requests to a server that is overloaded, and none when it stays so."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.utils.httpobj import urlparse_cached

from ..crawl_settings import CrawlSettings
from .retry_after import pause_for, pause_slot

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["BackOff", "ServerGivenUp"]

logger = logging.getLogger(__name__)

#: Too many requests, bad gateway, unavailable, gateway timeout, and what Cloudflare says if the server is down.
_OVERLOADED = frozenset({429, 502, 503, 504, 520, 521, 522, 523, 524, 529})
#: Seconds after which a running update may send requests to a server again that it had given up.
_GIVEN_UP_FOR = 900


class ServerGivenUp(IgnoreRequest):
    """A request was not sent because its server kept answering that it is overloaded. ``host`` is its name."""

    def __init__(self, message: str, host: str) -> None:
        super().__init__(message)
        self.host = host


@dataclass(slots=True)
class _Trouble:
    """A server that is overloaded; times are ``time.monotonic()``."""

    began: float
    #: Number of such answers in a row, each after a pause.
    answers: int = 0
    #: The end of the pause. Requests that were sent before it began may still be answered.
    until: float = 0.0
    #: Why the server was given up, if it was.
    reason: str = ""


class BackOff:
    """Pauses requests to a server that answers 429, 502, 503 or 504, longer each time, and finally gives it up.

    The first pause is ``BLOGCRAWLER_BACK_OFF`` seconds, the next is twice as long, and so on; ``Retry-After`` can
    make it longer. After ``BLOGCRAWLER_MAX_SERVER_ERRORS`` such answers in a row, one for each pause, requests to the
    server fail with :class:`ServerGivenUp`. Any other answer ends the trouble, so a short one costs no page. Stats:
    ``downloader/back_off`` (pauses), ``downloader/given_up`` (servers).
    """

    def __init__(self, crawler: Crawler, first_pause: float, max_errors: int, max_retry_after: float) -> None:
        self._crawler = crawler
        self._first_pause, self._max_errors, self._max_retry_after = first_pause, max_errors, max_retry_after
        self._troubles: dict[str, _Trouble] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = CrawlSettings.from_settings(crawler.settings)
        if settings.back_off <= 0:
            raise NotConfigured
        return cls(crawler, settings.back_off, settings.max_server_errors, settings.max_retry_after)

    def process_request(self, request: Request) -> None:
        host = _host(request)
        trouble = self._troubles.get(host)
        if trouble is None or not trouble.reason:
            return
        if monotonic() > trouble.until:
            del self._troubles[host]
        else:
            raise ServerGivenUp(trouble.reason, host)

    def process_response(self, request: Request, response: Response) -> Response:
        if "not_downloaded" in request.meta:
            return response
        host = _host(request)
        if response.status not in _OVERLOADED:
            self._troubles.pop(host, None)
            return response
        trouble = self._troubles.setdefault(host, _Trouble(monotonic()))
        if monotonic() >= trouble.until:
            self._count(trouble, host, request, response)
        if trouble.answers > 1 and self._max_errors:  # not this page, but the server has a problem
            request.meta.setdefault("max_retry_times", self._max_errors)
        return response

    def _count(self, trouble: _Trouble, host: str, request: Request, response: Response) -> None:
        trouble.answers += 1
        if self._max_errors and trouble.answers >= self._max_errors:
            self._give_up(trouble, host, response.status)
            return
        stated = pause_for(response, self._max_retry_after, datetime.now(UTC))
        pause = max(self._first_pause * 2 ** (trouble.answers - 1), stated)
        trouble.until = monotonic() + pause
        _, slot = self._crawler.engine.downloader._get_slot(request)
        pause_slot(slot, pause)
        self._crawler.stats.inc_value("downloader/back_off")
        logger.info("%s answers with HTTP %d: waiting %.1f s", host, response.status, pause)

    def _give_up(self, trouble: _Trouble, host: str, status: int) -> None:
        seconds = monotonic() - trouble.began
        trouble.reason = (
            f"{host} is overloaded or down: it answered with HTTP {status} {trouble.answers} times in a row, "
            f"in {seconds:.0f} s"
        )
        trouble.until = monotonic() + _GIVEN_UP_FOR
        self._crawler.stats.inc_value("downloader/given_up")
        logger.warning("%s. No more requests are sent to it.", trouble.reason)


def _host(request: Request) -> str:
    return urlparse_cached(request).hostname or ""
