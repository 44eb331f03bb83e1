"""What a killed crawl had fetched and not yet read is not fetched again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import NotConfigured
from scrapy.http import Headers
from scrapy.responsetypes import responsetypes

from ..archive import LastAnswers
from ..crawl_settings import CrawlSettings
from .crawl_context import CrawlContext
from .prefetched import uncount

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["AnsweredBefore"]

#: What is older may have changed.
_FRESH = timedelta(days=1)


class AnsweredBefore:
    """Answers requests of a crawl that goes on after a kill by what its web archive got last.

    A page is archived before it is read, so that a kill between the two need not cost a request. Each answer is given
    once, and not after a day. Stat: ``frontier/answered_before``. Without a web archive
    (``BLOGCRAWLER_WARC_ENABLED``) there is nothing to give.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not CrawlSettings.from_settings(crawler.settings).warc_enabled:
            raise NotConfigured
        return cls(crawler)

    @cached_property
    def _answers(self) -> LastAnswers | None:
        context = CrawlContext.of(self._crawler)
        if context.resumed_from is None or context.folder is None:
            return None
        return LastAnswers(context.folder / "warc", max(context.resumed_from, datetime.now(UTC) - _FRESH))

    def process_request(self, request: Request) -> Response | None:
        if not self._answers or request.method != "GET":
            return None
        answer = self._answers.take(request.url)
        if answer is None:
            return None
        request.meta["warc"] = answer.place
        headers = Headers(answer.headers)
        kind = responsetypes.from_args(headers=headers, url=request.url, body=answer.body)
        response = kind(request.url, status=answer.status, headers=headers, body=answer.body, request=request)
        self._crawler.stats.inc_value("frontier/answered_before")
        uncount(self._crawler.stats, response)
        return response
