"""Downloads that failed."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response
from twisted.python.failure import Failure

from ..blog import page_digest
from ..dom import Page
from ..downloader import ServerGivenUp
from ..errors import ArchiveError
from ..http import is_forbidden, is_temporary, reason_of
from ..urls import same_host
from .crawl_tools import CrawlTools

if TYPE_CHECKING:
    from scrapy import Request

__all__ = ["DownloadFailures"]

logger = logging.getLogger(__name__)

#: After this many network failures in a row the blog is down, or we are offline.
_MAX_FAILURES_IN_A_ROW = 10
#: A large blog has more dead links: one more is allowed for this many posts.
_POSTS_PER_DEAD_LINK = 10


class DownloadFailures:
    """Counts failed downloads, and closes the crawl when the blog has stopped answering, its server stays overloaded,
    or ``BLOGCRAWLER_MAX_DEAD_LINKS`` links in a row were dead and none was a post.

    Failures that may be temporary are fetched again when the crawl is resumed. Stats: ``frontier/gone`` (404, 410),
    ``frontier/refused`` (other errors), ``frontier/failed`` (server errors and no answer), ``frontier/ignored``
    (endless redirects, private networks).
    """

    def __init__(self, tools: CrawlTools) -> None:
        self._stats, self._scheduler, self._note = tools.stats, tools.scheduler, tools.note
        self._state, self._max_dead_links = tools.state, tools.settings.max_dead_links
        self._failures_in_a_row = 0
        self._is_closing = False
        #: Pages in a row that are missing or refused, with no post among them.
        self._dead_in_a_row = 0

    def record_post(self) -> None:
        """Record that a post was found: the blog is alive."""
        self._dead_in_a_row = 0

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
        self._count_dead_link(response)
        return False

    def is_placeholder(self, page: Page) -> bool:
        """Whether the server shows a page at the addresses of missing posts."""
        known = self._state.placeholders
        return bool(known) and page_digest(page) in known

    def _count_dead_link(self, response: Response) -> None:
        self._dead_in_a_row += 1
        allowed = self._max_dead_links + self._stats.get_value("posts/found", 0) // _POSTS_PER_DEAD_LINK
        if self._max_dead_links and self._dead_in_a_row >= allowed and not self._is_closing:
            assert response.request is not None
            self._scheduler.failed(response.request)  # a resumed crawl looks for other addresses of it
            self._close(
                "dead_links",
                f"The last {self._dead_in_a_row:,} links were dead (the last one: HTTP {response.status}), and no post "
                "was among them. To fetch the others too: -s BLOGCRAWLER_MAX_DEAD_LINKS=0",
            )

    def _close(self, reason: str, note: str) -> None:
        """Close the crawl, once: other pages are still in flight."""
        if not self._is_closing:
            self._is_closing = True
            self._note(note)
            raise CloseSpider(reason)

    def record_failure(self, failure: Failure) -> Request | None:
        """Record a failed download; returns its request if other addresses are worth trying."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value
        assert error is not None
        if isinstance(error, ArchiveError):  # the crawl is being closed
            self._scheduler.hold()
            return None
        if isinstance(error, ServerGivenUp):
            return self._record_given_up(request, error)
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
            self._close("unreachable", f"The blog has stopped answering: {reason_of(error)}.")
        return request

    def _record_given_up(self, request: Request, error: ServerGivenUp) -> Request | None:
        """Close the crawl if the server that was given up is the blog's own."""
        self._stats.inc_value("frontier/failed")
        self._scheduler.failed(request)
        if not same_host(error.host, urlsplit(self._state.home or self._state.seed).hostname or ""):
            return request
        self._close("overloaded", f"{error}. Try again later.")
        return None
