"""Lists of links on a forum's page whose markup nobody knows: links that look alike and have addresses of one shape.

A list of threads is a group of links in rows that look alike. What they lead to is told by their addresses, which
templates do not change; where these say nothing, by the titles: a list's are the longest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from lxml.etree import _Element

from ..dom import ElementMap, Page, look_of, words
from ..knowledge import NavigationLink, link_of
from .forum_urls import forum_url_shape, paged, role_of

__all__ = ["guess_navigation", "next_list_pages"]

_MOST_LINKS, _MOST_PAGES = 3000, 100
#: A title has so many words on an average; more do not make it more of one.
_FEWEST_WORDS, _MANY_WORDS = 2.0, 8
#: So many links, at least, are a list if their addresses say nothing.
_FEWEST_LINKS = 3
#: Links with titles that are so much shorter than those of the best list are others: the last post, the last page.
_SHORTER = 0.5
_FIRST, _SECOND, _THIRD = 1, 2, 3


@dataclass(frozen=True, slots=True)
class _List:
    """Links that look alike: their addresses with the words of the longest title of each."""

    role: str | None
    shape: str
    titles: dict[str, int]

    @property
    def words(self) -> float:
        return sum(min(size, _MANY_WORDS) for size in self.titles.values()) / len(self.titles)

    @property
    def worth(self) -> float:
        return len(self.titles) * self.words


def guess_navigation(page: Page, home: str, is_wanted: Callable[[str], bool]) -> list[NavigationLink]:
    """Where a page of a forum may lead to: further pages, threads, lists of threads.

    ``is_wanted`` says whether an address belongs to the forum and is not to be avoided; what all addresses begin with,
    that of the forum's ``home``, says nothing.
    """
    lists = _lists(ElementMap(page), home, is_wanted)
    ways = {url: NavigationLink(url, None, _FIRST, True) for url in next_list_pages(page) if is_wanted(url)}
    for role, order in (("thread", _SECOND), ("threads", _THIRD)):
        for url in _best([one for one in lists if one.role == role]):
            ways.setdefault(url, NavigationLink(url, role, order, False))
    if not any(way.to for way in ways.values()):
        large = [one for one in lists if len(one.titles) >= _FEWEST_LINKS and one.words >= _FEWEST_WORDS]
        for url in _best([one for one in large if one.role is None]):
            ways.setdefault(url, NavigationLink(url, None, _SECOND, False))
    return list(ways.values())


def _best(lists: Iterable[_List]) -> list[str]:
    """The addresses of the list with the most and longest titles, and of those that are as it is."""
    ranked = sorted(lists, key=lambda one: -one.worth)
    if not ranked:
        return []
    first = ranked[0]
    alike = [one for one in ranked if one.shape == first.shape and one.words >= _SHORTER * first.words]
    return list(dict.fromkeys(url for one in alike for url in one.titles))


def _lists(mapped: ElementMap, home: str, is_wanted: Callable[[str], bool]) -> list[_List]:
    found: dict[tuple[str, ...], _List] = {}
    own, _ = paged(mapped.page.url)
    for element in islice(mapped.root.iter("a"), _MOST_LINKS):
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
    """Addresses of further pages of what a page is a page of, in their order; those before it left out."""
    own, number = paged(page.url)
    found: dict[int, str] = {}
    for element in islice(page.tree.iter("a"), _MOST_LINKS):
        url = (link_of(page, element) or "").partition("#")[0] if element.get("href") else ""
        key, other = paged(url)
        if key == own and other > max(number, 1):
            found.setdefault(other, url)
    return [found[other] for other in sorted(found)][:_MOST_PAGES]
