"""A crawl of a site on disk by the project's own spider, without network, in a fixed order.

The spider, its survey, its frontier and scheduler are the real ones; what Scrapy's engine would do is done here, one
answer after the other, with ``window`` requests on their way at a time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from scrapy import Request
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.http import Response
from scrapy.responsetypes import responsetypes
from scrapy.settings import Settings
from scrapy.signalmanager import SignalManager
from scrapy.statscollectors import MemoryStatsCollector

from blogcrawler.blog import PostPage
from blogcrawler.frontier import FrontierScheduler
from blogcrawler.spiders.newcrawl import NewCrawl

Fetch = Callable[[str], tuple[int, str, bytes]]


@dataclass
class Harvest:
    """What a crawl did: the addresses in the order they were asked for, the posts it found, how it ended."""

    fetched: list[str] = field(default_factory=list)
    posts: list[str] = field(default_factory=list)
    reason: str = "finished"
    stats: dict[str, Any] = field(default_factory=dict)


class _Slot:
    def __init__(self) -> None:
        self.inprogress: set[Request] = set()


class _Engine:
    """As much of Scrapy's engine as the spider and the scheduler use."""

    def __init__(self, fetch: Fetch, harvest: Harvest) -> None:
        self._fetch, self._harvest = fetch, harvest
        self._slot = _Slot()
        self.scheduler: FrontierScheduler

    def get(self, request: Request) -> Response:
        self._harvest.fetched.append(request.url)
        status, kind, body = self._fetch(request.url)
        headers = {b"Content-Type": kind.encode()}
        made = responsetypes.from_args(headers=headers, url=request.url, body=body)
        return made(request.url, status=status, headers=headers, body=body, request=request)

    async def download_async(self, request: Request) -> Response:
        return self.get(request)

    def crawl(self, request: Request) -> None:
        self.scheduler.enqueue_request(request)


class _Crawler:
    def __init__(self, settings: Settings, engine: _Engine) -> None:
        self.settings, self.engine = settings, engine
        self.signals = SignalManager(self)
        self.stats = MemoryStatsCollector(self)  # type: ignore[arg-type]
        self.spider: NewCrawl


def simulate(url: str, fetch: Fetch, home: str, window: int = 1, **options: Any) -> Harvest:
    """Crawl the blog at ``url``; ``options`` are settings, and arguments of the spider where they are small."""
    harvest = Harvest()
    settings = Settings()
    settings.setmodule("blogcrawler.settings")
    arguments = {name: value for name, value in options.items() if name.islower()}
    settings.setdict({name: value for name, value in options.items() if not name.islower()}, priority="cmdline")
    settings.set("BLOGCRAWLER_HOME", home, priority="cmdline")
    settings.set("STATS_DUMP", False)
    engine = _Engine(fetch, harvest)
    crawler: Any = _Crawler(settings, engine)
    spider = crawler.spider = NewCrawl.from_crawler(crawler, url=url, **arguments)
    scheduler = engine.scheduler = FrontierScheduler.from_crawler(crawler)
    scheduler.open(spider)
    try:
        asyncio.run(_start(spider))
        _crawl(spider, scheduler, engine, harvest, window)
    except CloseSpider as end:
        harvest.reason = end.reason
    spider.closed(harvest.reason)
    scheduler.close(harvest.reason)
    harvest.stats = crawler.stats.get_stats()
    return harvest


async def _start(spider: NewCrawl) -> None:
    async for _ in spider.start():
        pass


def _crawl(spider: NewCrawl, scheduler: FrontierScheduler, engine: _Engine, harvest: Harvest, window: int) -> None:
    flying: deque[tuple[Request, Response]] = deque()
    while True:
        while len(flying) < window and (request := scheduler.next_request()) is not None:
            engine._slot.inprogress.add(request)
            response = spider.prefetched.pop(request.url, None)
            if response is not None:
                response.request = request
            flying.append((request, response or engine.get(request)))
        if not flying:
            try:
                spider.idle()
            except DontCloseSpider:
                continue
            return
        request, response = flying.popleft()
        made: Iterable[Any] = request.callback(response, **request.cb_kwargs) if request.callback else ()
        for thing in made:
            if isinstance(thing, PostPage):
                harvest.posts.append(thing.url)
            elif isinstance(thing, Request):
                thing.meta.setdefault("depth", request.meta.get("depth", 0) + 1)
                scheduler.enqueue_request(thing)
        engine._slot.inprogress.discard(request)
