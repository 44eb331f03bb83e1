"""Rendering: pages that need a browser.

- :func:`browser_need` tells whether a page needs a browser, and why (pure);
- :class:`RenderService` renders the pages of a crawl with Chromium.

Chromium itself has no network: everything it requests is fetched by the crawl's own downloader, so robots.txt,
throttling, proxies, the guard against private networks and the web archive apply to it, too.
"""

from .blocked_requests import is_blocked
from .browser import find_chromium
from .needs_browser import browser_need
from .parts import InterceptedResponse, Parts, intercepted
from .service import RenderService

__all__ = [
    "InterceptedResponse",
    "Parts",
    "RenderService",
    "browser_need",
    "find_chromium",
    "intercepted",
    "is_blocked",
]
