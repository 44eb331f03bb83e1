"""Downloads for a survey."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from scrapy.http import Response

from ..errors import NotFetched
from ..frontier import Activity

__all__ = ["Fetch", "Report", "SurveyDownloads"]


logger = logging.getLogger(__name__)


#: Downloads an address; raises ``NotFetched`` if that fails.
Fetch = Callable[[str], Awaitable[Response]]
#: Called with what the survey is doing, and how many of how many steps of it are done.
Report = Callable[[Activity, int, int], None]


class SurveyDownloads:
    """Downloads pages, each robots.txt once, and remembers which failed and why.

    ``report`` is told what they are for.
    """

    def __init__(self, fetch: Fetch, report: Report = lambda *_: None) -> None:
        self._fetch = fetch
        self.report = report
        self._robots: dict[str, Response | None] = {}
        self.reasons: dict[str, str] = {}
        #: Addresses that answered with an error or not at all.
        self.missed: set[str] = set()

    async def __call__(self, url: str) -> Response | None:
        if not url.endswith("/robots.txt"):
            return await self._visit(url)
        if url not in self._robots:
            self._robots[url] = await self._visit(url)
        return self._robots[url]

    async def _visit(self, url: str) -> Response | None:
        try:
            response = await self._fetch(url)
            if response.status >= 400:
                self.missed.add(url)
            return response
        except NotFetched as error:
            self.missed.add(url)
            self.reasons[url] = str(error)
            level = logging.DEBUG if url.endswith("/robots.txt") else logging.INFO
            logger.log(level, "%s cannot be fetched: %s", url, error)
            return None
