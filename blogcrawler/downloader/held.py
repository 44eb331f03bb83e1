"""Pages that the survey of a blog has fetched already are not fetched again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["HeldPages"]


class HeldPages:
    """A downloader middleware that answers once from ``spider.held``, a dictionary of responses by address."""

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
        meta = {**response.meta, **request.meta} if response.request else request.meta
        request.meta.update({k: v for k, v in meta.items() if k == "warc"})
        return response.replace(request=request)
