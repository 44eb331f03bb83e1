"""Scrapy's scheduler over our frontier."""

from __future__ import annotations

import contextlib
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Self

from scrapy.core.scheduler import BaseScheduler
from scrapy.utils.job import job_dir
from scrapy.utils.request import request_from_dict

from ..urls import page_key
from .queue import DiskFrontier

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler

__all__ = ["FrontierScheduler"]


class FrontierScheduler(BaseScheduler):
    """Hands out requests by priority, each page once.

    With ``JOBDIR`` the queue is kept in ``frontier.db`` there: a crawl that was stopped or killed goes on
    where it was, pages that it had not finished are fetched again. When a crawl is complete, the file is
    removed. Stats: ``frontier/queued``, ``frontier/duplicates``.
    """

    def __init__(self, crawler: Crawler, path: Path | None) -> None:
        self._crawler = crawler
        self.frontier = DiskFrontier(path)
        #: Whether an earlier, unfinished crawl left work to go on with.
        self.resumed = self.frontier.noted("surveyed") is not None
        self._flying: dict[Request, bytes] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        folder = job_dir(crawler.settings)
        return cls(crawler, Path(folder) / "frontier.db" if folder else None)

    def open(self, spider: Spider) -> None:
        self._spider = spider

    def has_pending_requests(self) -> bool:
        return len(self.frontier) > 0

    def enqueue_request(self, request: Request) -> bool:
        key = page_key(request.url)
        # A redirect from http to https or to a final slash leads to the same page.
        moved = any(page_key(url) == key for url in request.meta.get("redirect_urls", ()))
        data = pickle.dumps(request.to_dict(spider=self._spider), protocol=5)
        added = self.frontier.add(key, data, request.priority, again=request.dont_filter or moved)
        if not added:
            self._crawler.stats.inc_value("frontier/duplicates")
        return added

    def next_request(self) -> Request | None:
        self._settle()
        taken = self.frontier.next()
        self._crawler.stats.set_value("frontier/queued", len(self.frontier))
        if taken is None:
            return None
        ticket, data = taken
        request = request_from_dict(pickle.loads(data), spider=self._spider)  # noqa: S301 - we wrote it
        self._flying[request] = ticket
        return request

    def _settle(self) -> None:
        """Mark as done what the engine has finished: downloaded, read, its items stored and exported."""
        slot = self._crawler.engine._slot
        assert slot is not None
        for request in [r for r in self._flying if r not in slot.inprogress]:
            self.frontier.done(self._flying.pop(request))

    def close(self, reason: str) -> None:
        self._settle()
        self._crawler.stats.set_value("frontier/queued", len(self.frontier))
        if reason == "finished":
            self.frontier.remove()
            if self.frontier.path is not None:
                with contextlib.suppress(OSError):  # others may keep files there, too
                    self.frontier.path.parent.rmdir()
        else:
            self.frontier.close()
