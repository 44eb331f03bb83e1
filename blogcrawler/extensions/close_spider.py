"""Ending a crawl early."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.extensions import closespider
from scrapy.http import Response

__all__ = ["CloseSpider"]


class CloseSpider(closespider.CloseSpider):
    """Scrapy's extension of that name, but ``CLOSESPIDER_PAGECOUNT`` counts pages only.

    Neither media and scripts nor what is asked for comments are pages.
    """

    def page_count(self, response: Response, request: Request, spider: Spider) -> None:
        if not {"part_of", "comments"} & request.meta.keys():
            super().page_count(response, request, spider)
