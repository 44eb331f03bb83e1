"""Responses from a web archive, as a crawl would have received them."""

from __future__ import annotations

from functools import lru_cache

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes
from scrapy.statscollectors import DummyStatsCollector

from ..archive import ArchivedResponse

__all__ = ["replayed"]


def replayed(archived: ArchivedResponse) -> Response | None:
    """The response of an archived record, decompressed; ``None`` if its body is too large."""
    headers = Headers(archived.headers)
    kind = responsetypes.from_args(headers=headers, url=archived.url, body=archived.body)
    response = kind(archived.url, status=archived.status, headers=headers, body=archived.body)
    try:
        decoded = _decompression().process_response(Request(archived.url), response)
    except IgnoreRequest:
        return None
    assert isinstance(decoded, Response)
    return decoded


@lru_cache(maxsize=1)
def _decompression() -> HttpCompressionMiddleware:
    crawler = Crawler(Spider)
    crawler.stats = DummyStatsCollector(crawler)
    return HttpCompressionMiddleware.from_crawler(crawler)
