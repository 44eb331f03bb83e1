"""Pages that the survey has already downloaded are not downloaded again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy.downloadermiddlewares.stats import get_header_size, get_status_size

from .crawl_context import CrawlContext

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

__all__ = ["PrefetchedPages", "undo_count"]

#: Of the request that downloaded a page: the place of its record, and when it was captured if not now.
_KEPT = ("warc", "captured")


class PrefetchedPages:
    """Answers requests with the responses in ``CrawlContext.prefetched``, each once.

    They are not counted as downloads again.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._prefetched = CrawlContext.of(crawler).prefetched

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> Response | None:
        response = self._prefetched.pop(request.url, None)
        if response is None:
            return None
        if response.request is not None:
            request.meta.update({name: response.meta[name] for name in _KEPT if name in response.meta})
        request.meta.update(not_downloaded=True, dont_retry=True)  # an error was retried when it was downloaded
        response.request = request  # the same response, so that its parsed page is found again
        undo_count(self._crawler.stats, response)
        return response


def undo_count(stats: StatsCollector, response: Response) -> None:
    """Subtract a response from the stats, because Scrapy will count it as a download."""
    size = len(response.body) + get_header_size(response.headers) + get_status_size(response.status) + 4
    stats.inc_value("downloader/response_count", -1)
    stats.inc_value("response_received_count", -1)
    stats.inc_value(f"downloader/response_status_count/{response.status}", -1)
    stats.inc_value("downloader/response_bytes", -size)
