"""Pages as they are after their scripts have run."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lxml import etree
from scrapy import Request
from scrapy.http.request import NO_CALLBACK

from ..comments import CommentPlatform
from ..dom import Page
from ..downloader import SilentHosts
from ..errors import MissingExtra, RenderError
from .browser import Chromium
from .comment_loading import load_comments
from .frames import FRAME_MARK, FrameContent, assemble
from .parts import InterceptedResponse, Parts, intercepted
from .traffic import InterceptedRequest, Traffic

if TYPE_CHECKING:
    from playwright.async_api import Page as BrowserPage
    from scrapy.crawler import Crawler

__all__ = ["Rendered", "Renderer"]

logger = logging.getLogger(__name__)

#: Time to read a page after the time for loading it is over.
_READING_SECONDS = 10
_MAX_TRIES = 3
_MAX_HTML_LENGTH = 20_000_000
_MAX_FRAMES = 30
#: After this many pages the browser is replaced, to free its memory.
_MAX_PAGES_PER_BROWSER = 200
# The content of shadow trees is copied into the document, like that of frames.
_SHOW_SHADOWS = """tag => {
    for (const host of document.querySelectorAll("*")) {
        if (!host.shadowRoot) continue;
        const copy = document.createElement(tag);
        copy.innerHTML = host.shadowRoot.innerHTML;
        host.append(copy);
    }
}"""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendered page with the content of its frames, parsed and as HTML."""

    page: Page
    html: str


