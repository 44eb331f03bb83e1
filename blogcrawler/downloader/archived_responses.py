"""Responses of a killed crawl that were archived but not processed are not downloaded again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import NotConfigured
from scrapy.http import Headers
from scrapy.responsetypes import responsetypes

from ..archive import RecentResponses
from ..crawl_settings import CrawlSettings
from .crawl_context import CrawlContext
from .prefetched import undo_count

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["ArchivedResponses"]

#: Older pages may have changed.
_MAX_AGE = timedelta(days=1)


class ArchivedResponses:
    """Answers requests of a crawl that was killed and resumed with the last responses in its web archive.

    A page is archived before it is processed, so a kill between the two need not cost a request. Each response is used
    once, for at most a day. Stat: ``frontier/answered_before``. Does nothing without a web archive
    (``BLOGCRAWLER_WARC_ENABLED``).
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not CrawlSettings.from_settings(crawler.settings).warc_enabled:
            raise NotConfigured
        return cls(crawler)

    @cached_property
    def _responses(self) -> RecentResponses | None:
        context = CrawlContext.of(self._crawler)
        if context.resumed_from is None or context.folder is None:
            return None
        return RecentResponses(context.folder / "warc", max(context.resumed_from, datetime.now(UTC) - _MAX_AGE))

    def process_request(self, request: Request) -> Response | None:
        if not self._responses or request.method != "GET":
            return None
        archived = self._responses.take(request.url)
        if archived is None:
            return None
        request.meta.update(warc=archived.place, not_downloaded=True)
        headers = Headers(archived.headers)
        kind = responsetypes.from_args(headers=headers, url=request.url, body=archived.body)
        response = kind(request.url, status=archived.status, headers=headers, body=archived.body, request=request)
        self._crawler.stats.inc_value("frontier/answered_before")
        undo_count(self._crawler.stats, response)
        return response
