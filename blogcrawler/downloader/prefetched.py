"""Pages that the survey of a blog has fetched already are not fetched again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy.downloadermiddlewares.stats import get_header_size, get_status_size

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

__all__ = ["PrefetchedPages", "uncount"]


class PrefetchedPages:
    """Answers requests from ``spider.held``, a dictionary of responses by address; each is given once.

    What was answered so is not counted as a download.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> Response | None:
        held: dict[str, Response] = getattr(self._crawler.spider, "held", {})
        response = held.pop(request.url, None)
        if response is None:
            return None
        if response.request is not None and "warc" in response.meta:
            request.meta["warc"] = response.meta["warc"]
        response = response.replace(request=request)
        uncount(self._crawler.stats, response)
        return response


def uncount(stats: StatsCollector, response: Response) -> None:
    """Count a response off: Scrapy's stats will count it as a download."""
    size = len(response.body) + get_header_size(response.headers) + get_status_size(response.status) + 4
    stats.inc_value("downloader/response_count", -1)
    stats.inc_value(f"downloader/response_status_count/{response.status}", -1)
    stats.inc_value("downloader/response_bytes", -size)
