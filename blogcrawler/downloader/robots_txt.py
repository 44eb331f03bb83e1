"""Obey robots.txt, also when it cannot be fetched."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.httpobj import urlparse_cached
from twisted.internet.defer import Deferred

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.robotstxt import RobotParser

__all__ = ["RobotsRules", "RobotsUnreachable"]

logger = logging.getLogger(__name__)

#: Seconds after which a robots.txt that could not be fetched is requested again.
_PAUSE = 60
#: More is not read (RFC 9309, 2.5: at least 500 KiB must be). Parsing 16 MB would stop the reactor for seconds.
_MAX_BYTES = 512_000


class RobotsUnreachable(IgnoreRequest):
    """The server fails to answer what it allows."""


class RobotsRules(RobotsTxtMiddleware):
    """Scrapy's middleware, except that a host whose robots.txt cannot be fetched allows nothing (RFC 9309, 2.3.1.4).

    That is the case if the server answers with a status of 500 or more, or not at all, after Scrapy's retries. A minute
    later the next request to this host asks again. A robots.txt that does not exist (status 4xx) allows everything.
    Stat: ``robotstxt/unreachable``.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        #: When the robots.txt of a scheme and host could not be fetched.
        self._failed: dict[str, float] = {}
        #: Why, for those.
        self._errors: dict[str, Exception] = {}

    def forget(self, netloc: str) -> None:
        """Request the robots.txt of a host again."""
        for scheme in ("http", "https"):
            self._forget_place(f"{scheme}://{netloc}")

    def _forget_place(self, place: str) -> None:
        self._parsers.pop(place, None)
        self._failed.pop(place, None)
        self._errors.pop(place, None)

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """What the robots.txt of the request's host says.

        That of http counts for https, too, and the other way round, if it was fetched before. One that failed does not.
        """
        url = urlparse_cached(request)
        own, other = _place(request), f"{'http' if url.scheme == 'https' else 'https'}://{url.netloc}"
        if own not in self._parsers and other in self._parsers and other not in self._failed:
            parser = await self._parser_of(other, request)
            if other in self._parsers and other not in self._failed:
                return parser
        return await self._parser_of(own, request)

    async def _parser_of(self, place: str, request: Request) -> RobotParser | None:
        if time.monotonic() - self._failed.get(place, time.monotonic()) >= _PAUSE:
            self._forget_place(place)
        if place not in self._parsers:
            self._parsers[place] = Deferred()
            meta: dict[str, Any] = {"dont_obey_robotstxt": True}
            if "blog_folder" in request.meta:  # decides which private hosts may be asked
                meta["blog_folder"] = request.meta["blog_folder"]
            address = f"{place}/robots.txt"
            try:
                asked = Request(address, NO_CALLBACK, priority=self.DOWNLOAD_PRIORITY, meta=meta)
                response = await self.crawler.engine.download_async(asked)
                await self._parse_robots(response, place, request)
            except Exception as error:
                logger.info("%s cannot be fetched: %s", address, error)
                self._robots_error(error, place)
            self._stats.inc_value("robotstxt/request_count")
        parser = self._parsers.get(place)
        return await maybe_deferred_to_future(parser) if isinstance(parser, Deferred) else parser

    # Scrapy has one parser per host. Ours are by scheme and host: what it calls netloc is such a place.
    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        if response.status < 500:
            if len(response.body) > _MAX_BYTES:
                head = response.body[:_MAX_BYTES]
                end = max(head.rfind(b"\n"), head.rfind(b"\r"))  # lines may end with either (RFC 9309, 2.2)
                response = response.replace(body=head[: max(end, 0)])
            await super()._parse_robots(response, netloc, request)
            return
        self._stats.inc_value("robotstxt/response_count")
        self._stats.inc_value(f"robotstxt/response_status_count/{response.status}")
        raise RobotsUnreachable(f"status {response.status}")

    def _robots_error(self, exc: Exception, netloc: str) -> None:
        super()._robots_error(exc, netloc)
        if isinstance(exc, IgnoreRequest) and not isinstance(exc, RobotsUnreachable):
            self._parsers.pop(netloc, None)  # it was refused for this blog, as the page will be, but not for others
        else:
            self._failed[netloc] = time.monotonic()
            self._errors[netloc] = exc.with_traceback(None)

    def process_request_2(self, rp: RobotParser | None, request: Request) -> None:
        """Drop a request that is not allowed."""
        if rp is None and (place := _place(request)) in self._failed:
            self._stats.inc_value("robotstxt/unreachable")
            raise RobotsUnreachable("robots.txt cannot be fetched") from self._errors.get(place)
        super().process_request_2(rp, request)


def _place(request: Request) -> str:
    url = urlparse_cached(request)
    return f"{url.scheme}://{url.netloc}"
