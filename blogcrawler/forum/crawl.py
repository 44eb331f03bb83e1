"""Crawls a forum whose software is known: lists lead to threads, and a thread with all its pages becomes one record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Protocol

from scrapy import Request
from scrapy.http import Response, TextResponse

from ..blog import KnownBlog
from ..dom import Page
from ..errors import StoreError
from ..extraction import page_language
from ..faults import attempt, optional_step
from ..frontier import DiskFrontier
from ..http import fetched_at, is_html, to_page
from ..items import Post, Provenance, WatchedDocument
from ..knowledge import Level, NavigationLink
from ..store import Store
from ..urls import page_key
from .lists.board_log import BoardLog
from .lists.list_repair import ListRepair
from .threads.partial_thread import PartialThread, thread_page_key
from .threads.thread_reader import read_posts, thread_title
from .threads.unknown_thread_reader import read_repeated_posts

__all__ = ["ThreadCallbacks", "ThreadCrawl"]

#: Priorities of requests for lists and for the next page of a thread.
_LIST_PRIORITY, _THREAD_PAGE_PRIORITY = 1000, 1200
#: Longer threads are cut: a thread is carried through the queue until its last page is read.
_MAX_POSTS = 20_000
#: Unreadable threads to request again once actions for posts have been learned.
_MAX_UNREAD = 1000


class ThreadCallbacks(Protocol):
    """The methods of a spider that receive responses: a queue on disk can only name such methods."""

    @property
    def parse_known(self) -> Any: ...
    @property
    def failed(self) -> Any: ...


class ThreadCrawl:
    """Turns a forum's pages into requests and records.

    A thread with several pages is read page by page. What was read so far travels with the request, so that a crawl
    that is stopped loses nothing.
    """

    def __init__(self, spider: ThreadCallbacks, blog: KnownBlog, frontier: DiskFrontier, repair: ListRepair) -> None:
        self._spider = spider
        self._blog = blog
        self._frontier = frontier
        self._repair = repair
        self._boards = BoardLog(blog, lambda: datetime.now(UTC))
        self._unread: list[str] = []

    def first(self) -> Request:
        """The request for the forum's home."""
        return self._request(self._blog.home, _LIST_PRIORITY)

    def _request(self, url: str, priority: int, **kwargs: Any) -> Request:
        spider = self._spider
        again = "thread" in kwargs
        return Request(
            url, spider.parse_known, priority=priority, errback=spider.failed, cb_kwargs=kwargs, dont_filter=again
        )

    def parse(
        self, response: Response, to: str | None = None, thread: dict[str, Any] | None = None
    ) -> Iterator[Request | Post]:
        """The requests that follow from a page, and the record of a thread that ends on it."""
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
        links = knowledge.navigation_links(level, page, scope) if level else self._all_links(page)
        is_list = level is None or not level.terminal
        if is_list and not all(link.pages for link in links):
            self._repair.record_success(level)
            if not any(link.pages for link in links):
                links += self._repair.guess_further_pages(page, level, links)
        elif is_list:
            if self._repair.is_thread(page):
                level = self._named("thread")
            else:
                links = self._repair.guess_links(page, level) or links
                if level is None and not links and len(self._unread) < _MAX_UNREAD:
                    self._unread.append(url)
        if level is not None and level.terminal and level.objects:
            so_far = PartialThread.from_record(thread) if thread is not None else None
            yield from self._thread(response, page, url, level, links, so_far)
            return
        if any(link.to == "thread" for link in links):
            self._repair.record_level(url, "threads")
        if any(link.to for link in links):
            with optional_step("sources", url):
                self._boards.record(response, page, level, links)
        yield from self._follow(links)

    def _level(self, response: Response, page: Page, to: str | None) -> Level | None:
        return self._blog.knowledge.level(response, page) or (self._named(to) if to else None)

    def _named(self, level: str) -> Level | None:
        application = self._blog.knowledge.application
        assert application is not None
        return application.level(level)

    def _all_links(self, page: Page) -> list[NavigationLink]:
        """The links of a page of unknown level, by the actions of all lists of this type."""
        application = self._blog.knowledge.application
        assert application is not None
        lists = [level for level in application.levels if not level.terminal]
        return [
            link for level in lists for link in self._blog.knowledge.navigation_links(level, page, self._blog.scope)
        ]

    def _follow(self, links: list[NavigationLink]) -> Iterator[Request]:
        for link in links:
            url = self._blog.scope.adopt(link.url)
            if not self._frontier.knows(page_key(url)):
                yield self._request(url, _LIST_PRIORITY - 10 * link.order, to=link.to)

    def _thread(
        self,
        response: Response,
        page: Page,
        url: str,
        level: Level,
        links: list[NavigationLink],
        thread: PartialThread | None,
    ) -> Iterator[Request | Post]:
        now = fetched_at(response)
        if thread is None:
            thread = PartialThread(
                url=url,
                title=thread_title(page, level),
                language=page_language(page, "", None),
                fetched=now.isoformat(timespec="seconds"),
                warc=response.meta.get("warc"),
            )
        language = (thread.language or "en").split("-")[0]
        posts = read_posts(page, level, "post", language, now)
        thread.source = Provenance.KNOWLEDGE
        if not posts:
            learned = attempt("repair", url, False, self._repair.learn_posts, page)
            posts, thread.source = read_repeated_posts(page, language, now), Provenance.FALLBACK
            if not posts and not thread.posts and len(self._unread) < _MAX_UNREAD:
                self._unread.append(url)
            if learned:
                yield from self._read_again()
        thread.seen.append(thread_page_key(url))
        thread.add(posts)
        self._repair.record_level(thread.url, "thread" if posts else "")
        next_pages = [link.url for link in links if link.pages]
        if not next_pages and (self._repair.is_needed or thread.source == Provenance.FALLBACK):
            next_pages = self._repair.wanted_list_pages(page)
        following = [self._blog.scope.adopt(one) for one in next_pages]
        next_page = next((one for one in following if thread_page_key(one) not in thread.seen), None)
        if next_page is not None and len(thread.posts) < _MAX_POSTS:
            yield self._request(next_page, _THREAD_PAGE_PRIORITY, to="thread", thread=thread.record())
        elif thread.posts:
            yield thread.to_post(self._blog.home)

    def _read_again(self) -> Iterator[Request]:
        """Requests for the unreadable threads, now that actions for posts have been learned."""
        unread, self._unread = self._unread, []
        yield from (self._request(url, _THREAD_PAGE_PRIORITY, to="thread", thread=None) for url in unread)

    def end(self) -> None:
        """Finish the crawl: learn from what is left."""
        with optional_step("link_repair", self._blog.home):
            self._repair.learn_remaining()

    def watched_lists(self, store: Store) -> list[WatchedDocument]:
        """The lists of the forum as documents that later updates watch; its threads are in the store."""
        with optional_step("sources", self._blog.home, unless=(StoreError,)):
            return self._boards.documents(store.post_states.threads)
        return []

    def give_up(self, thread: dict[str, Any] | None) -> Iterator[Post]:
        """The record of a thread whose next page is not available."""
        if thread is not None and thread["posts"]:
            yield PartialThread.from_record(thread).to_post(self._blog.home)
