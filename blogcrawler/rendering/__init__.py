"""Rendering: pages that only a browser can read, read by one.

- :func:`browser_need` says whether a page needs a browser, and why (pure);
- :class:`Renderer` runs Chromium and gives the page as it stands when its scripts have drawn everything.

Chromium itself has no network: everything it asks for is fetched by the crawl's own downloader, so robots.txt,
throttling, proxies, the guard against private networks and the web archive hold for it too.
"""

from .needs_browser import browser_need
from .service import RenderService

__all__ = [
    "RenderService",
    "browser_need",
]
