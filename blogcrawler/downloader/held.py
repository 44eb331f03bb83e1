"""Pages that the survey of a blog has fetched already are not fetched again."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Self

from scrapy.downloadermiddlewares.stats import get_header_size, get_status_size

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["HeldPages"]


class HeldPages:
    """Answers requests from ``spider.held``, a dictionary of responses by address; each is given once.

    What was answered so is not counted as a download.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._given: weakref.WeakSet[Request] = weakref.WeakSet()

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
        self._given.add(request)
        return response.replace(request=request)

    def process_response(self, request: Request, response: Response) -> Response:
        if request in self._given:  # Scrapy's stats have just counted it a second time
            self._given.discard(request)
            size = len(response.body) + get_header_size(response.headers) + get_status_size(response.status) + 4
            stats = self._crawler.stats
            stats.inc_value("downloader/response_count", -1)
            stats.inc_value(f"downloader/response_status_count/{response.status}", -1)
            stats.inc_value("downloader/response_bytes", -size)
        return response
