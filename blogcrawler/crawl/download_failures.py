"""What a crawl asked for and did not get."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response
from twisted.python.failure import Failure

from ..errors import ArchiveError
from ..frontier import FrontierScheduler
from ..http import is_forbidden, is_passing, reason_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

__all__ = ["DownloadFailures"]

logger = logging.getLogger(__name__)

#: So many failures of the network in a row, and the blog is gone or we are offline.
_FAILURES_IN_A_ROW = 10


class DownloadFailures:
    """Counts answers that are none and failures, and closes the crawl when nothing can be had any more.

    What may work another day is fetched again when the crawl is taken up. Stats: ``frontier/gone`` (404, 410),
    ``frontier/refused`` (other answers that are none), ``frontier/failed`` (no answer), ``frontier/ignored``
    (endless redirects, private networks).
    """

    def __init__(self, crawler: Crawler, scheduler: FrontierScheduler, note: Callable[[str], None]) -> None:
        self._crawler = crawler
        self._scheduler = scheduler
        self._note = note
        self._failures = 0

    def is_there(self, response: Response) -> bool:
        """Whether a response is what was asked for; count the others."""
        self._failures = 0
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
        self._crawler.stats.inc_value(f"frontier/{kind}")
        logger.debug("%s answers with HTTP %s", response.url, response.status)
        return False

    def failed(self, failure: Failure) -> Request | None:
        """Count a download that failed; its request, if it is worth while to try other ways."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value
        assert error is not None
        if isinstance(error, ArchiveError):  # the crawl is being closed
            self._scheduler.hold()
            return None
        if isinstance(error, IgnoreRequest):
            if not is_forbidden(error):  # these are counted as robotstxt/forbidden
                self._crawler.stats.inc_value("frontier/ignored")
                logger.info("%s is left out: %s", request.url, reason_of(error))
            return None
        self._crawler.stats.inc_value("frontier/failed")
        if is_passing(error):
            self._scheduler.failed(request)
            self._failures += 1
        if self._failures > _FAILURES_IN_A_ROW:  # that has been said, and the crawl is being closed
            return None
        logger.warning("%s cannot be fetched: %s", request.url, reason_of(error))
        if self._failures == _FAILURES_IN_A_ROW:
            self._note(f"The blog has stopped answering: {reason_of(error)}.")
            raise CloseSpider("unreachable")
        return request
