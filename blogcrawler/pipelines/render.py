"""First step: let a browser run the scripts of pages that are nothing without them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

from ..blog import PostPage
from ..comments import page_platforms
from ..crawl_settings import CrawlSettings
from ..downloader import CrawlArchive
from ..errors import UsageError
from ..extraction import Extractor, RuleSet
from ..rendering import InterceptedResponse, Renderer, browser_need, has_lost

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from ..comments import CommentPlatform
    from ..dom import Page

__all__ = ["RenderPipeline"]

logger = logging.getLogger(__name__)

_MODES = ("auto", "always", "never")


class RenderPipeline:
    """Replaces the page of a post by the one that a browser has drawn, where that is needed.

    ``BLOGCRAWLER_RENDER``, or the spider's argument ``render``, is ``auto`` (only pages that need it: the server has
    sent no content, the article is empty, or the comments can be had in no other way), ``always`` or ``never``. The
    drawn page is written to the web archive as a ``conversion`` of the one that the server sent.

    Settings: ``BLOGCRAWLER_RENDER``, ``BLOGCRAWLER_RENDER_PAGES``, ``BLOGCRAWLER_RENDER_TIMEOUT``,
    ``BLOGCRAWLER_CHROMIUM``.
    Stats: ``render/needed/template``, ``render/needed/article``, ``render/needed/comments``, ``render/lost``
    (scripts left less than the server had sent, so that was taken), and those of
    :class:`~blogcrawler.rendering.Renderer`.
    """

    def __init__(self, crawler: Crawler, mode: str, renderer: Renderer, archive: CrawlArchive | None) -> None:
        self._crawler = crawler
        self._mode = mode
        self._archive = archive
        self.renderer = renderer

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = CrawlSettings.from_settings(crawler.settings)
        mode = render_mode(getattr(crawler.spider, "render", None) or settings.render)
        renderer = Renderer(
            crawler,
            pages=settings.render_pages,
            seconds=settings.render_timeout,
            executable=settings.chromium or None,
        )
        archived = mode != "never" and settings.warc_enabled
        return cls(crawler, mode, renderer, CrawlArchive.of(crawler) if archived else None)

    async def close_spider(self) -> None:
        await self.renderer.close()
        if self._archive is not None:
            self._archive.release()

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, PostPage) and item.response is not None and self._mode != "never":
            item.platforms = page_platforms(item.page)
            if self._is_needed(item, item.platforms):
                await self._render(item, item.platforms)
        return item

    async def drawn(self, page: Page, response: Response) -> Page | None:
        """What a browser makes of a page that is nothing without one; ``None`` if it is something, or cannot be drawn.

        It is not archived: a post will be when it is crawled.
        """
        if self._mode == "never" or browser_need(page, Extractor(RuleSet())) != "template":
            return None
        rendered = await self.renderer.render(response.url, _document(response))
        return None if rendered is None or has_lost(page, rendered.page) else rendered.page

    async def draw(self, item: PostPage) -> bool:
        """Render a post whose comments could be had only in part; whether that was done."""
        if self._mode == "never" or item.rendered or item.response is None:
            return False
        platforms = item.platforms if item.platforms is not None else page_platforms(item.page)
        if not any(platform.marks.drawn and platform.browser for platform in platforms):
            return False
        self._crawler.stats.inc_value("render/needed/comments")
        await self._render(item, platforms)
        return item.rendered

    def _is_needed(self, item: PostPage, platforms: list[CommentPlatform]) -> bool:
        expected = item.entry.comments_expected if item.entry is not None else None
        extractor = item.extractor or self._crawler.spider.blog.extractor  # type: ignore[union-attr]
        need = browser_need(item.page, extractor, platforms, expected)
        if need is not None:
            self._crawler.stats.inc_value(f"render/needed/{need}")
            logger.debug("%s needs a browser: %s", item.url, need)
        return need is not None or self._mode == "always"

    async def _render(self, item: PostPage, platforms: list[CommentPlatform]) -> None:
        assert item.response is not None
        folder_of = getattr(self._crawler.spider, "folder_of", None)
        folder = folder_of(item.blog) if folder_of else None
        rendered = await self.renderer.render(item.response.url, _document(item.response), platforms, folder)
        if rendered is None:
            return
        if has_lost(item.page, rendered.page):
            self._crawler.stats.inc_value("render/lost")
            return
        item.page, item.rendered, item.platforms = rendered.page, True, None
        if self._archive is not None and item.warc is not None:
            content, mime = rendered.html.encode("utf-8", "replace"), "text/html; charset=utf-8"
            self._archive.write_conversion(item.response.url, content, mime, item.warc, folder)


def _document(response: Response) -> InterceptedResponse:
    kind = (response.headers.get("Content-Type") or b"text/html").decode("latin-1")
    return InterceptedResponse(response.url, 200, {"content-type": kind}, response.body)


def render_mode(text: str) -> str:
    """The mode of that name; ``UsageError`` if there is none."""
    if text not in _MODES:
        raise UsageError(f"{text!r} is no way to render pages; say one of {', '.join(_MODES)}")
    return text
