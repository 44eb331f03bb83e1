"""NewCrawl: a blog's address in; all of its posts out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response, TextResponse
from twisted.python.failure import Failure

from ..errors import FeedError
from ..extraction import Extractor, Page, RuleSet, learn
from ..feeds import next_pages, parse_feed, parse_sitemap
from ..frontier import (
    BarrenShapes,
    Link,
    PlainOrder,
    PostJudge,
    PostPattern,
    Scope,
    Verdict,
    learn_judge,
    learn_pattern,
    page_links,
    trap_of,
)
from ..items import Blog, Feed, FeedEntry
from ..pipelines.extract import PostPage
from ..store import open_store
from ..urls import blog_address, page_key, resolve
from .responses import is_html, to_page
from .survey import Survey, Unreachable, survey

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

    from ..frontier.scheduler import FrontierScheduler

__all__ = ["NewCrawl"]

logger = logging.getLogger(__name__)

_SITEMAP_PRIORITY, _FEED_PRIORITY, _TRAINING_PRIORITY = 800, 900, 1100


class NewCrawl(Spider):
    """Harvests a blog that was never seen: ``scrapy crawl newcrawl -a url=https://some.blog/``.

    Arguments: ``url``, any page of the blog; ``feed``, its web feed if it is not the one that the blog names.
    """

    name = "newcrawl"

    def __init__(self, url: str | None = None, feed: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.url = blog_address(url or "")
        self.feed_url = blog_address(feed) if feed else None
        parts = urlsplit(self.url)
        self.host = (parts.hostname or "") + (f"_{parts.port}" if parts.port else "")
        self.held: dict[str, Response] = {}
        self.folder = Path()
        self.barren = BarrenShapes()
        self.order = PlainOrder()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        super().update_settings(settings)
        home = settings["BLOGCRAWLER_HOME"]
        if not settings.getdict("FEEDS"):
            job = settings["JOBDIR"]
            going_on = bool(job) and (Path(job) / "frontier.db").exists()
            feed = {"format": "jsonlines", "overwrite": not going_on}
            settings.set("FEEDS", {f"{home}/%(host)s/posts.jsonl": feed}, priority="spider")
        if settings["BLOGCRAWLER_CONTACT"] and (settings.getpriority("USER_AGENT") or 0) <= 20:
            agent = f"{settings['USER_AGENT']} (+{settings['BLOGCRAWLER_CONTACT']})"
            settings.set("USER_AGENT", agent, priority="spider")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.folder = Path(crawler.settings["BLOGCRAWLER_HOME"]) / spider.host
        spider.folder.mkdir(parents=True, exist_ok=True)
        spider.barren = BarrenShapes(crawler.settings.getint("BLOGCRAWLER_PATIENCE"))
        return spider

    # --- getting to know the blog ---------------------------------------------------------------------

    async def start(self) -> AsyncIterator[Request]:
        scheduler: FrontierScheduler = self.crawler.engine.scheduler  # type: ignore[assignment]
        self.frontier = scheduler.frontier
        if scheduler.resumed:
            self._go_on()
            return
        try:
            found = await survey(
                self.url, self._fetch, self.feed_url, self.settings.getint("BLOGCRAWLER_TRAINING_PAGES")
            )
        except Unreachable as error:
            self._note(str(error))
            raise CloseSpider("unreachable") from None
        for note in found.notes:
            self._note(note)
        await self._learn(found)
        for request in self._first_requests(found):
            yield request
        self.frontier.note("surveyed", self.home_url)

    async def _fetch(self, url: str) -> Response | None:
        request = Request(url, callback=self.parse_page, meta={"survey": True})
        try:
            response = await self.crawler.engine.download_async(request)
        except IgnoreRequest as error:
            self._note(f"{url} was not fetched: {error}")
            return None
        except Exception as error:
            logger.warning("%s cannot be fetched: %s", url, str(error) or type(error).__name__)
            self.crawler.stats.inc_value("survey/failures")
            return None
        if response.status < 400 or url.endswith("/robots.txt"):
            self.held[response.url] = response
        return response

    async def _learn(self, found: Survey) -> None:
        """Learn rules, pattern and judge in a thread, so that the reactor goes on; keep them as the blog's record."""
        feed = found.feed
        pairs = [(t.entry, t.page) for t in found.training]
        rules = await asyncio.to_thread(learn, pairs, feed.language if feed else None)
        extractor = Extractor(rules)
        pattern = learn_pattern(t.response.url for t in found.training)
        others = [] if page_key(found.home) in {page_key(e.url) for e, _ in pairs} else [found.home_page]
        judge = learn_judge([t.page for t in found.training], others, extractor)
        trusted = _knows_canonical([t.page for t in found.training])
        self._settle(found.home, found.root, rules, pattern, judge, trusted)
        self.entries = {page_key(t.entry.url): _light(t.entry) for t in found.training}
        blog = Blog(
            url=found.home,
            title=feed.title if feed else None,
            language=rules.language,
            feed=feed.url if feed else None,
            rules=rules.record(),
            pattern={
                "root": found.root,
                "forms": pattern.record(),
                "judge": judge.record(),
                "canonical": trusted,
            },
            crawled=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        self._save(blog)
        if found.training and not rules.article:
            self._note("No rule for the article could be learned from the feed.")

    def _settle(
        self, home: str, root: str, rules: RuleSet, pattern: PostPattern, judge: PostJudge, trusted: bool
    ) -> None:
        self.home_url = home
        self.extractor = Extractor(rules)
        self.pattern = pattern
        self.judge = judge
        self.trust_canonical = trusted
        self.scope = Scope(root, pattern)

    def _save(self, blog: Blog) -> None:
        store = open_store(self.settings.get("BLOGCRAWLER_DATABASE_URL"), Path(self.settings["BLOGCRAWLER_HOME"]))
        try:
            store.save_blog(blog)
        finally:
            store.close()

    def _go_on(self) -> None:
        """Take up a crawl that was stopped: what was learned is in the back end."""
        home = self.frontier.noted("surveyed") or self.url
        store = open_store(self.settings.get("BLOGCRAWLER_DATABASE_URL"), Path(self.settings["BLOGCRAWLER_HOME"]))
        try:
            blog = store.blog(home)
        finally:
            store.close()
        if blog is None or blog.rules is None or blog.pattern is None:
            raise CloseSpider("nothing is known of the blog whose crawl was to go on")
        self._settle(
            blog.url,
            blog.pattern["root"],
            RuleSet.from_record(blog.rules),
            PostPattern.from_record(blog.pattern["forms"]),
            PostJudge.from_record(blog.pattern["judge"]),
            blog.pattern["canonical"],
        )
        self.entries = {}
        self._note(f"Went on with a crawl that was stopped: {len(self.frontier)} pages were waiting.")

    def _first_requests(self, found: Survey) -> Iterator[Request]:
        for training in found.training:
            yield self._request(training.response.url, _TRAINING_PRIORITY, entry=_light(training.entry))
        yield self._request(found.home, _TRAINING_PRIORITY - 1)
        if found.feed is not None:
            for entry in found.feed.entries:
                link = Link(self.scope.adopt(entry.url), Verdict.YES)
                if self.scope.contains(link.url) and not trap_of(link.url):
                    yield self._request(link.url, _TRAINING_PRIORITY - 2, entry=_light(entry))
            yield from self._feed_pages(found.feed, 1)
        for address in found.sitemaps:
            yield Request(address, self.parse_sitemap, priority=_SITEMAP_PRIORITY, errback=self.failed)

    def _request(self, url: str, priority: int, **kwargs: Any) -> Request:
        return Request(url, self.parse_page, priority=priority, errback=self.failed, cb_kwargs=kwargs)

    # --- crawling ---------------------------------------------------------------------------------------

    def parse_page(self, response: Response, entry: FeedEntry | None = None) -> Iterator[Request | PostPage]:
        """Follow a page's links; if it is a post, send it on."""
        if not isinstance(response, TextResponse) or not is_html(response):
            return
        url = self.scope.adopt(response.url)
        if not self.scope.contains(url):
            return
        page = to_page(response)
        yield from self._follow(page, url, response.meta.get("depth", 0))
        verdict = Verdict.YES if entry is not None else self.pattern.judge(url)
        if entry is None and page_key(url) == page_key(self.home_url):
            verdict = Verdict.NO
        if self.judge.is_post(page, self.extractor, verdict):
            self.crawler.stats.inc_value("posts/found")
            yield PostPage(
                page=page,
                url=self._address(page, url),
                blog=self.home_url,
                entry=entry,
                fetched=datetime.now(UTC),
                warc=response.meta.get("warc"),
            )

    def _follow(self, page: Page, url: str, depth: int) -> Iterator[Request]:
        new_posts = 0
        for link in page_links(page, self.scope, self.pattern):
            if self.frontier.knows(page_key(link.url)):
                continue
            if link.verdict is not Verdict.NO:
                new_posts += 1
            if link.verdict is Verdict.YES or not self.barren.is_barren(link.url):
                yield self._request(link.url, self.order.priority(link, depth))
            else:
                self.crawler.stats.inc_value("frontier/barren")
        self.barren.report(url, new_posts)

    def _address(self, page: Page, url: str) -> str:
        """The post's address: the one that the page calls canonical, if the blog's pages know theirs."""
        canonical = _canonical(page) if self.trust_canonical else None
        if canonical is None:
            return url
        canonical = self.scope.adopt(canonical)
        if page_key(canonical) == page_key(self.home_url) or not self.scope.contains(canonical):
            return url
        return canonical

    def parse_sitemap(self, response: Response) -> Iterator[Request]:
        """Follow a sitemap's pages and the sitemaps that it lists."""
        try:
            sitemap = parse_sitemap(response.body, response.url)
        except FeedError as error:
            logger.info("%s", error)
            return
        for child in sitemap.children:
            yield Request(self.scope.adopt(child), self.parse_sitemap, priority=_SITEMAP_PRIORITY, errback=self.failed)
        for listed in sitemap.pages:
            url = self.scope.adopt(listed.url)
            if not self.scope.contains(url) or trap_of(url) or self.frontier.knows(page_key(url)):
                continue
            yield self._request(url, self.order.priority(Link(url, self.pattern.judge(url)), 1))

    def _feed_pages(self, feed: Feed, number: int) -> Iterator[Request]:
        for address in next_pages(feed, number)[:1]:
            yield Request(
                address,
                self.parse_feed_page,
                priority=_FEED_PRIORITY,
                errback=self.failed,
                cb_kwargs={"number": number + 1},
            )

    def parse_feed_page(self, response: Response, number: int) -> Iterator[Request]:
        """Follow the posts of a further page of the feed, and the page after it while there is something new."""
        try:
            feed = parse_feed(response.body, response.url)
        except FeedError as error:
            logger.info("%s", error)
            return
        fresh = 0
        for entry in feed.entries:
            url = self.scope.adopt(entry.url)
            if self.scope.contains(url) and not trap_of(url) and not self.frontier.knows(page_key(url)):
                fresh += 1
                yield self._request(url, _FEED_PRIORITY, entry=_light(entry))
        if fresh:
            yield from self._feed_pages(feed, number)

    def failed(self, failure: Failure) -> None:
        """Count what could not be downloaded; the crawl goes on."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if isinstance(failure.value, IgnoreRequest):
            self.crawler.stats.inc_value("frontier/ignored")
            return
        self.crawler.stats.inc_value("frontier/failed")
        logger.warning("%s cannot be fetched: %s", request.url, failure.getErrorMessage() or failure.type)

    def _note(self, text: str) -> None:
        """Say something that a person should know, in the log and in the summary."""
        logger.info("%s", text)
        stats = self.crawler.stats
        assert stats is not None
        stats.set_value("blogcrawler/notes", [*stats.get_value("blogcrawler/notes", []), text])


def _light(entry: FeedEntry) -> FeedEntry:
    """The entry without its texts: the page has them."""
    return replace(entry, content_html=None, summary_html=None)


def _canonical(page: Page) -> str | None:
    for link in page.tree.iterfind("./head/link[@rel='canonical']"):
        return resolve(page.base, link.get("href") or "")
    return None


def _knows_canonical(pages: Sequence[Page]) -> bool:
    """Whether the canonical addresses can be believed: those of posts in the feed are the posts' own."""
    stated = [(page.url, canonical) for page in pages if (canonical := _canonical(page))]
    own = sum(page_key(url) == page_key(canonical) for url, canonical in stated)
    return bool(stated) and own > 0.5 * len(stated)
