"""The delay between requests that a site requests in its robots.txt."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.extensions.throttle import AutoThrottle

from ..crawl_settings import CrawlSettings

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.robotstxt import RobotParser

__all__ = ["CrawlDelay"]

logger = logging.getLogger(__name__)


class CrawlDelay:
    """Waits between two requests to a host for as long as its robots.txt requests (``Crawl-delay``).

    At most ``BLOGCRAWLER_MAX_CRAWL_DELAY`` seconds; 0 switches it off, as does ``ROBOTSTXT_OBEY = False``.
    AutoThrottle may wait longer, but not less.
    """

    def __init__(self, crawler: Crawler, max_delay: float) -> None:
        self._crawler = crawler
        self._max_delay = max_delay

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        max_delay = CrawlSettings.from_settings(crawler.settings).max_crawl_delay
        if max_delay <= 0 or not crawler.settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        extension = cls(crawler, max_delay)
        crawler.signals.connect(extension.robots_parsed, signal=signals.robots_parsed)
        return extension

    def robots_parsed(self, robotparser: RobotParser, request: Request) -> None:
        settings = self._crawler.settings
        agent = settings["ROBOTSTXT_USER_AGENT"] or settings["USER_AGENT"]
        requested = robotparser.crawl_delay(agent)
        if not requested:
            return
        delay = min(requested, self._max_delay)
        downloader = self._crawler.engine.downloader
        host = downloader.get_slot_key(request)
        if delay > downloader._delay:
            logger.info("robots.txt of %s asks for %g s between requests; waiting %g s", host, requested, delay)
        key, slot = downloader._get_slot(request)
        downloader.per_slot_settings[key] = {**downloader.per_slot_settings.get(key, {}), "delay": delay}
        slot.delay = max(slot.delay, delay)
        throttle = self._crawler.get_extension(AutoThrottle)
        if throttle is not None:
            throttle.mindelay = max(throttle.mindelay, delay)
            throttle.maxdelay = max(throttle.maxdelay, delay)
