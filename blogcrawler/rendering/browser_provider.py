"""How scrapy-playwright gets its browser, and what to tell the user if it gets none."""

from __future__ import annotations

from collections.abc import Callable

from playwright.async_api import Browser, Error
from scrapy_playwright.handler import Config
from scrapy_playwright.provider import PlaywrightBrowserProvider

from ..errors import RenderError

__all__ = ["BrowserProvider"]


class BrowserProvider(PlaywrightBrowserProvider):  # type: ignore[misc]
    """Playwright's browser; ``RenderError`` if it cannot be started. ``on_end`` is called when one ends."""

    def __init__(self, config: Config, on_end: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_end = on_end

    async def launch_browser(self) -> Browser:
        try:
            browser: Browser = await super().launch_browser()
        except (Error, OSError) as error:
            raise RenderError(_explained(error)) from error
        browser.on("disconnected", lambda _: self._on_end())
        return browser


def _explained(error: Exception) -> str:
    text = str(error)
    if "executable doesn't exist" in text.lower() or "ENOENT" in text or isinstance(error, OSError):
        return (
            "there is no Chromium. Install it (Debian, Ubuntu: apt-get install chromium), or set its path: "
            "BLOGCRAWLER_CHROMIUM=/path/to/chromium"
        )
    if "sandbox" in text.lower():
        return (
            "Chromium cannot create its sandbox here. Allow user namespaces, or, if this machine is a sandbox itself, "
            """set PLAYWRIGHT_LAUNCH_OPTIONS='{"chromium_sandbox": false}'"""
        )
    return f"Chromium does not start: {text.splitlines()[0] if text else type(error).__name__}"
