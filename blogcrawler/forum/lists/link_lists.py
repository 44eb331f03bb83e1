"""Finds the lists of links on a forum's page with unknown markup: links that look alike and have similar addresses.

A list of threads is a group of links in rows that look alike. Their addresses, which do not depend on the template,
show where they lead to. If the addresses say nothing, the titles decide: those of a list of threads are the longest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from lxml.etree import _Element

from ...dom import ElementMap, Page, look_of, words
from ...knowledge import NavigationLink, link_of
from ..forum_urls import forum_url_shape, paged, role_of

__all__ = ["guess_navigation", "next_list_pages"]

_MAX_LINKS, _MAX_PAGES = 3000, 100
#: Average number of words of the titles in a list; words beyond the maximum do not count.
_MIN_WORDS, _MAX_COUNTED_WORDS = 2.0, 8
#: Number of links in a list whose addresses say nothing.
_MIN_LINKS = 3
#: Links with titles shorter than this share of the best list's are something else: the last post, the last page.
_MIN_RELATIVE_WORDS = 0.5
_PAGES_ORDER, _THREADS_ORDER, _LISTS_ORDER = 1, 2, 3


@dataclass(frozen=True, slots=True)
class _List:
    """Links that look alike; ``titles`` maps each address to the number of words of its longest title."""

    role: str | None
    shape: str
    titles: dict[str, int]

    @property
    def words(self) -> float:
        return sum(min(size, _MAX_COUNTED_WORDS) for size in self.titles.values()) / len(self.titles)

    @property
    def worth(self) -> float:
        return len(self.titles) * self.words


def guess_navigation(page: Page, home: str, is_wanted: Callable[[str], bool]) -> list[NavigationLink]:
    """The links of a forum's page that may be worth following: further pages, threads, lists of threads.

    ``is_wanted`` says whether an address belongs to the forum and is not to be avoided. The forum's ``home``, which all
    addresses begin with, is ignored.
    """
    lists = _lists(ElementMap(page), home, is_wanted)
    links = {url: NavigationLink(url, None, _PAGES_ORDER, True) for url in next_list_pages(page) if is_wanted(url)}
    for role, order in (("thread", _THREADS_ORDER), ("threads", _LISTS_ORDER)):
        for url in _best([one for one in lists if one.role == role]):
            links.setdefault(url, NavigationLink(url, role, order, False))
    if not any(link.to for link in links.values()):
        large = [one for one in lists if len(one.titles) >= _MIN_LINKS and one.words >= _MIN_WORDS]
        for url in _best([one for one in large if one.role is None]):
            links.setdefault(url, NavigationLink(url, None, _THREADS_ORDER, False))
    return list(links.values())


def _best(lists: Iterable[_List]) -> list[str]:
    """The addresses of the list with the most and longest titles, and of lists that are like it."""
    ranked = sorted(lists, key=lambda one: -one.worth)
    if not ranked:
        return []
    first = ranked[0]
    alike = [one for one in ranked if one.shape == first.shape and one.words >= _MIN_RELATIVE_WORDS * first.words]
    return list(dict.fromkeys(url for one in alike for url in one.titles))


def _lists(mapped: ElementMap, home: str, is_wanted: Callable[[str], bool]) -> list[_List]:
    found: dict[tuple[str, ...], _List] = {}
    own, _ = paged(mapped.page.url)
    for element in islice(mapped.root.iter("a"), _MAX_LINKS):
        if element in mapped.unrelated or element not in mapped.order or not element.get("href"):
            continue
        url = (link_of(mapped.page, element) or "").partition("#")[0]
        key, number = paged(url)
        if number or key == own or not is_wanted(url):
            continue
        role, shape = role_of(url.removeprefix(home)), forum_url_shape(url)
        if role in ("person", "nothing"):
            continue
        group = found.setdefault((*_looks(element), shape), _List(role, shape, {}))
        group.titles[url] = max(group.titles.get(url, 0), len(words(mapped.text(element))))
    return [one for one in found.values() if one.words > 0]


def _looks(element: _Element) -> list[str]:
    looks = [look_of(element)]
    looks += [look_of(above) for above in islice(element.iterancestors(), 2)]
    return looks


def next_list_pages(page: Page) -> list[str]:
    """The addresses of further pages of the same list or thread, in order, without those before this page."""
    own, number = paged(page.url)
    found: dict[int, str] = {}
    for element in islice(page.tree.iter("a"), _MAX_LINKS):
        url = (link_of(page, element) or "").partition("#")[0] if element.get("href") else ""
        key, other = paged(url)
        if key == own and other > max(number, 1):
            found.setdefault(other, url)
    return [found[other] for other in sorted(found)][:_MAX_PAGES]
