"""Ends a crawl early."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.extensions import closespider
from scrapy.http import Response

__all__ = ["CloseSpider"]


class CloseSpider(closespider.CloseSpider):
    """Scrapy's extension of the same name, but ``CLOSESPIDER_PAGECOUNT`` counts pages only.

    Media files, scripts and requests for comments are not pages.
    """

    def page_count(self, response: Response, request: Request, spider: Spider) -> None:
        if not {"part_of", "comments"} & request.meta.keys():
            super().page_count(response, request, spider)
