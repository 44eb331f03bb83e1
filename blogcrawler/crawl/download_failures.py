"""Downloads that failed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response
from twisted.python.failure import Failure

from ..errors import ArchiveError
from ..frontier import FrontierScheduler
from ..http import is_forbidden, is_temporary, reason_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.statscollectors import StatsCollector

__all__ = ["DownloadFailures"]

logger = logging.getLogger(__name__)

#: After this many network failures in a row the blog is down, or we are offline.
_MAX_FAILURES_IN_A_ROW = 10


class DownloadFailures:
    """Counts failed downloads, and closes the crawl when the blog has stopped answering.

    Failures that may be temporary are fetched again when the crawl is resumed. Stats: ``frontier/gone`` (404, 410),
    ``frontier/refused`` (other errors), ``frontier/failed`` (server errors and no answer), ``frontier/ignored``
    (endless redirects, private networks).
    """

    def __init__(self, stats: StatsCollector, scheduler: FrontierScheduler, note: Callable[[str], None]) -> None:
        self._stats = stats
        self._scheduler = scheduler
        self._note = note
        self._failures_in_a_row = 0

    def record_response(self, response: Response) -> bool:
        """Record that the server has answered; returns whether with what was requested."""
        self._failures_in_a_row = 0
        if response.status < 400:
            return True
        if response.status in (404, 410):
            kind = "gone"
        elif response.status == 429 or response.status >= 500:
            kind = "failed"
            assert response.request is not None
            self._scheduler.failed(response.request)
        else:
            kind = "refused"
        self._stats.inc_value(f"frontier/{kind}")
        logger.debug("%s answers with HTTP %s", response.url, response.status)
        return False

    def record_failure(self, failure: Failure) -> Request | None:
        """Record a failed download; returns its request if other addresses are worth trying."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value
        assert error is not None
        if isinstance(error, ArchiveError):  # the crawl is being closed
            self._scheduler.hold()
            return None
        if isinstance(error, IgnoreRequest):
            if not is_forbidden(error):  # Scrapy counts these as robotstxt/forbidden
                self._stats.inc_value("frontier/ignored")
                logger.info("%s is skipped: %s", request.url, reason_of(error))
            return None
        self._stats.inc_value("frontier/failed")
        if is_temporary(error):
            self._scheduler.failed(request)
            self._failures_in_a_row += 1
        if self._failures_in_a_row > _MAX_FAILURES_IN_A_ROW:  # the crawl is being closed
            return None
        logger.warning("%s cannot be fetched: %s", request.url, reason_of(error))
        if self._failures_in_a_row == _MAX_FAILURES_IN_A_ROW:
            self._note(f"The blog has stopped answering: {reason_of(error)}.")
            raise CloseSpider("unreachable")
        return request
