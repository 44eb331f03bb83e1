"""NewCrawl: the address of a blog in, all of its posts out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.http import Response
from scrapy.settings import SETTINGS_PRIORITIES
from twisted.python.failure import Failure

from ..blog import KnownBlog, PostPage, SiteKnowledge, Survey, blog_folder, make_folder
from ..crawl import (
    BlogCrawl,
    CrawlTools,
    DownloadFailures,
    closing_notes,
    estimate_dates,
    learn_blog,
    posts_of_feed,
    start_exploring,
    store_blog,
    survey_site,
)
from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext
from ..errors import StoreError, Unreachable
from ..extensions import go_on_writing
from ..forum import ListRepair, ThreadCrawl
from ..frontier import CrawlPhase, CrawlState, DiskFrontier, Explorer, FrontierScheduler, open_frontier
from ..http import is_forbidden, keep_robots_log_short
from ..items import FeedEntry, Post
from ..survey import Prefetcher
from ..urls import blog_address
from .defaults import export_to, name_contact, note

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["NewCrawl"]

T = TypeVar("T", Request, Post, Request | Post)
_RECORDS = "posts.jsonl"


class NewCrawl(Spider):
    """Crawls a blog for the first time: ``scrapy crawl newcrawl -a url=https://some.blog/``.

    It has four phases: survey (what is the site?), learn (rules for its posts), crawl (all of its pages) and close.
    With ``JOBDIR``, a crawl that was stopped in the third phase is resumed; one stopped earlier starts again.

    Arguments: ``url``, any page of the blog; ``feed``, its web feed if the blog names another one; ``exhaustive=1`` to
    continue even if further pages hardly lead to posts; ``render``, which pages to render instead of what
    ``BLOGCRAWLER_RENDER`` says. Stats: ``posts/found``, ``frontier/prediction_seconds`` (CPU).
    """

    name = "newcrawl"
    frontier: DiskFrontier
    state: CrawlState
    tools: CrawlTools
    scheduler: FrontierScheduler
    failures: DownloadFailures

    def __init__(
        self,
        url: str | None = None,
        feed: str | None = None,
        exhaustive: str | bool = False,
        render: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.url = blog_address(url or "")
        self.feed_url = blog_address(feed) if feed else None
        self.exhaustive = str(exhaustive).lower() in ("1", "true", "yes")
        self.render = render
        self.host = urlsplit(self.url).hostname or ""
        self.folder = blog_folder(Path(), self.url)
        self.folder_name = self.folder.name
        self.prefetched: dict[str, Response] = {}
        #: What the crawl phase works with. A site is a blog or a forum; before the crawl phase it is neither.
        self.explorer: Explorer | None = None
        self.blog_crawl: BlogCrawl | None = None
        self.thread_crawl: ThreadCrawl | None = None

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        super().update_settings(settings)
        export_to(settings, f"%(folder_name)s/{_RECORDS}")
        name_contact(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        settings = CrawlSettings.from_settings(crawler.settings)
        spider.folder = blog_folder(settings.home, spider.url)
        make_folder(spider.folder)
        spider.frontier, spider.state = open_frontier(crawler.settings, spider.url)
        has_own_records = crawler.settings.getpriority("FEEDS") == SETTINGS_PRIORITIES["spider"]
        spider.tools = CrawlTools(
            crawler=crawler,
            settings=settings,
            frontier=spider.frontier,
            state=spider.state,
            prefetched=spider.prefetched,
            note=lambda text: note(crawler, text),
            own_records=spider.folder / _RECORDS if has_own_records else None,
        )
        CrawlContext(
            name=spider.host,
            host=spider.host,
            folder=spider.folder,
            render=spider.render,
            prefetched=spider.prefetched,
            resumed_from=spider.frontier.begun,
            appends_records=spider.state.records_replaced,
            feed_names={"name": cls.name, "folder_name": spider.folder_name, "host": spider.host, "url": spider.url},
            keep_in_flight=lambda: spider.scheduler.hold(),
        ).provide(crawler)
        if spider.state.records_replaced:
            go_on_writing(crawler.settings)
        crawler.signals.connect(spider.idle, signal=signals.spider_idle)
        keep_robots_log_short()
        return spider

    # --- survey and learn --------------------------------------------------------------------------------

    async def start(self) -> AsyncIterator[Request | Post]:
        self.scheduler = self.crawler.engine.scheduler  # type: ignore[assignment]
        self.failures = DownloadFailures(self.crawler.stats, self.scheduler, self.tools.note)
        try:
            if self.scheduler.resumed:
                self._resume()
                return
            prefetcher = Prefetcher(self.crawler, self.prefetched)
            site = await survey_site(self.url, self.feed_url, prefetcher, self.tools)
            if site.survey is None:
                self._begin_forum(site.knowledge)
            elif site.survey.training:
                await self._begin_blog(site.survey, site.knowledge, prefetcher)
            else:
                for post in self._counted(posts_of_feed(site.survey, self.tools)):
                    yield post
        except Unreachable as error:
            self.tools.note(str(error))
            raise CloseSpider("unreachable") from None
        except StoreError as error:
            self.tools.note(str(error))
            raise CloseSpider("store_failed") from None

    async def _begin_blog(self, found: Survey, knowledge: SiteKnowledge, prefetcher: Prefetcher) -> None:
        blog = await learn_blog(found, knowledge, self.tools)
        crawl = self._crawl_blog(blog)
        await crawl.prepare(found, prefetcher.fetch)
        await store_blog(blog, found, prefetcher, self.tools)
        self.tools.replace_records()
        crawl.begin(found)

    def _begin_forum(self, knowledge: SiteKnowledge) -> None:
        """Begin the crawl of a forum. Its software is known, so there is nothing to learn."""
        blog = KnownBlog.of_threads(self.url, knowledge)
        crawl = self._crawl_forum(blog)
        with closing(self.tools.open_store()) as store:
            store.save_blog(blog.record(None))
        self.tools.replace_records()
        self.crawler.engine.crawl(crawl.first())
        self.state.phase, self.state.home, self.state.is_forum = CrawlPhase.CRAWL, blog.home, True
        self.tools.save_state()

    def _resume(self) -> None:
        """Resume a stopped crawl: what was learned is in the back end."""
        with closing(self.tools.open_store()) as store:
            record = store.blog(self.state.home)
        blog = KnownBlog.from_record(record) if record else None
        if blog is None:
            raise StoreError(
                f"{self.frontier.path} resumes a blog that is not in the database; remove it to start again"
            )
        if self.state.is_forum:
            self._crawl_forum(blog)
        else:
            self._crawl_blog(blog)
        self.tools.note(f"Resumed a stopped crawl: {len(self.frontier):,} pages were waiting.")

    def _crawl_blog(self, blog: KnownBlog) -> BlogCrawl:
        self.explorer = start_exploring(self.tools, self.scheduler, exhaustive=self.exhaustive)
        self.blog_crawl = BlogCrawl(blog, self.explorer, self.tools, self.failures, self)
        return self.blog_crawl

    def _crawl_forum(self, blog: KnownBlog) -> ThreadCrawl:
        self.explorer = start_exploring(self.tools, self.scheduler, exhaustive=self.exhaustive)
        self.thread_crawl = ThreadCrawl(self, blog, self.frontier, ListRepair(blog, self.tools.open_store))
        return self.thread_crawl

    # --- crawl: the queue on disk names these methods ----------------------------------------------------

    def parse_page(self, response: Response, entry: FeedEntry | None = None) -> Iterator[Request | PostPage | Post]:
        """Follow the links of a page; if it is a post, send it to the pipelines."""
        return self._blog().parse_page(response, entry)

    def parse_sitemap(self, response: Response, level: int, fallbacks: list[str]) -> Iterator[Request]:
        """Follow the pages and the sitemaps that a sitemap lists."""
        return self._blog().parse_sitemap(response, level, fallbacks)

    def parse_feed_page(self, response: Response, number: int) -> Iterator[Request]:
        """Follow the posts of a further page of the feed."""
        return self._blog().parse_feed_page(response, number)

    def parse_script(self, response: Response) -> Iterator[Request]:
        """Follow the posts that a script names."""
        return self._blog().parse_script(response)

    def parse_known(
        self, response: Response, to: str | None = None, thread: dict[str, Any] | None = None
    ) -> Iterator[Request | Post]:
        """Follow and read a page of a forum."""
        assert self.thread_crawl is not None
        if self.failures.record_response(response):
            return self._counted(self.thread_crawl.parse(response, to, thread))
        return self._counted(self.thread_crawl.give_up(thread))

    def failed(self, failure: Failure) -> Iterator[Request | Post]:
        """Look for a replacement of what could not be downloaded."""
        request = self.failures.record_failure(failure)
        if request is not None and self.thread_crawl is not None:
            yield from self._counted(self.thread_crawl.give_up(request.cb_kwargs.get("thread")))
        elif request is not None:
            yield from self._blog().failed(request)
        elif is_forbidden(failure.value) and self.blog_crawl is not None:
            yield from self.blog_crawl.forbidden(failure.request)  # type: ignore[attr-defined]

    def leads_away(self, request: Request) -> bool:
        """Whether a redirect leads out of the blog or into a trap."""
        return self.blog_crawl is not None and self.blog_crawl.leads_away(request)

    def _blog(self) -> BlogCrawl:
        assert self.blog_crawl is not None
        return self.blog_crawl

    def _counted(self, results: Iterable[T]) -> Iterator[T]:
        for result in results:
            if isinstance(result, Post):
                self.crawler.stats.inc_value("posts/found")
            yield result

    # --- close -------------------------------------------------------------------------------------------

    def idle(self) -> None:
        """Nothing is in flight: what still waits is not worth its requests."""
        if self.blog_crawl is not None and (requests := self.blog_crawl.last_requests()):
            for request in requests:
                self.crawler.engine.crawl(request)
            raise DontCloseSpider
        if self.explorer is not None and len(self.frontier):
            self.tools.note(self.explorer.what_is_left())  # now: the frontier is closed before the spider
            raise CloseSpider("enough")

    def closed(self, reason: str) -> None:
        """Save what was learned last, and tell the user what may be missing."""
        stats = self.crawler.stats
        if self.explorer is not None:
            stats.set_value("frontier/prediction_seconds", round(self.explorer.seconds, 3))
            estimate_dates(self.state.home, self.tools)
        if self.thread_crawl is not None:
            with suppress(StoreError):
                self.thread_crawl.end()
        for text in closing_notes(stats, reason):
            self.tools.note(text)
