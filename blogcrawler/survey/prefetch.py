"""The pages that are fetched before the crawl begins, each only once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from ..blog import SiteKnowledge
from ..errors import NotFetched, Unreachable
from ..http import LOST, is_html, reason_of, to_page
from ..urls import normalize
from .seed import resolve_seed
from .visits import SurveyDownloads

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["Prefetcher"]


class Prefetcher:
    """Downloads what the survey asks for. ``held`` are the pages for the crawl, ``robots`` is the site's robots.txt."""

    def __init__(self, crawler: Crawler, held: dict[str, Response]) -> None:
        self._crawler = crawler
        self.held = held
        self.robots: Response | None = None
        #: What was fetched to recognise the program, for the survey.
        self._early: dict[str, Response | NotFetched] = {}

    async def fetch(self, url: str) -> Response:
        """Download a page for the survey, and hold it for the crawl."""
        early = self._early.pop(url, None)
        if isinstance(early, NotFetched):
            raise early
        if early is not None:
            return early
        robots = url.endswith("/robots.txt")
        # Scrapy would ask for robots.txt before it asks for robots.txt.
        meta = {"dont_obey_robotstxt": True, "max_retry_times": 1} if robots else {}
        try:
            response = await self._crawler.engine.download_async(Request(url, NO_CALLBACK, meta=meta))
        except Exception as error:
            if robots:
                self.held[url] = self.robots = Response(url, status=404)
            raise NotFetched(reason_of(error)) from error
        if robots:
            self.held[url] = self.robots = response
        elif response.status < 400 or response.status in LOST:
            self.held[normalize(response.url) or response.url] = response
        return response

    async def recognise(self, home: str, learned: Callable[[str], Iterable[Mapping[str, Any]]]) -> SiteKnowledge:
        """What program makes the site, by its home page, with what was ``learned`` of that program on other sites."""
        try:
            response = (await resolve_seed(home, SurveyDownloads(self._fetch_early))).page
        except Unreachable:
            return SiteKnowledge()
        return self._recognise(response, learned)

    def recognise_again(self, home: str, learned: Callable[[str], Iterable[Mapping[str, Any]]]) -> SiteKnowledge:
        """The same, of a home page that the survey has found elsewhere."""
        response = self.held.get(home)
        return self._recognise(response, learned) if response is not None else SiteKnowledge()

    def _recognise(self, response: Response, learned: Callable[[str], Iterable[Mapping[str, Any]]]) -> SiteKnowledge:
        if response.status >= 400 or not isinstance(response, TextResponse) or not is_html(response):
            return SiteKnowledge()
        knowledge = SiteKnowledge.recognise(response, to_page(response))
        knowledge.remember(learned, response.url)
        return knowledge

    async def _fetch_early(self, url: str) -> Response:
        try:
            response = self._early[url] = await self.fetch(url)
        except NotFetched as error:
            self._early[url] = error
            raise
        return response
