"""The crawl of a forum whose program is known: lists lead to threads, a thread and its pages become one record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Protocol

from scrapy import Request
from scrapy.http import Response, TextResponse

from ..blog import KnownBlog
from ..dom import Page
from ..extraction import guess_title, page_language
from ..frontier import DiskFrontier
from ..http import is_html, to_page
from ..items import Post, Provenance
from ..knowledge import Level, NavigationLink, found_text
from ..urls import page_key
from .list_repair import ListRepair
from .partial_thread import PartialThread, thread_page_key
from .thread_reader import read_replies
from .unknown_thread_reader import repeated_replies

__all__ = ["ThreadCallbacks", "ThreadCrawl"]

_FIRST, _PAGES = 1000, 1200
#: A thread that is longer is cut: it is carried through the queue until its last page is read.
_MOST_POSTS = 20_000
#: Threads that nobody could read yet; more are not read again.
_MOST_UNREAD = 1000


class ThreadCallbacks(Protocol):
    """The methods of a spider that receive responses: a queue on disk can only name such methods."""

    @property
    def parse_known(self) -> Any: ...
    @property
    def failed(self) -> Any: ...


class ThreadCrawl:
    """Makes requests and records out of a forum's pages.

    A thread that goes on over several pages is read page by page; what was read so far travels with the request, so
    that a crawl that is stopped loses nothing.
    """

    def __init__(self, spider: ThreadCallbacks, blog: KnownBlog, frontier: DiskFrontier, repair: ListRepair) -> None:
        self._spider = spider
        self._blog = blog
        self._frontier = frontier
        self._repair = repair
        self._unread: list[str] = []

    def first(self) -> Request:
        """The request for the forum's home."""
        return self._request(self._blog.home, _FIRST)

    def _request(self, url: str, priority: int, **kwargs: Any) -> Request:
        spider = self._spider
        again = "thread" in kwargs
        return Request(
            url, spider.parse_known, priority=priority, errback=spider.failed, cb_kwargs=kwargs, dont_filter=again
        )

    def parse(
        self, response: Response, to: str | None = None, thread: dict[str, Any] | None = None
    ) -> Iterator[Request | Post]:
        """What a page leads to, and the thread that ends on it."""
        if not isinstance(response, TextResponse) or not is_html(response):
            yield from self.give_up(thread)
            return
        knowledge, scope = self._blog.knowledge, self._blog.scope
        url = scope.adopt(response.url)
        if not scope.contains(url):
            yield from self.give_up(thread)
            return
        page = to_page(response)
        level = self._level(response, page, to)
        ways = knowledge.navigation_links(level, page, scope) if level else self._all_ways(page)
        is_list = level is None or not level.terminal
        if is_list and not all(way.pages for way in ways):
            self._repair.works(level)
            if not any(way.pages for way in ways):
                ways += self._repair.further(page, level, ways)
        elif is_list:
            if self._repair.is_thread(page):
                level = self._named("thread")
            else:
                ways = self._repair.ways(page, level) or ways
                if level is None and not ways and len(self._unread) < _MOST_UNREAD:
                    self._unread.append(url)
        if level is not None and level.terminal and level.objects:
            so_far = PartialThread.from_record(thread) if thread is not None else None
            yield from self._thread(response, page, url, level, ways, so_far)
            return
        if any(way.to == "thread" for way in ways):
            self._repair.turned_out(url, "threads")
        yield from self._follow(ways)

    def _level(self, response: Response, page: Page, to: str | None) -> Level | None:
        return self._blog.knowledge.level(response, page) or (self._named(to) if to else None)

    def _named(self, level: str) -> Level | None:
        application = self._blog.knowledge.application
        assert application is not None
        return application.level(level)

    def _all_ways(self, page: Page) -> list[NavigationLink]:
        """Where a page of no known level may lead to: what any list of this type would name."""
        application = self._blog.knowledge.application
        assert application is not None
        lists = [level for level in application.levels if not level.terminal]
        return [way for level in lists for way in self._blog.knowledge.navigation_links(level, page, self._blog.scope)]

    def _follow(self, ways: list[NavigationLink]) -> Iterator[Request]:
        for way in ways:
            url = self._blog.scope.adopt(way.url)
            if not self._frontier.knows(page_key(url)):
                yield self._request(url, _FIRST - 10 * way.order, to=way.to)

    def _thread(
        self,
        response: Response,
        page: Page,
        url: str,
        level: Level,
        ways: list[NavigationLink],
        thread: PartialThread | None,
    ) -> Iterator[Request | Post]:
        now = datetime.now(UTC)
        if thread is None:
            thread = PartialThread(
                url=url,
                title=_title(page, level),
                language=page_language(page, "", None),
                fetched=now.isoformat(timespec="seconds"),
                warc=response.meta.get("warc"),
            )
        language = (thread.language or "en").split("-")[0]
        posts = read_replies(page, level, "post", language, now)
        thread.source = Provenance.KNOWLEDGE
        if not posts:
            learned = self._repair.unread(page)
            posts, thread.source = repeated_replies(page, language, now), Provenance.FALLBACK
            if not posts and not thread.posts and len(self._unread) < _MOST_UNREAD:
                self._unread.append(url)
            if learned:
                yield from self._read_again()
        thread.seen.append(thread_page_key(url))
        thread.add(posts)
        self._repair.turned_out(thread.url, "thread" if posts else "")
        further = [way.url for way in ways if way.pages]
        if not further and (self._repair.is_needed or thread.source == Provenance.FALLBACK):
            further = self._repair.next_list_pages(page)
        following = [self._blog.scope.adopt(one) for one in further]
        ahead = next((one for one in following if thread_page_key(one) not in thread.seen), None)
        if ahead is not None and len(thread.posts) < _MOST_POSTS:
            yield self._request(ahead, _PAGES, to="thread", thread=thread.record())
        elif thread.posts:
            yield thread.to_post(self._blog.home)

    def _read_again(self) -> Iterator[Request]:
        """Requests for threads on which nothing repeats, now that it is known how posts are written."""
        unread, self._unread = self._unread, []
        yield from (self._request(url, _PAGES, to="thread", thread=None) for url in unread)

    def end(self) -> None:
        """The crawl is over."""
        self._repair.learn_at_last()

    def give_up(self, thread: dict[str, Any] | None) -> Iterator[Post]:
        """The record of a thread that does not go on, or whose next page cannot be had."""
        if thread is not None and thread["posts"]:
            yield PartialThread.from_record(thread).to_post(self._blog.home)


def _title(page: Page, level: Level) -> str | None:
    for action in level.fields("title"):
        for found in action.path.find(page.tree)[:1]:
            text = found_text(found)
            if text:
                return text
    return guess_title(page)
