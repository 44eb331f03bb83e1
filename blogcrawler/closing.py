"""Ending a crawl early."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.extensions import closespider
from scrapy.http import Response

__all__ = ["CloseSpider"]


class CloseSpider(closespider.CloseSpider):
    """Scrapy's extension of that name, but ``CLOSESPIDER_PAGECOUNT`` counts no media: a page is a page."""

    def page_count(self, response: Response, request: Request, spider: Spider) -> None:
        if "medium" not in request.meta:
            super().page_count(response, request, spider)
