"""Downloads before the crawl begins. The crawl does not repeat them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from ..downloader import CrawlContext, ServerGivenUp
from ..errors import NotFetched, Overloaded
from ..http import UNAVAILABLE, reason_of
from ..urls import normalize, same_host

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["Prefetcher"]


#: An overloaded server is asked for robots.txt again until it is given up: without it nothing may be fetched.
_BUSY, _MAX_ROUNDS = (429, 503), 4


class Prefetcher:
    """Downloads what the survey requests, and puts it into ``prefetched`` for the crawl.

    ``robots`` is the site's robots.txt.
    """

    def __init__(self, crawler: Crawler, prefetched: dict[str, Response]) -> None:
        self._crawler = crawler
        self._prefetched = prefetched
        self.robots: Response | None = None

    async def fetch(self, url: str) -> Response:
        """Download an address; raises ``NotFetched`` if that fails, ``Overloaded`` if the blog's server is given up."""
        robots = url.endswith("/robots.txt")
        # Without this, Scrapy would request robots.txt before it requests robots.txt.
        meta = {"survey": True} | ({"dont_obey_robotstxt": True, "max_retry_times": 2} if robots else {})
        try:
            for _ in range(_MAX_ROUNDS if robots else 1):
                response = await self._crawler.engine.download_async(Request(url, NO_CALLBACK, meta=meta))
                if response.status not in _BUSY:
                    break
        except ServerGivenUp as error:
            if same_host(error.host, CrawlContext.of(self._crawler).host):
                raise Overloaded(f"{error}. Try again later.") from error
            raise NotFetched(reason_of(error)) from error
        except Exception as error:
            if robots:
                self._prefetched[url] = self.robots = Response(url, status=503)  # allows nothing
            raise NotFetched(reason_of(error)) from error
        if robots:
            self._prefetched[url] = self.robots = response
        elif response.status < 400 or response.status in UNAVAILABLE:
            self._prefetched[normalize(response.url) or response.url] = response
        return response
