"""NewCrawl: a blog's address in; all of its posts out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.http import Response, TextResponse
from scrapy.settings import SETTINGS_PRIORITIES
from twisted.python.failure import Failure

from ..blog import KnownBlog, PostPage, SiteKnowledge, Survey, blog_folder, make_folder, without_texts
from ..crawl import (
    AppScripts,
    DownloadFailures,
    FeedOnlyPosts,
    KnowledgeGuide,
    LinkFollower,
    LinkRepair,
    ListDates,
    OtherTemplates,
    RequestFactory,
    SitemapsAndFeedPages,
    feed_only_blog,
    json_list,
)
from ..crawl_settings import CrawlSettings
from ..dom import Page
from ..downloader import CrawlContext
from ..errors import StoreError, Unreachable
from ..extensions import go_on_writing
from ..extraction import Extractor
from ..forum import ListRepair, ThreadCrawl
from ..frontier import (
    CrawlPhase,
    CrawlState,
    DiskFrontier,
    ExhaustedUrlPatterns,
    Explorer,
    FrontierScheduler,
    Gain,
    KnnPredictor,
    LinkFeatures,
    Verdict,
    open_frontier,
    whole_of,
)
from ..http import LOST, is_data, is_forbidden, is_html, keep_robots_log_short, to_page
from ..items import FeedEntry, Post
from ..rendering import RenderService
from ..sources import date_undated, first_sources
from ..store import Store, open_store
from ..survey import Prefetcher, survey
from ..urls import blog_address, page_key, same_host
from .defaults import export_to, name_contact, note

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["NewCrawl"]

T = TypeVar("T", Request, Post, Request | Post)
_RECORDS = "posts.jsonl"
_TRAINING_PRIORITY = 1100


class NewCrawl(Spider):
    """Harvests a blog that was never seen: ``scrapy crawl newcrawl -a url=https://some.blog/``.

    Arguments: ``url``, any page of the blog; ``feed``, its web feed if it is not the one that the blog names.
    ``exhaustive=1`` goes on when further pages hardly bring posts. Stats: ``posts/found``,
    ``frontier/prediction_seconds`` (CPU).
    """

    name = "newcrawl"
    options: CrawlSettings
    blog: KnownBlog
    frontier: DiskFrontier
    state: CrawlState
    requests: RequestFactory
    losses: DownloadFailures
    first: Prefetcher
    explorer: Explorer
    following: LinkFollower
    guide: KnowledgeGuide
    listings: SitemapsAndFeedPages
    threads: ThreadCrawl
    dates: ListDates
    scripts: AppScripts
    copies: FeedOnlyPosts
    others: OtherTemplates

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
        self.render = render
        self.exhaustive = str(exhaustive).lower() in ("1", "true", "yes")
        self.host = urlsplit(self.url).hostname or ""
        self.folder = blog_folder(Path(), self.url)
        self.folder_name = self.folder.name
        self.prefetched: dict[str, Response] = {}

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        super().update_settings(settings)
        export_to(settings, f"%(folder_name)s/{_RECORDS}")
        name_contact(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.options = CrawlSettings.from_settings(crawler.settings)
        spider.folder = blog_folder(spider.options.home, spider.url)
        make_folder(spider.folder)
        crawler.signals.connect(spider.idle, signal=signals.spider_idle)
        spider.frontier, spider.state = open_frontier(crawler.settings, spider.url)
        CrawlContext(
            name=spider.host,
            host=spider.host,
            folder=spider.folder,
            render=spider.render,
            prefetched=spider.prefetched,
            resumed_from=spider.frontier.begun,
            appends_records=spider.state.records_replaced,
            feed_names={"name": cls.name, "folder_name": spider.folder_name, "host": spider.host, "url": spider.url},
            keep_in_flight=spider.keep_in_flight,
        ).provide(crawler)
        if spider.state.records_replaced:
            go_on_writing(crawler.settings)
        keep_robots_log_short()
        return spider

    # --- getting to know the blog ---------------------------------------------------------------------

    async def start(self) -> AsyncIterator[Request | Post]:
        self.scheduler: FrontierScheduler = self.crawler.engine.scheduler  # type: ignore[assignment]
        self.losses = DownloadFailures(self.crawler, self.scheduler, self._note)
        self.first = Prefetcher(self.crawler, self.prefetched)
        try:
            if self.scheduler.resumed:
                self._go_on()
                return
            with closing(self._store()) as store:
                knowledge = await self.first.recognise(self.url, store.learned)
            if knowledge.has_threads:
                self._begin_threads(knowledge)
                return
            found = await survey(self.url, self.first.fetch, self.feed_url, self.options.training_pages)
            for note in found.notes:
                self._note(note)
            if not found.training:
                for post in self._copied(found):
                    yield post
                return
            if not same_host(urlsplit(found.home).netloc, urlsplit(self.url).netloc):
                with closing(self._store()) as store:
                    knowledge = self.first.recognise_again(found.home, store.learned)
            await self._learn(found, knowledge)
        except Unreachable as error:
            self._note(str(error))
            raise CloseSpider("unreachable") from None
        except StoreError as error:
            self._note(str(error))
            raise CloseSpider("store_failed") from None
        self._begin(found)

    def _copied(self, found: Survey) -> Iterator[Post]:
        """What the feed has of a blog that has no pages of posts."""
        feed = found.feed
        copies = FeedOnlyPosts(self.crawler, self.state, found.home, feed.language if feed else None)
        posts = [post for entry in feed.entries for post in copies.of(entry)] if feed else []
        if feed is None or not posts:
            self._note("No page of the blog looks like a post.")
            return
        self._put_away()
        with closing(self._store()) as store:
            store.save_blog(feed_only_blog(feed, found.home))
        yield from self._counted(posts)

    def _begin_threads(self, knowledge: SiteKnowledge) -> None:
        """Begin the crawl of a forum: its program is known, so that there is nothing to learn."""
        self.blog = KnownBlog.of_threads(self.url, knowledge)
        self._equip()
        with closing(self._store()) as store:
            store.save_blog(self.blog.record(None))
        self._put_away()
        self.crawler.engine.crawl(self.threads.first())
        self._save_as_begun()

    async def _learn(self, found: Survey, knowledge: SiteKnowledge) -> None:
        """Learn in a thread, so that the reactor goes on; keep what was learned as the blog's record."""
        if (service := RenderService.of(self.crawler)) is not None:
            pages = await asyncio.gather(*(service.rendered_template(one.page, one.response) for one in found.training))
            found.training = [replace(one, rendered=page) for one, page in zip(found.training, pages, strict=True)]
        self.state.phase = CrawlPhase.LEARN
        self.state.save(self.frontier)
        self.blog = await asyncio.to_thread(KnownBlog.learn, found, knowledge)
        self.state.examples = [training.page.url for training in found.training]
        self.state.trackers = sorted(found.trackers)
        self._equip()
        self.others.begin(training.page for training in found.training)
        await self.dates.begin(found, self.first.fetch)
        sources = await first_sources(
            self.blog.home, found.feed, self.prefetched, self.first.robots, self.first.fetch, datetime.now(UTC)
        )
        with closing(self._store()) as store:
            store.save_blog(self.blog.record(found.feed))
            for source in sources:
                store.schedule.save_source(source)
        if not self.blog.rules.article:
            self._note("No rule for the article could be learned from the feed.")

    def _equip(self) -> None:
        """Make what a crawl of a known blog works with."""
        self.requests = RequestFactory(self, self.blog, self.frontier, self.state.trackers)
        least = 0.0 if self.exhaustive else self.options.least_gain
        # If every page is fetched in the end, there is nothing to be gained by waiting for what the last one brought.
        abreast = 1 if least > 0 else self.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
        self.explorer = Explorer(self.frontier, KnnPredictor(), abreast, least)
        self.scheduler.explorer = self.explorer
        barren = ExhaustedUrlPatterns(self.options.patience)
        self.following = LinkFollower(
            self.blog, self.requests, self.explorer, barren, self.crawler.stats, self.state.examples
        )
        self.guide = KnowledgeGuide(self.blog, self.state.home_list_complete, LinkRepair(self.blog, self._store))
        self.following.guides.append(self.guide)
        self.listings = SitemapsAndFeedPages(
            self.blog, self.requests, self.explorer, self.following, self.guide, self._store
        )
        self.threads = ThreadCrawl(self, self.blog, self.frontier, ListRepair(self.blog, self._store))
        self.dates = ListDates(self.blog, self.frontier, self.state)
        self.copies = FeedOnlyPosts(self.crawler, self.state, self.blog.home, self.blog.rules.language)
        self.scripts = AppScripts(
            self.blog, self.requests, self.following, self.frontier, self.state, self.crawler.stats
        )
        self.others = OtherTemplates(
            self.blog, self.requests, self.frontier, self.prefetched, self._store, self.crawler.stats
        )

    def _begin(self, found: Survey) -> None:
        """Put away the records of an earlier crawl, now that there is something to put in their place, and begin.

        The first requests and the note that they are there are written in one go: a crawl that is killed knows
        either all of them or none.
        """
        self._put_away()
        self.guide.look_at_home(found.home_page)
        self.scripts.look_at(found.home_page)
        self.state.feed_addresses_wrong = found.misled
        self.state.home_list_complete = self.guide.complete
        for request in self._first_requests(found):
            self.crawler.engine.crawl(request)
        self._save_as_begun()

    def _save_as_begun(self) -> None:
        self.state.phase, self.state.home = CrawlPhase.CRAWL, self.blog.home
        self.state.save(self.frontier)

    def _put_away(self) -> None:
        """Put away the records of an earlier crawl, once."""
        if not self.state.records_replaced:
            if self.settings.getpriority("FEEDS") == SETTINGS_PRIORITIES["spider"]:
                (self.folder / _RECORDS).unlink(missing_ok=True)
            self.state.records_replaced = True
            self.state.save(self.frontier)

    def _store(self) -> Store:
        return open_store(self.options.database_url, self.options.home)

    def _go_on(self) -> None:
        """Take up a crawl that was stopped: what was learned is in the back end."""
        with closing(self._store()) as store:
            record = store.blog(self.state.home or self.url)
        known = KnownBlog.from_record(record) if record else None
        if known is None:
            raise StoreError(
                f"{self.frontier.path} goes on with a blog that is not in the database; remove it to begin anew"
            )
        self.blog = known
        self._equip()
        self._note(f"Went on with a crawl that was stopped: {len(self.frontier):,} pages were waiting.")

    def _first_requests(self, found: Survey) -> Iterator[Request]:
        make = self.requests
        for training in found.training:
            entry = without_texts(training.entry) if found.feed is not None else None
            yield make.page(training.page.url, _TRAINING_PRIORITY, entry=entry)
        yield make.page(found.home, _TRAINING_PRIORITY - 1)
        if found.feed is not None:
            for entry in found.feed.entries:
                if page_key(self.blog.scope.adopt(entry.url)) not in found.asked:
                    yield from make.entry(entry, _TRAINING_PRIORITY - 2)
            yield from make.next_feed_page(found.feed, 1)
        if found.guessed:
            yield from make.sitemaps(found.sitemaps[:1], others=found.sitemaps[1:])
        else:
            yield from make.sitemaps(found.sitemaps)

    # --- crawling ---------------------------------------------------------------------------------------

    def parse_page(self, response: Response, entry: FeedEntry | None = None) -> Iterator[Request | PostPage | Post]:
        """Follow a page's links; if it is a post, send it on."""
        if not self.losses.is_there(response):
            yield from self.following.missed(response.url, _clue(response))
            self._save_completeness()
            yield from self._otherwise(response, is_lost=response.status in LOST)
            return
        if entry is not None and is_data(response):
            yield from self._otherwise(response, is_lost=True)
            return
        url = self.blog.scope.adopt(response.url)
        if not isinstance(response, TextResponse) or not self.blog.scope.contains(url):
            return
        page = to_page(response) if is_html(response) else json_list(response)
        if page is None:
            return
        reader = self._reader(page, url, entry) if is_html(response) else None
        links = yield from self.following.links(page, url, "list" if reader is None else "post")
        self.following.read(url, _clue(response), Gain(float(reader is not None), links))
        if reader is None:
            self.dates.read(page)
            self.scripts.look_at(page)
            if entry is None:
                yield from self.others.keep(page, url, response, _clue(response))
        else:
            self.crawler.stats.inc_value("posts/found")
            yield PostPage(
                page=page,
                url=self.blog.address_of(page, url),
                blog=self.blog.home,
                entry=without_texts(entry) if entry is not None else None,
                fetched=datetime.now(UTC),
                warc=response.meta.get("warc"),
                extractor=reader,
                comments=self.blog.comments,
                response=response,
                listed=self.dates.of(url),
            )

    def _save_completeness(self) -> None:
        """Save for a resumed crawl that the list on the home page has turned out to be incomplete."""
        if self.state.home_list_complete != self.guide.complete:
            self.state.home_list_complete = self.guide.complete
            self.state.save(self.frontier)

    def _otherwise(self, response: Response, *, is_lost: bool) -> Iterator[Request | Post]:
        """Look for what is not there in other ways; what is lost is taken from the feed."""
        ways = list(self.requests.other_ways(response.request))
        yield from ways
        if not ways and is_lost:
            yield from self._counted(self.copies.of_lost(response.request))

    def parse_known(
        self, response: Response, to: str | None = None, thread: dict[str, Any] | None = None
    ) -> Iterator[Request | Post]:
        """Follow and read a page of a forum whose program is known."""
        if self.losses.is_there(response):
            yield from self._counted(self.threads.parse(response, to, thread))
        else:
            yield from self._counted(self.threads.give_up(thread))

    def _counted(self, found: Iterable[T]) -> Iterator[T]:
        for one in found:
            if isinstance(one, Post):
                self.crawler.stats.inc_value("posts/found")
            yield one

    def _reader(self, page: Page, url: str, entry: FeedEntry | None) -> Extractor | None:
        """Who reads a page as a post; ``None`` if it is none."""
        verdict = self.blog.pattern.judge(url)
        if entry is not None:
            verdict = Verdict.YES
        elif page_key(url) == page_key(self.blog.home) or self._continues(url):
            verdict = Verdict.NO
        elif verdict is not Verdict.YES and self.blog.knowledge.is_list(page):
            return None
        if self.blog.judge.is_post(page, self.blog.extractor, verdict):
            return self.blog.extractor
        return self.others.reader(page, url) if entry is None else None

    def _continues(self, url: str) -> bool:
        """Whether an address is that of a further page of a post that is known."""
        whole, fits = whole_of(url), self.blog.pattern.fits
        return whole is not None and fits(whole[0]) and not fits(url) and not self.requests.is_new(whole[0])

    def keep_in_flight(self) -> None:
        """Keep the pages in flight queued: their results cannot be saved."""
        self.scheduler.hold()

    def leads_away(self, request: Request) -> bool:
        """Whether a redirect leads out of the blog or into a trap."""
        if request.callback == self.parse_script:
            return not same_host(urlsplit(request.url).netloc, urlsplit(self.blog.home).netloc)
        return request.callback == self.parse_page and not self.requests.is_wanted(self.blog.scope.adopt(request.url))

    def parse_sitemap(self, response: Response, level: int, others: list[str]) -> Iterator[Request]:
        """Follow a sitemap's pages and the sitemaps that it lists."""
        yield from self.listings.sitemap(response, self.losses.is_there(response), level, others)

    def parse_script(self, response: Response) -> Iterator[Request]:
        """Follow the posts that a script knows."""
        if self.losses.is_there(response):
            yield from self.scripts.read(response)

    def parse_feed_page(self, response: Response, number: int) -> Iterator[Request]:
        """Follow the posts of a further page of the feed."""
        if self.losses.is_there(response):
            yield from self.listings.feed_page(response, number)

    def failed(self, failure: Failure) -> Iterator[Request | Post]:
        """Count what could not be downloaded; the crawl goes on, unless nothing can be had any more."""
        lost = self.losses.failed(failure)
        if lost is not None:
            yield from self.requests.other_ways(lost)
            if thread := lost.cb_kwargs.get("thread"):
                yield from self._counted(self.threads.give_up(thread))
        elif is_forbidden(failure.value):
            yield from self._counted(self.copies.of_lost(failure.request))  # type: ignore[attr-defined]

    def idle(self) -> None:
        """Nothing is on its way: if something still waits, it is not worth its requests."""
        if hasattr(self, "others") and (again := self.others.last() or self.scripts.last()):
            for request in again:
                self.crawler.engine.crawl(request)
            raise DontCloseSpider
        if len(self.frontier):
            self._note(self.explorer.what_is_left())  # now: the frontier is closed before the spider
            raise CloseSpider("enough")

    def closed(self, reason: str) -> None:
        """Say at the end what a person may miss."""
        stats = self.crawler.stats
        if hasattr(self, "explorer"):
            stats.set_value("frontier/prediction_seconds", round(self.explorer.seconds, 3))
        if hasattr(self, "blog"):
            with suppress(StoreError), closing(self._store()) as store:
                date_undated(store, self.blog.home)
        if hasattr(self, "threads"):
            with suppress(StoreError):
                self.threads.end()
        if others := stats.get_value("posts/other_template", 0):
            self._note(
                f"{others:,} posts look otherwise than the feed's; they were recognised by what posts have in common."
            )
        if copies := stats.get_value("posts/from_feed", 0):
            self._note(f"{copies:,} of the posts cannot be had but as the feed has them.")
        forbidden = stats.get_value("robotstxt/forbidden", 0)
        if forbidden and reason != "unreachable":
            self._note(f"robots.txt forbids {forbidden:,} of the addresses; they were left alone.")

    def _note(self, text: str) -> None:
        """Say something that a person should know, in the log and in the summary."""
        note(self.crawler, text)


def _clue(response: Response) -> LinkFeatures | None:
    """What the link said that led to a page, if a link did."""
    packed = response.meta.get("clue")
    return LinkFeatures.unpacked(packed) if packed else None
