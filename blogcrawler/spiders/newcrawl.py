"""NewCrawl: crawls a blog and harvests all of its posts."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.http import Response
from twisted.python.failure import Failure

from ..blog import KnownBlog, PostPage, SiteKnowledge, Survey
from ..crawl import (
    RECORDS_FILE,
    BlogCrawl,
    CrawlTools,
    DownloadFailures,
    closing_notes,
    estimate_dates,
    learn_blog,
    open_crawl,
    posts_of_feed,
    save_faults,
    start_exploring,
    store_blog,
    survey_site,
)
from ..crawl_settings import check_settings
from ..errors import Overloaded, StoreError, Unreachable
from ..extensions import give_up
from ..frontier import Activity, CrawlState, DiskFrontier, Explorer
from ..http import is_forbidden
from ..items import FeedEntry, Post
from ..logs import keep_log_safe
from ..survey import Prefetcher
from ..urls import blog_address
from .defaults import apply_blog_settings, export_to, name_contact, note
from .single_page import blog_of_page, records_of
from .spider_settings import apply_spider_settings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

    from .blog_search import BlogSearch
    from .forum_crawl import ForumCrawl

__all__ = ["NewCrawl"]

#: The finish reasons of crawls that cannot begin.
_ENDINGS = {StoreError: "store_failed", Unreachable: "unreachable", Overloaded: "overloaded"}


class NewCrawl(Spider):
    """Crawls a blog for the first time: ``scrapy crawl newcrawl -a url=https://some.blog/``.

    It has four phases: survey (what is the site?), learn (rules for its posts), crawl (all of its pages) and close.
    With ``JOBDIR``, a crawl that was stopped in the third phase is resumed; one stopped earlier starts again.

    Arguments: ``url``, any page of the blog; ``feed``, its web feed if the blog names another one; ``exhaustive=1`` to
    continue even if further pages hardly lead to posts; ``deep=1`` to use the blog's own search when links have run
    out; ``render``, which pages to render instead of what ``BLOGCRAWLER_RENDER`` says. Stats: ``posts/found``,
    ``frontier/prediction_seconds`` (CPU).
    """

    name = "newcrawl"
    tools: CrawlTools
    frontier: DiskFrontier
    state: CrawlState
    folder_name: str
    failures: DownloadFailures

    def __init__(
        self,
        url: str | None = None,
        feed: str | None = None,
        exhaustive: str | bool = False,
        render: str | None = None,
        deep: str | bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.url = blog_address(url or "")
        self.host = urlsplit(self.url).hostname or ""
        self.feed_url = blog_address(feed) if feed else None
        self.exhaustive = str(exhaustive).lower() in ("1", "true", "yes")
        self.render = render
        self.deep = str(deep).lower() in ("1", "true", "yes")
        #: Made when the crawl phase begins: the explorer, and one of the two crawls.
        self.explorer: Explorer | None = None
        self.blog_crawl: BlogCrawl | None = None
        self.forum_crawl: ForumCrawl | None = None
        self.blog_search: BlogSearch | None = None

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        super().update_settings(settings)
        check_settings(settings, os.environ)
        apply_spider_settings(settings)
        export_to(settings, f"%(folder_name)s/{RECORDS_FILE}")
        name_contact(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        apply_blog_settings(crawler.settings, spider.url)
        spider.tools = open_crawl(crawler, spider.url, spider.render, lambda text: note(crawler, text))
        spider.frontier, spider.state = spider.tools.frontier, spider.tools.state
        spider.folder_name = spider.tools.folder.name
        crawler.signals.connect(spider.idle, signal=signals.spider_idle)
        keep_log_safe()
        return spider

    # --- survey and learn --------------------------------------------------------------------------------

    async def start(self) -> AsyncIterator[Request | Post]:
        self.failures = DownloadFailures(self.tools)
        try:
            if self.tools.scheduler.resumed:
                self._resume()
                return
            prefetcher = Prefetcher(self.crawler, self.tools.prefetched)
            site = await survey_site(self.url, self.feed_url, prefetcher, self.tools)
            if site.survey is None:
                self._use_forum(KnownBlog.of_threads(self.url, site.knowledge)).begin(prefetcher.robots)
            elif site.survey.training:
                await self._begin_blog(site.survey, site.knowledge, prefetcher)
            else:
                for post in posts_of_feed(site.survey, self.tools):
                    yield post
        except (Unreachable, Overloaded, StoreError) as error:
            self.tools.note(str(error))
            raise CloseSpider(_ENDINGS[type(error)]) from None

    async def _begin_blog(self, found: Survey, knowledge: SiteKnowledge, prefetcher: Prefetcher) -> None:
        blog = await learn_blog(found, knowledge, self.tools)
        crawl = self._use_blog(blog)
        self.tools.report(Activity.LISTS)
        await crawl.prepare(found, prefetcher.fetch)
        await store_blog(blog, found, prefetcher, self.tools)
        self.tools.replace_records()
        await crawl.begin(found)

    def _resume(self) -> None:
        """Resume a stopped crawl: what was learned is in the back end."""
        with closing(self.tools.open_store()) as store:
            record = store.blog(self.state.home)
        blog = KnownBlog.from_record(record) if record else None
        if blog is None:
            raise StoreError(f"{self.frontier.path} resumes a blog that is not in the database; remove it to restart")
        self._use_forum(blog) if self.state.is_forum else self._use_blog(blog)
        self.tools.note(f"Resumed a stopped crawl: {len(self.frontier):,} pages were waiting.")

    def _use_blog(self, blog: KnownBlog) -> BlogCrawl:
        self.explorer = start_exploring(self.tools, exhaustive=self.exhaustive)
        self.blog_crawl = BlogCrawl(blog, self.explorer, self.tools, self.failures, self)
        return self.blog_crawl

    def _use_forum(self, blog: KnownBlog) -> ForumCrawl:
        from .forum_crawl import ForumCrawl

        self.explorer = start_exploring(self.tools, exhaustive=self.exhaustive)
        self.forum_crawl = ForumCrawl(blog, self.tools, self.failures, self)
        return self.forum_crawl

    # --- crawl: the queue on disk names these methods ----------------------------------------------------

    async def parse(self, response: Response) -> AsyncIterator[Request | Post]:
        """Read one page as a crawl of its blog would: ``scrapy parse --spider=newcrawl URL``.

        The rules are those of the archive; if the blog is not in it, they are learned first.
        """
        self.failures = DownloadFailures(self.tools)
        blog = await blog_of_page(response.url, self.tools)
        if blog is None:
            return
        explorer = start_exploring(self.tools, exhaustive=True)
        page = BlogCrawl(blog, explorer, self.tools, self.failures, self).parse_single_page(response)
        for result in records_of(page, self.crawler):
            yield result

    def parse_page(
        self, response: Response, entry: FeedEntry | None = None
    ) -> Iterator[Request | PostPage | Post] | AsyncIterator[Request | PostPage | Post]:
        """Follow the links of a page; if it is a post, send it to the pipelines."""
        return self._blog().parse_page(response, entry)

    def parse_sitemap(self, response: Response, level: int, fallbacks: list[str]) -> AsyncIterator[Request]:
        """Follow the pages and the sitemaps that a sitemap lists."""
        return self._blog().parse_sitemap(response, level, fallbacks)

    def parse_feed_page(self, response: Response, number: int) -> AsyncIterator[Request]:
        """Follow the posts of a further page of the feed."""
        return self._blog().parse_feed_page(response, number)

    def parse_script(self, response: Response) -> AsyncIterator[Request]:
        """Follow the posts that a script names."""
        return self._blog().parse_script(response)

    def parse_known(
        self, response: Response, to: str | None = None, thread: dict[str, Any] | None = None
    ) -> Iterator[Request | Post]:
        """Follow and read a page of a forum."""
        assert self.forum_crawl is not None
        return self.forum_crawl.parse(response, to, thread)

    def failed(self, failure: Failure) -> Iterator[Request | Post]:
        """Look for a replacement of what could not be downloaded."""
        request = self.failures.record_failure(failure)
        if request is not None:
            yield from (self.forum_crawl or self._blog()).failed(request)
        elif self.blog_crawl is not None and is_forbidden(failure.value):
            yield from self.blog_crawl.forbidden(failure.request)  # type: ignore[attr-defined]

    def leads_away(self, request: Request) -> bool:
        """Whether a redirect leads out of the blog or into a trap."""
        return self.blog_crawl is not None and self.blog_crawl.leads_away(request)

    def _blog(self) -> BlogCrawl:
        assert self.blog_crawl is not None
        return self.blog_crawl

    # --- close -------------------------------------------------------------------------------------------

    def idle(self) -> None:
        """Nothing is in flight, and the queued pages are not worth their requests."""
        try:
            requests = self.blog_crawl.last_requests() if self.blog_crawl is not None else []
        except StoreError as error:
            raise give_up(self.crawler, error) from None
        if requests:
            for request in requests:
                self.crawler.engine.crawl(request)
            raise DontCloseSpider
        if self.deep and self.blog_crawl is not None:
            from .blog_search import BlogSearch

            self.blog_search = self.blog_search or BlogSearch(self.crawler, self.tools, self.blog_crawl)
            if self.blog_search.is_running():
                raise DontCloseSpider
        crawl = self.blog_crawl or self.forum_crawl
        if crawl is not None and crawl.fetch_requisites():
            raise DontCloseSpider
        self.tools.report(Activity.FINISH)
        if self.explorer is not None and len(self.frontier):
            self.tools.note(self.explorer.what_is_left())  # now: the frontier is closed before the spider
            raise CloseSpider("enough")

    def closed(self, reason: str) -> None:
        """Save what was learned last, and tell the user what may be missing."""
        if self.explorer is not None:
            self.crawler.stats.set_value("frontier/prediction_seconds", round(self.explorer.seconds, 3))
            estimate_dates(self.state.home, self.tools)
        if self.forum_crawl is not None:
            self.forum_crawl.close()
        save_faults(self.state.home, self.tools)
        for text in closing_notes(self.crawler.stats, reason):
            self.tools.note(text)
