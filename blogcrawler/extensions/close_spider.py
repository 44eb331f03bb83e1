"""Ends a crawl early."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.extensions import closespider
from scrapy.http import Response

__all__ = ["CloseSpider"]

#: Requests that are not for pages (media files and scripts of a page, comments), or were not sent.
_NOT_PAGES = frozenset({"part_of", "comments", "not_downloaded"})


class CloseSpider(closespider.CloseSpider):
    """Scrapy's extension of the same name, but ``CLOSESPIDER_PAGECOUNT`` counts downloaded pages only.

    It does not interrupt the survey: its pages count, and their posts are kept.
    """

    def page_count(self, response: Response, request: Request, spider: Spider) -> None:
        if _NOT_PAGES & request.meta.keys():
            return
        if request.meta.get("survey"):
            # Below the limit, so that the next page of the crawl itself reaches it.
            self.counter["pagecount"] = min(self.counter["pagecount"] + 1, max(0, self.close_on["pagecount"] - 1))
        else:
            super().page_count(response, request, spider)
