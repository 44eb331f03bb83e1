"""Render pages of posts that need a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from ..blog import PostPage
from ..comments import page_platforms
from ..faults import optional_step
from ..http import in_page_thread, is_large
from ..rendering import RenderService

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["RenderPipeline"]


class RenderPipeline:
    """Replaces the page of a post with the one a browser makes of it, where that is needed.

    ``BLOGCRAWLER_RENDER``, or the spider's argument ``render``, is ``auto`` (only pages that need it: the server sent
    no content, the article is empty, or there is no other way to get the comments), ``always`` or ``never``. The
    rendered page is written to the web archive as a ``conversion`` of the one the server sent.

    Settings: ``BLOGCRAWLER_RENDER``, ``BLOGCRAWLER_RENDER_PAGES``, ``BLOGCRAWLER_RENDER_TIMEOUT``,
    ``BLOGCRAWLER_CHROMIUM``. Stats: those of :class:`~blogcrawler.rendering.RenderService`.
    """

    def __init__(self, service: RenderService) -> None:
        self._service = service

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(RenderService.start(crawler))

    async def close_spider(self) -> None:
        await self._service.close()

    async def process_item(self, item: Any) -> Any:
        service = self._service
        if not isinstance(item, PostPage) or item.response is None or not service.is_enabled:
            return item
        with optional_step("rendering", item.url):
            if await in_page_thread(self._wants, item) if is_large(item.response) else self._wants(item):
                platforms = item.platforms or []
                item.use_rendered(await service.render(item.page, item.response, platforms, item.blog, item.warc))
        return item

    def _wants(self, item: PostPage) -> bool:
        item.platforms = page_platforms(item.page)
        expected = item.entry.comments_expected if item.entry is not None else None
        return self._service.wants(item.page, item.extractor, item.platforms, expected)
