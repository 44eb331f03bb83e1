"""The crawl phase of a forum: its software is known, so there is nothing to learn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

from scrapy import Request
from scrapy.http import Response, TextResponse

from ..blog import KnownBlog
from ..crawl import CrawlTools, DownloadFailures
from ..errors import StoreError
from ..forum import ListRepair, ThreadCallbacks, ThreadCrawl
from ..frontier import CrawlPhase
from ..http import is_html, peek_page, robots_source
from ..items import Post
from ..requisites import RequisiteService

__all__ = ["ForumCrawl"]

T = TypeVar("T", Post, Request | Post)


class ForumCrawl:
    """Crawls a forum. Each thread becomes one record. Stat: ``posts/found``."""

    def __init__(
        self, blog: KnownBlog, tools: CrawlTools, failures: DownloadFailures, callbacks: ThreadCallbacks
    ) -> None:
        self._blog, self._tools, self._failures = blog, tools, failures
        self._threads = ThreadCrawl(callbacks, blog, tools.frontier, ListRepair(blog, tools.open_store))
        self._requisites = RequisiteService(tools.crawler, tools.settings, tools.frontier.database)

    def begin(self, robots: Response | None) -> None:
        """Store the record of the forum and its robots.txt, and queue its home page."""
        tools, state = self._tools, self._tools.state
        with closing(tools.open_store()) as store:
            tools.save_blog(store, self._blog.record(None))
            if robots is not None:
                store.schedule.save_source(robots_source(self._blog.home, robots, datetime.now(UTC)))
        tools.replace_records()
        tools.crawler.engine.crawl(self._threads.first())
        state.phase, state.home, state.is_forum = CrawlPhase.CRAWL, self._blog.home, True
        tools.save_state()

    def parse(self, response: Response, to: str | None, thread: dict[str, Any] | None) -> Iterator[Request | Post]:
        """Follow and read a page."""
        if self._failures.record_response(response):
            if isinstance(response, TextResponse) and is_html(response):
                self._requisites.collect(peek_page(response), self._blog.home)
            yield from self._counted(self._threads.parse(response, to, thread))
        else:
            yield from self._counted(self._threads.give_up(thread))

    def failed(self, request: Request) -> Iterator[Post]:
        """Save what was read of a thread whose next page could not be downloaded."""
        yield from self._counted(self._threads.give_up(request.cb_kwargs.get("thread")))

    def fetch_requisites(self) -> bool:
        """Fetch what the pages need to look as they did, when all else is done; whether there is more to wait for."""
        return self._requisites.finish()

    def close(self) -> None:
        """Learn what could not be learned while pages were still open, and store what later updates watch."""
        with suppress(StoreError):
            self._threads.end()
            with closing(self._tools.open_store()) as store:
                for document in self._threads.watched_lists(store):
                    store.schedule.save_source(document)

    def _counted(self, results: Iterable[T]) -> Iterator[T]:
        for result in results:
            if isinstance(result, Post):
                self._tools.stats.inc_value("posts/found")
                self._failures.record_post()
            yield result