class Renderer:
    """Renders pages of a crawl, at most ``pages`` at a time, each in ``seconds`` at most.

    The browser is started for the first page. If there is none, the user is told once, and pages stay as they are. If
    the browser dies, it is replaced and the page is tried again. Stats: ``render/pages``, ``render/failed``,
    ``render/clicks``, ``render/requests`` (made by pages), ``render/blocked``, ``render/restarts``.
    """

    def __init__(self, crawler: Crawler, *, pages: int = 4, seconds: float = 60, executable: str | None = None) -> None:
        self._crawler = crawler
        self._seconds = seconds
        self._turn = asyncio.Semaphore(pages)
        self._chromium = Chromium(crawler, executable)
        self._parts = Parts.of(crawler)
        self._silent = SilentHosts()
        self._missing = False
        self._rendered_pages = self._open = 0

    async def render(
        self,
        url: str,
        document: InterceptedResponse,
        platforms: Sequence[CommentPlatform] = (),
        folder: Path | None = None,
    ) -> Rendered | None:
        """Render the page at an address; the server sent ``document``. ``None`` if it cannot be rendered.

        ``platforms`` are the comment platforms on it, all of whose comments are loaded; ``folder`` belongs to the
        blog, if the crawl has several.
        """
        async with self._turn:
            for left in reversed(range(_MAX_TRIES)):
                if self._missing:
                    return None
                task = asyncio.ensure_future(self._render(url, document, platforms, folder))
                self._chromium.watch(task)
                try:
                    rendered = await task
                    await self._renew()
                    return rendered
                except (RenderError, MissingExtra) as error:
                    self._tell(error)
                except asyncio.CancelledError:
                    if not task.cancelled() or (mine := asyncio.current_task()) is None or mine.cancelling():
                        raise
                    logger.debug("%s is not rendered: the browser died", url)
                except Exception as error:  # whatever a page does to the browser, the post must not be lost
                    if _is_timeout(error):
                        logger.info("%s is not rendered in %g s", url, self._seconds)
                        break
                    if not _is_playwrights(error):
                        logger.exception("%s is not rendered", url)
                        break
                    logger.log(
                        logging.DEBUG if left else logging.INFO, "%s is not rendered: %s", url, _first_line(error)
                    )
            self._crawler.stats.inc_value("render/failed")
            return None

    async def _render(
        self, url: str, document: InterceptedResponse, platforms: Sequence[CommentPlatform], folder: Path | None
    ) -> Rendered:
        stats = self._crawler.stats
        traffic = Traffic(url, document, partial(self._fetch, folder), self._parts, str(folder or ""))
        until = time.monotonic() + self._seconds
        steps = [platform.browser for platform in platforms if platform.browser is not None]
        self._open += 1
        try:
            async with (
                asyncio.timeout(self._seconds + _READING_SECONDS),
                self._chromium.page(traffic, self._seconds) as page,
            ):
                clicks = await load_comments(page, traffic, steps, until)
                rendered = await _read(page, url)
        finally:
            self._open -= 1
            stats.inc_value("render/requests", traffic.requests)
            stats.inc_value("render/blocked", traffic.blocked)
        stats.inc_value("render/pages")
        stats.inc_value("render/clicks", clicks)
        return rendered

    async def _renew(self) -> None:
        """Replace a browser that has rendered many pages, when it is not busy."""
        self._rendered_pages += 1
        if self._rendered_pages >= _MAX_PAGES_PER_BROWSER and self._open == 0:
            self._rendered_pages = 0
            self._crawler.stats.inc_value("render/restarts")
            await self._chromium.restart()

    async def _fetch(self, folder: Path | None, asked: InterceptedRequest) -> InterceptedResponse | None:
        """Fetch with the crawl's own downloader; ``None`` if that fails or is forbidden."""
        if asked.url in self._silent:
            return None
        meta: dict[str, Any] = {"part_of": asked.page, "max_retry_times": 1, "download_timeout": self._seconds}
        if folder is not None:
            meta["blog_folder"] = folder
        try:
            request = Request(
                asked.url, NO_CALLBACK, asked.method, dict(asked.headers), body=asked.body or b"", meta=meta
            )
            response = await self._crawler.engine.download_async(request)
        except Exception as error:
            logger.debug("%s is not fetched for %s: %s", asked.url, asked.page, error)
            if self._silent.failed(asked.url, error):
                logger.info("%s does not answer; pages are rendered without it", asked.url)
            return None
        self._silent.answered(asked.url)
        return intercepted(response)

    def _tell(self, error: RenderError | MissingExtra) -> None:
        if not self._missing:
            self._missing = True
            note = f"Pages that need a browser are not rendered: {error}."
            logger.warning("%s", note)
            stats = self._crawler.stats
            stats.set_value("blogcrawler/notes", [*stats.get_value("blogcrawler/notes", []), note])

    async def close(self) -> None:
        """End the browser."""
        await self._chromium.close()


async def _read(page: BrowserPage, url: str) -> Rendered:
    """The present document with its frames."""
    from playwright.async_api import Error

    from ..dom import FRAME_TAG

    frames: dict[str, FrameContent] = {}
    for number, frame in enumerate(page.frames[1:_MAX_FRAMES]):
        if frame.url.startswith(("http:", "https:", "about:srcdoc")):
            with suppress(Error):
                element = await frame.frame_element()
                await element.evaluate(
                    "(frame, name) => frame.setAttribute(name[0], name[1])", [FRAME_MARK, str(number)]
                )
                await frame.evaluate(_SHOW_SHADOWS, FRAME_TAG)
                frames[str(number)] = FrameContent(frame.url, (await frame.content())[:_MAX_HTML_LENGTH])
    await page.evaluate(_SHOW_SHADOWS, FRAME_TAG)
    html = (await page.content())[:_MAX_HTML_LENGTH]
    assembled = assemble(html, url, frames)
    return Rendered(assembled, etree.tostring(assembled.tree, encoding="unicode", method="html"))


def _is_timeout(error: Exception) -> bool:
    from playwright.async_api import TimeoutError as BrowserTimeout

    return isinstance(error, TimeoutError | BrowserTimeout)


def _is_playwrights(error: Exception) -> bool:
    from playwright.async_api import Error

    return isinstance(error, Error)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
