"""Before the article is read: fetch the further pages of posts that have several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from scrapy.http import TextResponse

from ..blog import PostPage
from ..frontier import next_part
from ..http import fetch, is_html, to_page
from ..urls import page_key

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["PartsPipeline"]

#: A post of more pages is a book.
_MOST = 30


class PartsPipeline:
    """Fetches what a post leads on to as its second page, third page and so on: its article is on all of them.

    Stats: ``parts/requests``, ``parts/failed``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, PostPage):
            return item
        page = item.page
        while len(item.parts) < _MOST and (address := next_part(page, item.url, len(item.parts) + 2)):
            response = await fetch(self._crawler, address, item.blog, "parts")
            if not isinstance(response, TextResponse) or response.status >= 400 or not is_html(response):
                break
            if page_key(response.url) != page_key(address):  # the post itself, or somebody else's page
                break
            page = to_page(response)
            item.parts.append(page)
        return item
