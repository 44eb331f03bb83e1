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
        #: When the robots.txt of a host could not be fetched.
        self._failed: dict[str, float] = {}

    def forget(self, netloc: str) -> None:
        """Request the robots.txt of a host again."""
        self._parsers.pop(netloc, None)
        self._failed.pop(netloc, None)

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """What the robots.txt of the request's host says."""
        url = urlparse_cached(request)
        if time.monotonic() - self._failed.get(url.netloc, time.monotonic()) >= _PAUSE:
            self.forget(url.netloc)
        if url.netloc not in self._parsers:
            self._parsers[url.netloc] = Deferred()
            meta: dict[str, Any] = {"dont_obey_robotstxt": True}
            if "blog_folder" in request.meta:  # decides which private hosts may be asked
                meta["blog_folder"] = request.meta["blog_folder"]
            address = f"{url.scheme}://{url.netloc}/robots.txt"
            try:
                asked = Request(address, NO_CALLBACK, priority=self.DOWNLOAD_PRIORITY, meta=meta)
                response = await self.crawler.engine.download_async(asked)
                await self._parse_robots(response, url.netloc, request)
            except Exception as error:
                logger.info("%s cannot be fetched: %s", address, error)
                self._robots_error(error, url.netloc)
            self._stats.inc_value("robotstxt/request_count")
        parser = self._parsers.get(url.netloc)
        return await maybe_deferred_to_future(parser) if isinstance(parser, Deferred) else parser

    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        if response.status < 500:
            if len(response.body) > _MAX_BYTES:
                whole_lines, _, _ = response.body[:_MAX_BYTES].rpartition(b"\n")
                response = response.replace(body=whole_lines)
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

    def process_request_2(self, rp: RobotParser | None, request: Request) -> None:
        """Drop a request that is not allowed."""
        if rp is None and urlparse_cached(request).netloc in self._failed:
            self._stats.inc_value("robotstxt/unreachable")
            raise RobotsUnreachable("robots.txt cannot be fetched")
        super().process_request_2(rp, request)
