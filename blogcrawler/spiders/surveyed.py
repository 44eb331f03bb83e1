"""What a survey works with and what it finds."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from scrapy.http import Response, TextResponse

from ..errors import BlogCrawlerError
from ..extraction import Page
from ..items import Feed, FeedEntry

__all__ = ["Fetch", "NotFetched", "Survey", "Training", "Visits"]

logger = logging.getLogger(__name__)

#: Downloads an address; raises ``NotFetched`` if it cannot be had.
Fetch = Callable[[str], Awaitable[Response]]


class NotFetched(BlogCrawlerError):
    """A page cannot be had; the message is the reason."""


class Visits:
    """Downloads pages, each robots.txt once, and remembers why some could not be had."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._robots: dict[str, Response | None] = {}
        self.reasons: dict[str, str] = {}
        #: What is not there, is not for us, or does not answer.
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


@dataclass(frozen=True, slots=True)
class Training:
    """A feed entry and the page it leads to; ``drawn`` is what a browser makes of it, if it is nothing without one."""

    entry: FeedEntry
    response: TextResponse
    page: Page
    drawn: Page | None = None

    @property
    def shown(self) -> Page:
        """The page as a reader sees it."""
        return self.drawn or self.page


@dataclass(slots=True)
class Survey:
    """What is known of a blog before the crawl begins; all below ``root`` belongs to it."""

    home: str
    root: str
    home_page: Page
    feed: Feed | None = None
    training: list[Training] = field(default_factory=list)
    #: Sitemaps that robots.txt names, or the usual addresses if it names none (``guessed``).
    sitemaps: list[str] = field(default_factory=list)
    guessed: bool = False
    #: Keys of the feed's entries whose pages were asked for, and hosts through which some of them lead.
    asked: set[str] = field(default_factory=set)
    trackers: set[str] = field(default_factory=set)
    #: Whether the posts that the feed lists are at other addresses than it says.
    misled: bool = False
    notes: list[str] = field(default_factory=list)
