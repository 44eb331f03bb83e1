"""UpdateCrawl: new and changed posts of known blogs."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.exceptions import CloseSpider
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from ..blog import PostPage, blog_folder, find_folder, move_shared_folders, page_folder
from ..crawl_settings import CrawlSettings, check_settings
from ..dates import parse_instant
from ..dom import RobotsTags
from ..downloader import CrawlContext, RobotsRules, respected_tags
from ..errors import ArchiveError, NotFetched, StoreError, UsageError
from ..http import peek_page, reason_of
from ..items import Blog, Post, Visit, WatchedDocument
from ..logs import about_blog, keep_log_safe
from ..requisites import RequisiteService
from ..store import Store, open_store
from ..updating import (
    BlogVisit,
    Leases,
    PageVisits,
    VisitReport,
    failed_visit,
    gone_notes,
    unfinished_crawl_notes,
    visit_ended,
)
from .defaults import apply_blog_settings, export_to, name_contact, note
from .spider_settings import apply_spider_settings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["UpdateCrawl"]

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_STORING, _KEEPING = "blogcrawler.pipelines.store.StorePipeline", "blogcrawler.pipelines.versions.VersionsPipeline"
_ONCE = ("blogcrawler.pipelines.duplicates.DuplicatesPipeline", "blogcrawler.pipelines.duplicates.VariantsPipeline")


class UpdateCrawl(Spider):
    """Brings known blogs up to date: ``scrapy crawl updatecrawl``. It exports complete records of posts that are new or
    have changed; deleted ones are marked in the back end.

    Arguments: ``url``, one blog only, due or not; ``since``, a date (``2014-03-01``) since which everything is
    checked again; ``all=1``, all blogs, due or not; ``forever=1``, wait for blogs to become due instead of ending;
    ``now``, the time to use as the present.

    Any number of these may run at once: each takes blogs from the database by leases, so that only one of them visits
    a blog. Settings: ``BLOGCRAWLER_BLOGS_AT_ONCE``, ``BLOGCRAWLER_BUDGET``, ``BLOGCRAWLER_LEASE``,
    ``BLOGCRAWLER_LOOKS``. Stats: ``blogs/visited``, ``blogs/quiet``, ``blogs/failed``, ``blogs/relearned``,
    ``posts/new``, ``posts/changed``, ``posts/unchanged``, ``posts/gone``,
    ``threads/unreadable``. The signal ``updating.visit_ended`` is sent with a report of each visit.
    """

    name = "updatecrawl"
    options: CrawlSettings
    store: Store
    _leases: Leases
    _requisites: RequisiteService

    def __init__(
        self,
        url: str | None = None,
        since: str | None = None,
        now: str | None = None,
        all: str = "",
        forever: str = "",
        render: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.url = url
        self.since = _day(since, "since")
        present = _day(now, "now")
        self._ahead = present - datetime.now(UTC) if present else timedelta()
        self._every = all not in ("", "0")
        self._forever = forever not in ("", "0")
        self.render = render
        self.max_rechecks = 0
        self.robots_tags = RobotsTags()
        self.prefetched: dict[str, Response] = {}
        self._visits: dict[str, BlogVisit] = {}
        self._hosts: dict[str, BlogVisit] = {}
        self._gone: list[str] = []

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        super().update_settings(settings)
        check_settings(settings, os.environ)
        apply_spider_settings(settings)
        pipelines = dict(settings.getdict("ITEM_PIPELINES"))
        for once in _ONCE:
            pipelines.pop(once, None)  # a post may change again while blogs are being watched
        if _STORING in pipelines:
            pipelines[_KEEPING] = pipelines.pop(_STORING)
            settings.set("ITEM_PIPELINES", pipelines, priority="spider")
        # What to request is decided blog by blog; there is no queue.
        settings.set("SCHEDULER", "scrapy.core.scheduler.Scheduler", priority="spider")
        settings.set("JOBDIR", None, priority=100)  # an update has no queue, and Scrapy's would be unpickled from there
        export_to(settings, "updates/%(time)s.jsonl")
        name_contact(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.options = CrawlSettings.from_settings(crawler.settings)
        CrawlContext(
            name="updates",
            host=urlsplit(spider.url or "").hostname or "",
            folder_of=spider.folder_of,
            render=spider.render,
            prefetched=spider.prefetched,
        ).provide(crawler)
        spider.max_rechecks = spider.options.looks
        spider.robots_tags = respected_tags(crawler.settings)
        spider.store = open_store(spider.options.database_url, spider.options.home)
        try:
            move_shared_folders(spider.store, spider.options.home)
            term = timedelta(seconds=spider.options.lease)
            listed = spider._listed()
            if spider.url and listed:
                CrawlContext.of(crawler).url = listed[0]
                apply_blog_settings(crawler.settings, listed[0])
            spider._leases = Leases(spider, term, listed, spider._forever, spider.options.budget, spider.options.holder)
        except BaseException:
            spider.store.close()
            raise
        spider._requisites = RequisiteService(
            crawler, spider.options, sqlite3.connect("", isolation_level=None), skips_archived=True
        )
        crawler.signals.connect(spider._count_request, signal=signals.request_reached_downloader)
        keep_log_safe()
        return spider

    def _listed(self) -> list[str] | None:
        """The blogs to update: one, all, or ``None`` for those that are due."""
        if self.url is not None:
            blog = self.store.blog(self.url)
            if blog is None:
                raise UsageError(f"no blog {self.url} is known; harvest it first: blogcrawler crawl {self.url}")
            return [blog.url]
        return self.store.addresses() if self._every else None

    # --- one blog after another -------------------------------------------------------------------------------

    async def start(self) -> AsyncIterator[Any]:
        self.crawler.stats.set_value("blogs/visited", 0)
        workers = [asyncio.ensure_future(self._work()) for _ in range(self.options.blogs_at_once)]
        if self.url is None:
            pages = PageVisits(self, self._fetch_for_page, self._every, self._forever)
            workers.append(asyncio.ensure_future(pages.run()))
        beat = asyncio.ensure_future(self._leases.renew())
        try:
            await asyncio.gather(*workers)
        except StoreError as error:
            self.note(str(error))
            raise CloseSpider("store_failed") from None
        except ArchiveError as error:
            self.note(str(error))
            raise CloseSpider("archive_failed") from None
        finally:
            for task in (*workers, beat):
                task.cancel()
            await asyncio.gather(*workers, beat, return_exceptions=True)
        return
        yield  # what makes this a generator

    async def _work(self) -> None:
        """Take blogs and visit them until there are no more."""
        while (blog := await self._leases.take()) is not None:
            await self._visit(blog)

    async def _visit(self, blog: Blog) -> None:
        about_blog(blog.url)
        began = self.now()
        self.crawler.stats.inc_value("blogs/visited")
        if blog.rules is None or blog.pattern is None:
            note = f"its first crawl has learned nothing; crawl it again: blogcrawler crawl --fresh {blog.url}"
            done = failed_visit(blog.url, began, began, note)
            await self._close(done, parse_instant(done.next) or began)
            self._report(VisitReport(done, blog.title))
            return
        for text in unfinished_crawl_notes(blog.url, await self.call(self.store.runs.recent, blog.url)):
            self.note(text)
        visit = BlogVisit(blog, self, self.since)
        if blog.private_host:
            CrawlContext.of(self.crawler).private_hosts[blog_folder(self.options.home, blog)] = blog.private_host
        self._visits[blog.url] = self._hosts[urlsplit(blog.url).netloc] = visit
        due: datetime | None = None
        try:
            done = await self._safely(visit)
            due = parse_instant(done.next)
            await self._requisites.wait()
            await self._close(done, due or began)
            self._report(await visit.report(done))
        finally:
            del self._visits[blog.url]
            self._hosts.pop(urlsplit(blog.url).netloc, None)
            if due is None:
                self._leases.give_up(blog.url, began)
        self._gone += visit.gone

    def _report(self, report: VisitReport) -> None:
        self.crawler.signals.send_catch_log(visit_ended, report=report)

    async def _safely(self, visit: BlogVisit) -> Visit:
        """Visit a blog. An error in one must not prevent visits to the others."""
        try:
            return await visit.run()
        except (StoreError, ArchiveError):  # these would affect all of them
            raise
        except Exception as error:
            logger.exception("%s cannot be brought up to date", visit.blog.url)
            self.note(f"{visit.blog.url} cannot be brought up to date: {type(error).__name__}, see the log.")
            note = f"{type(error).__name__}: {error}"[:500]
            return failed_visit(visit.blog.url, visit.began, self.now(), note, visit.requests)

    async def _close(self, visit: Visit, due: datetime) -> None:
        await self._leases.give_back(visit, due)
        if visit.outcome != "updated":
            self.count(f"blogs/{visit.outcome}")
        logger.info(
            "%s: %s; %d new, %d changed, %d gone; %d requests; again at %s",
            *(visit.blog, visit.outcome, visit.new, visit.changed, visit.gone, visit.requests, visit.next),
        )

    # --- what a visit needs ----------------------------------------------------------------------------------

    def now(self) -> datetime:
        """The time, or the one the user gave."""
        return datetime.now(UTC) + self._ahead

    def folder_of(self, url: str) -> Path:
        """The folder of the blog that an address belongs to."""
        visit = self._visits.get(url) or self._hosts.get(urlsplit(url).netloc)
        return blog_folder(self.options.home, visit.blog) if visit else find_folder(self.options, url)

    def visit_of(self, blog: str) -> BlogVisit:
        """The current visit to a blog."""
        return self._visits[blog]

    async def fetch(self, url: str, headers: dict[str, str] | None = None, visit: BlogVisit | None = None) -> Response:
        """Download an address; raises ``NotFetched`` if that fails."""
        meta: dict[str, Any] = {"visit": visit} if visit else {}
        if visit:
            meta["blog_folder"] = blog_folder(self.options.home, visit.blog)
        return await self._download(url, headers, meta)

    async def _fetch_for_page(self, url: str, headers: dict[str, str] | None, page: WatchedDocument) -> Response:
        folder = page_folder(self.options.home, page.url)
        if private_host := page.facts.get("private_host"):
            CrawlContext.of(self.crawler).private_hosts[folder] = private_host
        return await self._download(url, headers, {"blog_folder": folder})

    async def _download(self, url: str, headers: dict[str, str] | None, meta: dict[str, Any]) -> Response:
        if url.endswith("/robots.txt"):  # Scrapy would request robots.txt before it requests robots.txt
            meta |= {"dont_obey_robotstxt": True, "max_retry_times": 1}
            self.prefetched.pop(url, None)
        try:
            request = Request(url, NO_CALLBACK, headers=headers, meta=meta)
            return await self.crawler.engine.download_async(request)
        except ArchiveError:
            raise
        except Exception as error:
            raise NotFetched(f"{url} cannot be fetched: {reason_of(error)}") from error

    def use_robots(self, url: str, response: Response) -> None:
        """Use this as the robots.txt of its host, instead of one from an earlier visit."""
        middleware = self.crawler.get_downloader_middleware(RobotsRules)
        if middleware is not None:
            middleware.forget(urlsplit(url).netloc)
            self.prefetched[url] = response

    async def emit(self, page: PostPage, response: Response) -> None:
        """Send a post through the pipelines; returns when it is stored."""
        self._requisites.collect(page.page, page.blog)
        await self.crawler.engine.scraper.start_itemproc_async(page, response=response)

    async def emit_thread(self, thread: Post, responses: Sequence[Response]) -> None:
        """Send the record of a forum's thread through the pipelines; returns when it is stored."""
        for response in responses:
            if isinstance(response, TextResponse):
                self._requisites.collect(peek_page(response), thread.blog)
        await self.crawler.engine.scraper.start_itemproc_async(thread, response=responses[0])

    async def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the store, in a thread if it is on another machine."""
        if self.store.remote:
            return await asyncio.to_thread(function, *args, **kwargs)
        return function(*args, **kwargs)

    def note(self, text: str) -> None:
        """Tell the user something, in the log and in the summary."""
        note(self.crawler, text)

    def count(self, name: str, number: int = 1) -> None:
        """Count something in the crawl's stats."""
        self.crawler.stats.inc_value(name, number)

    def _count_request(self, request: Request) -> None:
        visit = request.meta.get("visit") or self._hosts.get(urlsplit(request.url).netloc)
        if visit is not None:
            visit.requests += 1

    def closed(self, reason: str) -> None:
        """Name the deleted posts."""
        for text in gone_notes(self._gone):
            self.note(text)
        self.store.close()


def _day(text: str | None, name: str) -> datetime | None:
    """A date given by the user."""
    if not text:
        return None
    moment = parse_instant(text)
    if moment is None:
        raise UsageError(f"{name}={text} is not a date; write it like 2014-03-01")
    return moment
