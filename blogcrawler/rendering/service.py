"""Rendering for one crawl: whether a page is rendered, by which browser, and where the result is archived."""

from __future__ import annotations

import logging
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..comments import CommentPlatform
from ..crawl_settings import CrawlSettings
from ..dom import Page
from ..downloader import CrawlArchive, CrawlContext
from ..errors import UsageError
from ..extraction import Extractor, RuleSet
from .needs_browser import browser_need, has_lost
from .parts import InterceptedResponse
from .renderer import Renderer

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from ..items import WarcPlace

__all__ = ["RenderService", "render_mode"]

logger = logging.getLogger(__name__)

_MODES = ("auto", "always", "never")


class RenderService:
    """Renders pages for the spider and the pipelines of a crawl with one browser.

    ``mode`` is ``auto`` (only pages that need a browser), ``always`` or ``never``. Stats: ``render/needed/template``,
    ``render/needed/article``, ``render/needed/comments``, ``render/lost`` (the rendered page had less text than the
    original, which was kept), and those of :class:`Renderer`.
    """

    def __init__(self, crawler: Crawler, mode: str, renderer: Renderer, archive: CrawlArchive | None) -> None:
        self._stats = crawler.stats
        self._context = CrawlContext.of(crawler)
        self._mode = mode
        self._renderer = renderer
        self._archive = archive

    @classmethod
    def start(cls, crawler: Crawler) -> RenderService:
        """Create the service of a crawl. The caller must ``close`` it."""
        settings = CrawlSettings.from_settings(crawler.settings)
        mode = render_mode(CrawlContext.of(crawler).render or settings.render)
        renderer = Renderer(
            crawler,
            pages=settings.render_pages,
            seconds=settings.render_timeout,
            executable=settings.chromium or None,
        )
        archived = mode != "never" and settings.warc_enabled
        service = cls(crawler, mode, renderer, CrawlArchive.of(crawler) if archived else None)
        _services[crawler] = service
        return service

    @classmethod
    def of(cls, crawler: Crawler) -> RenderService | None:
        """The service of a crawl; ``None`` if it renders no pages."""
        return _services.get(crawler)

    async def close(self) -> None:
        """End the browser and release the archive."""
        await self._renderer.close()
        if self._archive is not None:
            self._archive.release()

    @property
    def is_enabled(self) -> bool:
        """Whether any page may be rendered."""
        return self._mode != "never"

    def wants(
        self, page: Page, extractor: Extractor, platforms: Sequence[CommentPlatform], comments_expected: int | None
    ) -> bool:
        """Whether to render the page of a post. The reason is counted in the stats."""
        need = browser_need(page, extractor, platforms, comments_expected)
        if need is not None:
            self._stats.inc_value(f"render/needed/{need}")
            logger.debug("%s needs a browser: %s", page.url, need)
        return need is not None or self._mode == "always"

    async def rendered_template(self, page: Page, response: Response) -> Page | None:
        """The rendered page if the server sent a page without content; ``None`` otherwise, or if rendering fails.

        It is not archived: that is done when the page is crawled.
        """
        if not self.is_enabled or browser_need(page, Extractor(RuleSet())) != "template":
            return None
        rendered = await self._renderer.render(response.url, _document(response))
        return None if rendered is None or has_lost(page, rendered.page) else rendered.page

    async def render_comments(
        self, page: Page, response: Response, platforms: Sequence[CommentPlatform], blog: str, warc: WarcPlace | None
    ) -> Page | None:
        """Render a page if only some of its comments could be fetched; ``None`` if a browser cannot help."""
        if not self.is_enabled or not any(platform.marks.needs_script and platform.browser for platform in platforms):
            return None
        self._stats.inc_value("render/needed/comments")
        return await self.render(page, response, platforms, blog, warc)

    async def render(
        self, page: Page, response: Response, platforms: Sequence[CommentPlatform], blog: str, warc: WarcPlace | None
    ) -> Page | None:
        """Render a page and archive the result; ``None`` if that fails or the original page has more text.

        ``warc`` is the place of the original in the archive.
        """
        folder = self._context.separate_folder(blog)
        rendered = await self._renderer.render(response.url, _document(response), platforms, folder)
        if rendered is None:
            return None
        if has_lost(page, rendered.page):
            self._stats.inc_value("render/lost")
            return None
        if self._archive is not None and warc is not None:
            content, mime = rendered.html.encode("utf-8", "replace"), "text/html; charset=utf-8"
            self._archive.write_conversion(response.url, content, mime, warc, folder)
        return rendered.page


_services: weakref.WeakKeyDictionary[Crawler, RenderService] = weakref.WeakKeyDictionary()


def _document(response: Response) -> InterceptedResponse:
    kind = (response.headers.get("Content-Type") or b"text/html").decode("latin-1")
    return InterceptedResponse(response.url, 200, {"content-type": kind}, response.body)


def render_mode(text: str) -> str:
    """Check the name of a mode; ``UsageError`` if it is unknown."""
    if text not in _MODES:
        raise UsageError(f"{text!r} is not a render mode; use one of {', '.join(_MODES)}")
    return text
