"""Crawl phase: what becomes of each response of a blog, and which requests come next."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import Response, TextResponse

from ..blog import KnownBlog, PostPage, Survey, without_texts
from ..dom import NOT_KEPT, Page
from ..downloader import respected_tags, stated_tags
from ..extraction import Extractor
from ..faults import attempt, optional_step
from ..frontier import CrawlPhase, ExhaustedUrlPatterns, Explorer, Gain, LinkFeatures, Rejection
from ..http import UNAVAILABLE, fetched_at, is_data, is_html, is_large, to_page
from ..items import FeedEntry, Post
from ..requisites import RequisiteService
from ..survey import Fetch
from ..urls import page_key, same_host
from .crawl_tools import CrawlTools
from .download_failures import DownloadFailures
from .links.app_scripts import AppScripts
from .links.json_lists import json_list
from .links.knowledge_guide import KnowledgeGuide
from .links.link_follower import LinkFollower
from .links.link_repair import LinkRepair
from .links.request_factory import ENTRY_PRIORITY, Callbacks, RequestFactory
from .links.sitemaps_and_feed_pages import SitemapsAndFeedPages
from .posts.feed_only_posts import FeedOnlyPosts
from .posts.kept_pages import KeptPage
from .posts.list_dates import ListDates
from .posts.post_recognition import PostRecognition
from .thread_work import ThreadWork, call_in_steps, do_here, do_in_threads, in_thread

__all__ = ["BlogCrawl"]

#: The training pages come first: they are here already. Then the home page, then the other posts of the feed.
_TRAINING_PRIORITY = 1100


class BlogCrawl:
    """Crawls a blog whose rules are known. ``callbacks`` are the spider's methods that receive the responses.

    Stat: ``posts/found``.
    """

    def __init__(
        self,
        blog: KnownBlog,
        explorer: Explorer,
        tools: CrawlTools,
        failures: DownloadFailures,
        callbacks: Callbacks,
    ) -> None:
        self.blog = blog
        self._tools, self._callbacks, self._failures = tools, callbacks, failures
        self._requests = RequestFactory(callbacks, blog, tools.frontier, tools.state.trackers)
        exhausted = ExhaustedUrlPatterns(tools.settings.patience)
        self._links = LinkFollower(
            blog,
            self._requests,
            explorer,
            exhausted,
            tools.stats,
            tools.state.examples,
            tools.settings.links_per_page,
        )
        self._guide = KnowledgeGuide(blog, tools.state.home_list_complete, LinkRepair(blog, tools.open_store))
        self._links.guides.append(self._guide)
        self._listings = SitemapsAndFeedPages(
            blog,
            self._requests,
            explorer,
            self._links,
            self._guide,
            tools.open_store,
            tools.note,
            tools.settings.max_feed_pages,
        )
        self._dates = ListDates(blog, tools.frontier, tools.state)
        self._feed_posts = FeedOnlyPosts(tools, blog.home, blog.rules.language)
        self._scripts = AppScripts(blog, self._requests, self._links, tools)
        self._posts = PostRecognition(blog, self._requests, tools)
        self._robots_tags = respected_tags(tools.crawler.settings)
        self._requisites = RequisiteService(tools.crawler, tools.settings, tools.frontier.database)

    # --- starting ----------------------------------------------------------------------------------------

    async def prepare(self, found: Survey, fetch: Fetch) -> None:
        """Learn what else the survey shows: what posts look like, and the dates on lists of posts."""
        with optional_step("other_templates", self.blog.home):
            self._posts.learn_feed_posts(training.page for training in found.training)
        with optional_step("list_dates", self.blog.home):
            await self._dates.begin(found, fetch)

    async def begin(self, found: Survey) -> None:
        """Queue the first requests. The reactor runs in between if there are many, but no page is read.

        The crawl's state is saved after them: a killed crawl has all of them or starts again.
        """
        state = self._tools.state
        with optional_step("knowledge", self.blog.home):
            self._guide.read_home(found.home_page)
        with optional_step("scripts", self.blog.home):
            self._scripts.collect(found.home_page)
        state.feed_addresses_wrong = found.feed_addresses_wrong
        state.placeholders = sorted(found.placeholders)
        state.home_list_complete = self._guide.complete
        with self._tools.scheduler.queueing():
            await call_in_steps(self._tools.crawler.engine.crawl, self._first_requests(found))
        state.phase, state.home = CrawlPhase.CRAWL, self.blog.home
        self._tools.save_state()

    def _first_requests(self, found: Survey) -> Iterator[Request]:
        make = self._requests
        for training in found.training:
            entry = without_texts(training.entry) if found.feed is not None else None
            yield make.page(training.page.url, _TRAINING_PRIORITY, entry=entry)
        yield make.page(found.home, _TRAINING_PRIORITY - 1)
        if found.feed is not None:
            for entry in found.feed.entries:
                if page_key(self.blog.scope.adopt(entry.url)) not in found.requested:
                    yield from make.entry(entry, _TRAINING_PRIORITY - 2)
            yield from make.next_feed_page(found.feed, 1)
        if found.sitemaps_guessed:
            yield from make.sitemaps(found.sitemaps[:1], fallbacks=found.sitemaps[1:])
        else:
            yield from make.sitemaps(found.sitemaps)

    # --- responses ---------------------------------------------------------------------------------------

    def parse_page(
        self, response: Response, entry: FeedEntry | None
    ) -> Iterator[Request | PostPage | Post] | AsyncIterator[Request | PostPage | Post]:
        """Follow the links of a page; if it is a post, send it to the pipelines. Large pages are read in threads."""
        results = self._parse_page(response, entry)
        return do_in_threads(results) if is_large(response) else do_here(results)

    def parse_single_page(self, response: Response) -> Iterator[Request | PostPage | Post]:
        """The same for a page that is read alone: there is nothing to wait for."""
        return do_here(self._parse_page(response, None))

    def _parse_page(
        self, response: Response, entry: FeedEntry | None
    ) -> Generator[Request | PostPage | Post | ThreadWork, Any, None]:
        if not self._failures.record_response(response):
            yield from self._links.record_missing(response.url, _link_features(response))
            self._save_completeness()
            yield from self._replace(response, unavailable=response.status in UNAVAILABLE)
            return
        if entry is not None and is_data(response):
            yield from self._replace(response, unavailable=True)
            return
        url = self.blog.scope.adopt(response.url)
        if not isinstance(response, TextResponse) or not self.blog.scope.contains(url):
            return
        page = yield from in_thread(to_page if is_html(response) else json_list, response)
        if page is None:
            return
        if entry is not None and self._failures.is_placeholder(page):
            yield from self._replace(response, unavailable=True)
            return
        if page.is_cut:
            self._tools.stats.inc_value("pages/cut")
        tags = stated_tags(self._robots_tags, response)
        is_crawl = self._tools.state.phase is CrawlPhase.CRAWL  # or a single page is parsed
        if is_crawl and is_html(response) and "noarchive" not in tags:
            self._requisites.collect(page, self.blog.home)
        rejection, extractor = yield from self._recognise(page, url, response, entry, tags)
        is_post = extractor is not None
        features, links = _link_features(response), 0.0
        if "nofollow" not in tags:
            with optional_step("links", url):
                links = yield from self._links.follow(page, url, "post" if is_post else "list")
        self._links.record_page(url, features, Gain(float(is_post), links))
        if extractor is not None:
            yield self._post_page(page, url, response, entry, extractor)
            return
        with optional_step("list_dates", url):
            self._dates.read(page)
        if "nofollow" not in tags:
            with optional_step("scripts", url):
                self._scripts.collect(page)
        if entry is None and rejection not in (None, Rejection.ROBOTS_TAG):
            with optional_step("other_templates", url):
                yield from self._posts.keep(page, url, KeptPage(response, features, rejection))

    def _post_page(
        self, page: Page, url: str, response: TextResponse, entry: FeedEntry | None, extractor: Extractor
    ) -> PostPage:
        self._tools.stats.inc_value("posts/found")
        self._failures.record_post()
        return PostPage(
            page=page,
            url=attempt("canonical", url, url, self.blog.address_of, page, url),
            blog=self.blog.home,
            entry=without_texts(entry) if entry is not None else None,
            fetched=fetched_at(response),
            warc=response.meta.get("warc"),
            extractor=extractor,
            comments=self.blog.comments,
            response=response,
            listed=attempt("list_dates", url, None, self._dates.of, url),
        )

    def _recognise(
        self, page: Page, url: str, response: TextResponse, entry: FeedEntry | None, tags: frozenset[str]
    ) -> Generator[ThreadWork, Any, tuple[Rejection | None, Extractor | None]]:
        """Why a page is not a post, or what extracts it if it is one; neither for data."""
        if not is_html(response):
            return None, None
        if tags & NOT_KEPT:
            self._posts.count(response, Rejection.ROBOTS_TAG)
            return Rejection.ROBOTS_TAG, None
        found = yield from self._posts.recognise(page, url, entry)
        rejection = found if isinstance(found, Rejection) else None
        self._posts.count(response, rejection)
        return rejection, found if isinstance(found, Extractor) else None

    def _replace(self, response: Response, *, unavailable: bool) -> Iterator[Request | Post]:
        """Try other addresses of what is missing; if there are none, take an unavailable post from the feed."""
        requests = list(self._requests.alternatives(response.request))
        yield from requests
        if not requests and unavailable:
            yield from self._from_feed(response.request)

    def _from_feed(self, request: Request | None) -> Iterator[Post]:
        for post in self._feed_posts.from_request(request):
            self._tools.stats.inc_value("posts/found")
            yield post

    def _save_completeness(self) -> None:
        """Save for a resumed crawl that the list on the home page has turned out to be incomplete."""
        if self._tools.state.home_list_complete != self._guide.complete:
            self._tools.state.home_list_complete = self._guide.complete
            self._tools.save_state()

    def parse_sitemap(self, response: Response, level: int, fallbacks: list[str]) -> AsyncIterator[Request]:
        """Follow the pages and the sitemaps that a sitemap lists."""
        is_available = self._failures.record_response(response)
        return _followed("sitemap", response, self._listings.sitemap(response, is_available, level, fallbacks))

    def parse_feed_page(self, response: Response, number: int) -> AsyncIterator[Request]:
        """Follow the posts of a further page of the feed."""
        is_available = self._failures.record_response(response)
        return _followed("feed_page", response, self._listings.feed_page(response, number) if is_available else ())

    def parse_script(self, response: Response) -> AsyncIterator[Request]:
        """Follow the posts that a script names."""
        is_available = self._failures.record_response(response)
        return _followed("scripts", response, self._scripts.read(response) if is_available else ())

    def failed(self, request: Request) -> Iterator[Request]:
        """Try other addresses of what could not be downloaded."""
        yield from self._requests.alternatives(request)

    def forbidden(self, request: Request) -> Iterator[Post]:
        """Take a post from the feed if robots.txt forbids its page."""
        yield from self._from_feed(request)

    # --- deciding ----------------------------------------------------------------------------------------

    def leads_away(self, request: Request) -> bool:
        """Whether a redirect leads out of the blog or into a trap."""
        if request.callback == self._callbacks.parse_script:
            return not same_host(urlsplit(request.url).netloc, urlsplit(self.blog.home).netloc)
        is_page = request.callback == self._callbacks.parse_page
        return is_page and not self._requests.is_wanted(self.blog.scope.adopt(request.url))

    def last_requests(self) -> list[Request]:
        """What to request when nothing is in flight: kept pages that turn out to be posts, then scripts."""
        return self._posts.last_requests() or attempt("scripts", self.blog.home, [], self._scripts.last_requests)

    def searched(self, urls: Iterable[str]) -> list[Request]:
        """Requests for the pages that the blog's own search has found and that no link has led to."""
        wanted = [url for url in dict.fromkeys(urls) if self._requests.is_new(url) and self._requests.is_wanted(url)]
        return [self._requests.page(url, ENTRY_PRIORITY) for url in wanted]

    def fetch_requisites(self) -> bool:
        """Fetch what the pages need to look as they did, when all else is done; whether there is more to wait for."""
        return self._requisites.finish()


def _followed(step: str, response: Response, requests: Iterable[Request | ThreadWork]) -> AsyncIterator[Request]:
    """The requests that a list of addresses leads to. Lists may be very long, and there are few."""

    def results() -> Generator[Request | ThreadWork, Any, None]:
        with optional_step(step, response.url):
            yield from requests

    return do_in_threads(results())


def _link_features(response: Response) -> LinkFeatures | None:
    """The features of the link that led to a page, if a link did."""
    packed = response.meta.get("link_features")
    return LinkFeatures.unpacked(packed) if packed else None
