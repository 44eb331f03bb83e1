"""Fetch the further pages of posts that have several, before the article is extracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem
from scrapy.http import TextResponse

from ..blog import PostPage
from ..faults import optional_step
from ..frontier import next_part
from ..http import fetch, in_page_thread, is_html, is_large, to_page
from ..urls import page_key

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["PartsPipeline"]

#: A post with more pages is a book.
_MAX_PARTS = 30


class PartsPipeline:
    """Fetches the second, third and further pages of a post: its article is spread over all of them.

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
        with optional_step("parts", item.url, unless=(DropItem,)):
            await self._fetch_parts(item)
        return item

    async def _fetch_parts(self, item: PostPage) -> None:
        page, response = item.page, item.response
        while len(item.parts) < _MAX_PARTS:
            number = len(item.parts) + 2
            if is_large(response):
                address = await in_page_thread(next_part, page, item.url, number)
            else:
                address = next_part(page, item.url, number)
            if address is None:
                break
            response = await fetch(self._crawler, address, item.blog, "parts")
            if not isinstance(response, TextResponse) or response.status >= 400 or not is_html(response):
                break
            if page_key(response.url) != page_key(address):  # redirected to the post itself, or to an unrelated page
                break
            page = to_page(response)
            item.parts.append(page)
