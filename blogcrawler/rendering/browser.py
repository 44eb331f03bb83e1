"""Chromium, run by scrapy-playwright: started for the first page that needs it, without a network of its own."""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from scrapy import Request

from ..extras import needs_extra
from .traffic import Traffic

if TYPE_CHECKING:
    from playwright.async_api import Page, Route
    from playwright.async_api import Request as BrowserRequest
    from scrapy.crawler import Crawler
    from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

__all__ = ["Chromium", "find_chromium"]

_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--mute-audio",
    "--no-first-run",
    # A request that we fail to intercept finds no network: names do not resolve, and no proxy listens on this port.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # A page that needs more memory crashes alone.
    "--js-flags=--max-old-space-size=512",
)
_CONTEXT = {
    "accept_downloads": False,
    "service_workers": "block",
    "viewport": {"width": 1280, "height": 2000},
}
#: Shadow trees can only be read if they are open.
_OPEN_SHADOWS = """(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) { return attach.call(this, {...init, mode: "open"}); };
})()"""
_CLOSING_TIMEOUT = 5
_MAX_PAGES_PER_TAB = 25
#: Seconds for Playwright to notice that the browser has ended.
_NOTICING_SECONDS = 1


@dataclass(slots=True)
class _Tab:
    """A tab in a context of its own, and the number of pages it has shown."""

    name: str
    page: Page | None = None
    uses: int = 0


class Chromium:
    """A browser that opens pages whose every request is answered by a :class:`Traffic`.

    ``executable`` is the program to run; by default the system's Chromium or Chrome, else Playwright's own.
    ``PLAYWRIGHT_LAUNCH_OPTIONS`` takes precedence.
    """

    def __init__(self, crawler: Crawler, executable: str | None = None) -> None:
        self._crawler = crawler
        self._executable = executable
        self._handler: ScrapyPlaywrightDownloadHandler | None = None
        self._starting = asyncio.Lock()
        self._numbers = count()
        self._watched: set[asyncio.Task[Any]] = set()
        self._free: list[_Tab] = []

    @asynccontextmanager
    async def page(self, traffic: Traffic, seconds: float) -> AsyncIterator[Page]:
        """A page that has loaded its document; ``RenderError`` if there is no browser, ``MissingExtra`` if there is no
        scrapy-playwright.

        Pages share tabs, each in a context of its own, which is closed after many pages or when anything went wrong: a
        new process for each page would cost more than the page.
        """
        handler = await self._started()
        tab = self._free.pop() if self._free else _Tab(f"tab-{next(self._numbers)}")
        tab.uses += 1
        request = Request(
            traffic.url,
            meta={
                "playwright": True,
                "playwright_context": tab.name,
                "playwright_context_kwargs": _CONTEXT,
                "playwright_include_page": True,
                "playwright_page": tab.page,
                "playwright_page_init_callback": _set_up(traffic, tab),
                "playwright_page_goto_kwargs": {"wait_until": "domcontentloaded", "timeout": 1000 * seconds},
            },
        )
        try:
            await handler.download_request(request)
            tab.page = request.meta["playwright_page"]
            yield tab.page
        except BaseException:
            tab.uses = _MAX_PAGES_PER_TAB
            raise
        finally:
            if tab.uses < _MAX_PAGES_PER_TAB and tab.page is not None and not tab.page.is_closed():
                self._free.append(tab)
            elif (context := handler.context_wrappers.get(tab.name)) is not None:
                await self._finish(context.context.close())

    def watch(self, task: asyncio.Task[Any]) -> None:
        """Cancel a task when the browser ends: not all of Playwright's calls notice that."""
        self._watched.add(task)
        task.add_done_callback(self._watched.discard)

    def _ended(self) -> None:
        self._free.clear()
        loop = asyncio.get_running_loop()
        for task in self._watched:
            loop.call_later(_NOTICING_SECONDS, task.cancel)

    async def _finish(self, closing: Any) -> None:
        """Wait until something is closed, but not forever: a page may keep its process busy."""
        from playwright.async_api import Error

        try:
            await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(closing)), _CLOSING_TIMEOUT)
        except (TimeoutError, Error):
            await self.restart()

    async def _started(self) -> ScrapyPlaywrightDownloadHandler:
        async with self._starting:
            if self._handler is None:
                self._handler = await self._start()
            return self._handler

    async def _start(self) -> ScrapyPlaywrightDownloadHandler:
        with needs_extra("render"):
            from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

            from .browser_provider import BrowserProvider

        # It logs every page and, with a traceback, every failure. We log failures ourselves, once.
        logging.getLogger("scrapy-playwright").setLevel(logging.CRITICAL)
        handler = ScrapyPlaywrightDownloadHandler.from_crawler(self._crawler)
        handler.config.launch_options = self._options() | handler.config.launch_options
        # The handler does this when the engine starts, before we know that a browser is needed.
        handler.browser_provider = BrowserProvider(handler.config, self._ended)
        await handler.browser_provider.start()
        return handler

    def _options(self) -> dict[str, Any]:
        found = self._executable or find_chromium()
        is_root = os.geteuid() == 0
        if is_root:
            _warn_of_root()
        options: dict[str, Any] = {"args": list(_ARGUMENTS), "chromium_sandbox": not is_root}
        return options | {"executable_path": found} if found else options

    async def restart(self) -> None:
        """End the browser; the next page gets a new one."""
        from playwright.async_api import Error

        browser = getattr(self._handler, "browser", None)
        if browser is not None:
            try:
                await asyncio.wait_for(browser.close(), _CLOSING_TIMEOUT)
            except (TimeoutError, Error) as error:
                logging.getLogger(__name__).debug("Closing the browser: %s", error)

    async def close(self) -> None:
        """End the browser and all that belongs to it."""
        handler, self._handler = self._handler, None
        if handler is not None:
            await handler.close()


@functools.cache
def _warn_of_root() -> None:
    """Warn once per process."""
    logging.getLogger(__name__).warning(
        "Chromium runs as root and therefore without its sandbox: a page that exploits it controls this machine. "
        "Run blogcrawler as another user."
    )


def find_chromium() -> str | None:
    """The path of the system's Chromium or Chrome, if there is one."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


def _set_up(traffic: Traffic, tab: _Tab) -> Any:
    async def handle(route: Route, request: BrowserRequest) -> None:
        await traffic.handle(route, request)

    async def set_up(page: Page, request: Request) -> None:
        # Registered after scrapy-playwright's own handler, so called before it; it answers everything.
        traffic.begin()
        await page.route("**", handle)
        if page is not tab.page:
            await page.add_init_script(_OPEN_SHADOWS)
            page.on("popup", lambda popup: asyncio.ensure_future(popup.close()))

    return set_up
