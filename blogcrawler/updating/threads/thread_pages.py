"""Reading the pages of a thread again: all of them, or only those with new messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from scrapy.http import Response, TextResponse

from ...blog import KnownBlog
from ...dom import Page, squash, texts
from ...errors import NotFetched
from ...extraction import page_language
from ...forum import (
    PartialThread,
    carry_over,
    messages_on,
    next_list_pages,
    page_address,
    paged,
    starts_with,
    thread_page_key,
    thread_title,
)
from ...http import is_html, to_page
from ...items import Comment, Post
from ...knowledge import Level
from ..intents import Download, Steps

__all__ = ["FirstPage", "ThreadPages", "page_of_last_message", "read_thread"]

#: Pages of a thread to read in one visit, and messages to keep.
_MAX_PAGES, _MAX_MESSAGES = 1000, 20_000


@dataclass(slots=True)
class ThreadPages:
    """What was read of a thread, and the responses of its pages."""

    thread: PartialThread
    known: Sequence[Comment]
    level: Level
    now: datetime
    responses: list[Response] = field(default_factory=list)

    def add(self, page: Page, response: Response) -> list[Comment] | None:
        """Read a page; ``None`` if messages that it shows cannot be read."""
        language = (self.thread.language or "en").split("-")[0]
        read = messages_on(page, self.level, self.known, language, self.now)
        if read is None:
            return None
        messages, self.thread.source = read
        self.thread.add(messages)
        self.thread.seen.append(thread_page_key(page.url))
        self.responses.append(response)
        return messages


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The first page of a thread, its stored record, and the number of messages that a list states."""

    response: TextResponse
    page: Page
    known: Post | None = None
    stated: int | None = None


def read_thread(url: str, first: FirstPage, blog: KnownBlog, now: datetime, whole: bool) -> Steps[ThreadPages | None]:
    """Read a thread whose first page is given; ``None`` if it cannot be read. The page is not changed.

    Of a known thread, unless the ``whole`` is wanted, only the page of the last stored message and later ones are read.
    If that page does not begin with the expected message, or the number of messages is not the stated one, messages
    before it were deleted or moved, and all pages are read after all.
    """
    level = blog.knowledge.application.level("thread") if blog.knowledge.application else None
    if level is None:
        return None
    known = first.known
    pages = None
    if known is not None and known.posts and not whole:
        pages = yield from _read_news(_begin(url, first, level, now), first, known, blog)
    if pages is None:
        pages = _begin(url, first, level, now)
        if pages.add(first.page, first.response) is None or not (yield from _read_on(first.page, pages, blog)):
            return None
    thread = pages.thread
    if known is not None:
        thread.posts = carry_over(known.posts, thread.posts)
    return pages if thread.posts else None


def _begin(url: str, first: FirstPage, level: Level, now: datetime) -> ThreadPages:
    page, response = first.page, first.response
    # Another template may have something else where the title was.
    stored = first.known.title if first.known else None
    title = stored if stored and stored in map(squash, texts(page.tree)) else thread_title(page, level)
    thread = PartialThread(
        url=url,
        title=title,
        language=page_language(page, "", None),
        fetched=now.isoformat(timespec="seconds"),
        warc=response.meta.get("warc") if response.request else None,
    )
    return ThreadPages(thread, first.known.posts if first.known else (), level, now)


def _read_news(pages: ThreadPages, first: FirstPage, known: Post, blog: KnownBlog) -> Steps[ThreadPages | None]:
    """Read the first page, the page of the last stored message and later ones; ``None`` if all have to be read."""
    messages = pages.add(first.page, first.response)
    if not messages or not starts_with(messages, known.posts[0]):
        return None
    number = page_of_last_message(len(known.posts), len(messages))
    url = _address_of(number, further_pages(first.page, pages.level, blog)) if number > 2 else None
    got = (yield from _download(url, blog)) if url else None
    if got is None:
        return None
    page, response = got
    start = (number - 1) * len(messages)
    thread = pages.thread
    thread.posts += known.posts[len(messages) : start]
    thread.links += known.links
    last = pages.add(page, response)
    if last is None or not starts_with(last, known.posts[start]):
        return None
    if not (yield from _read_on(page, pages, blog)):
        return None
    is_right = len(thread.posts) > len(known.posts) if first.stated is None else len(thread.posts) == first.stated
    return pages if is_right else None


def page_of_last_message(messages: int, per_page: int) -> int:
    """The number of the page, from 1, with the last of this many messages."""
    return (messages - 1) // per_page + 1 if messages and per_page else 1


def _address_of(number: int, further: Sequence[str]) -> str | None:
    """The address of a page of a thread, by the addresses of others: they have page numbers, or those of messages."""
    numbered = {paged(url)[1]: url for url in further if paged(url)[1]}
    if not numbered:
        return None
    second = min(numbered)
    wanted = second * (number - 1) if second > 2 else second + number - 2
    return numbered.get(wanted) or (page_address(numbered[second], wanted) if wanted <= max(numbered) else None)


def _read_on(page: Page, pages: ThreadPages, blog: KnownBlog) -> Steps[bool]:
    """Read the pages that follow; whether all of them could be read."""
    for _ in range(_MAX_PAGES):
        further = further_pages(page, pages.level, blog)
        url = next((one for one in further if thread_page_key(one) not in pages.thread.seen), None)
        if url is None or len(pages.thread.posts) >= _MAX_MESSAGES:
            return True
        got = yield from _download(url, blog)
        if got is None:
            return False
        page, response = got
        if pages.add(page, response) is None:
            return False
    return True


def _download(url: str, blog: KnownBlog) -> Steps[tuple[Page, Response] | None]:
    try:
        response: Response = yield Download(url)
    except NotFetched:
        return None
    if response.status >= 400 or not isinstance(response, TextResponse) or not is_html(response):
        return None
    if not blog.scope.contains(blog.scope.adopt(response.url)):
        return None
    return to_page(response), response


def further_pages(page: Page, level: Level, blog: KnownBlog) -> list[str]:
    """The addresses of the pages of a thread after this one, the next one first."""
    own, number = paged(page.url)
    links = blog.knowledge.navigation_links(level, page, blog.scope)
    return _sorted_pages((link.url for link in links if link.pages), own, number, blog) or _sorted_pages(
        next_list_pages(page), own, number, blog
    )


def _sorted_pages(urls: Iterable[str], own: str, number: int, blog: KnownBlog) -> list[str]:
    found: dict[str, tuple[int, str]] = {}
    for url in map(blog.scope.adopt, urls):
        key, other = paged(url)
        if key != own or other > max(number, 1):
            found.setdefault(thread_page_key(url), (other if key == own else 10**9, url))
    return [url for _, url in sorted(found.values())]
