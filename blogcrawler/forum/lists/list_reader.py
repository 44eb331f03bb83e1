"""Reads a forum's list during an update, when most of its threads are known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from ...blog import KnownBlog
from ...dom import Page
from ...knowledge import Learned, Level, NavigationLink, adapt_single_list, link_of
from ...urls import page_key
from ..forum_urls import forum_url_shape, paged
from .link_lists import guess_navigation, next_list_pages
from .list_rows import ListRow, list_rows

__all__ = ["KnownLinks", "ListReading", "covered_lists", "list_links", "read_list", "relearn_list"]

_MAX_LINKS = 3000
#: Share of the known threads on a list that its actions must find.
_MIN_FOUND = 0.5


@dataclass(frozen=True, slots=True)
class ListReading:
    """The threads and the lists that a list links to, and its further pages, the next one first.

    ``is_failing`` says that the actions of its level do not find the known threads or lists that it links to.
    """

    threads: tuple[ListRow, ...] = ()
    lists: tuple[ListRow, ...] = ()
    further: tuple[str, ...] = ()
    is_failing: bool = False


def list_links(page: Page, blog: KnownBlog) -> list[str]:
    """The addresses that a list links to within the forum, without those of further pages."""
    found = (link_of(page, element) for element in islice(page.tree.iter("a"), _MAX_LINKS) if element.get("href"))
    urls = dict.fromkeys(blog.scope.adopt(url.partition("#")[0]) for url in found if url)
    return [url for url in urls if blog.scope.contains(url) and not paged(url)[1]]


@dataclass(frozen=True, slots=True)
class KnownLinks:
    """Those of a list's links that lead to stored ``threads`` and to watched ``lists``."""

    threads: Collection[str] = ()
    lists: Collection[str] = ()


def read_list(page: Page, level: Level | None, blog: KnownBlog, known: KnownLinks) -> ListReading:
    """Read a list by the actions of its level, or of all lists if the level is ``None``.

    If the actions do not find the ``known`` links, the threads and lists are those and what looks alike.
    """
    application = blog.knowledge.application
    levels = [level] if level else [one for one in application.levels if not one.terminal] if application else []
    links = [link for one in levels for link in blog.knowledge.navigation_links(one, page, blog.scope)]
    targets = {action.to or one.name for one in levels for action in one.follow if not action.pages}
    found = {blog.scope.adopt(link.url) for link in links if not link.pages}
    is_failing = False
    for to, some in (("thread", known.threads), ("threads", known.lists)):
        if to in targets and len(found.intersection(some)) < _MIN_FOUND * len(some):
            is_failing = True
            links += _alike(page, blog, some, to)
    threads = [link.url for link in links if link.to == "thread" and not link.pages]
    lists = [link.url for link in links if link.to not in ("thread", None) and not link.pages]
    return ListReading(
        _rows(page, threads, blog), _rows(page, lists, blog), tuple(_further(page, links, blog)), is_failing
    )


def relearn_list(page: Page, level: Level, blog: KnownBlog, known: KnownLinks) -> list[Learned]:
    """Algorithm 1 for lists: actions that find the known links, which the level's own actions no longer find."""
    application = blog.knowledge.application
    if application is None:
        return []
    levels = {link.url: "thread" for link in _alike(page, blog, known.threads, "thread")}
    levels |= {link.url: "threads" for link in _alike(page, blog, known.lists, "threads")}
    own = paged(page.url)[0]

    def leads_to(url: str) -> str | None:
        key, number = paged(url)
        return level.name if number > 1 and key == own else levels.get(url)

    return adapt_single_list(application, level, page, leads_to, blog.home)


def covered_lists(listed: Mapping[str, Collection[str]], home: str) -> set[str]:
    """The lists whose threads are all on the home page's list as well; ``listed`` has the threads of each list."""
    everything = set(listed.get(home, ()))
    return {url for url, threads in listed.items() if url != home and threads and everything.issuperset(threads)}


def _alike(page: Page, blog: KnownBlog, known: Collection[str], to: str) -> list[NavigationLink]:
    """The known links, and those in the same lists whose addresses have the same shape."""
    shapes = {forum_url_shape(url) for url in known}

    def is_wanted(url: str) -> bool:
        url = blog.scope.adopt(url)
        return blog.scope.contains(url) and not blog.knowledge.avoids(url)

    guessed = [link.url for link in guess_navigation(page, blog.home, is_wanted) if not link.pages]
    here = [url for url in _raw_links(page) if blog.scope.adopt(url) in known]
    urls = dict.fromkeys([*here, *(url for url in guessed if forum_url_shape(url) in shapes)])
    return [NavigationLink(url, to, 2, False) for url in urls]


def _raw_links(page: Page) -> Iterable[str]:
    for element in islice(page.tree.iter("a"), _MAX_LINKS):
        url = link_of(page, element) if element.get("href") else None
        if url:
            yield url.partition("#")[0]


def _rows(page: Page, urls: list[str], blog: KnownBlog) -> tuple[ListRow, ...]:
    rows = [replace(row, url=blog.scope.adopt(row.url)) for row in list_rows(page, urls)]
    return tuple({page_key(row.url): row for row in reversed(rows)}.values())[::-1]


def _further(page: Page, links: Iterable[NavigationLink], blog: KnownBlog) -> list[str]:
    own, number = paged(page.url)
    found: dict[str, tuple[int, str]] = {}
    for url in [*(link.url for link in links if link.pages), *next_list_pages(page)]:
        url = blog.scope.adopt(url)
        key, other = paged(url)
        if blog.scope.contains(url) and (key != own or other > max(number, 1)):
            found.setdefault(page_key(url), (other if key == own else 10**9, url))
    return [url for _, url in sorted(found.values())]
