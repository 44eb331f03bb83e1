"""Learns navigation actions for lists whose own find nothing, from links that are known to be worth following."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from lxml.etree import _Element

from ...dom import Page
from ..language.expression import Expression, Step
from ..model.learned import FOLLOW, Learned
from ..model.model import Application, Follow, Level
from ..model.values import link_of
from .candidate_paths import paths_to

__all__ = ["adapt_navigation", "adapt_single_list"]

#: Number of lists on which a new action must find the links.
_MIN_PAGES = 2
#: Number of known links that a single list must have.
_MIN_LINKS = 2
_MAX_LINKS, _MAX_PLACES, _MAX_CANDIDATES = 2000, 8, 400
#: The share of the wanted links that an action must find, and the share of the found links that must be wanted.
_MIN_RECALL, _MIN_PRECISION = 0.8, 0.9
#: The share of the lists on which it must find them.
_MIN_PAGE_SHARE = 0.6
_END = Step("@href")


class _Links:
    """The links of a page that lead to one level: ``wanted`` by address, ``own`` without those that all pages have."""

    def __init__(self, page: Page, is_wanted: Callable[[str], bool]) -> None:
        self.page = page
        self.places: dict[str, list[_Element]] = {}
        for element in islice(page.tree.iter("a"), _MAX_LINKS):
            url = _address(page, element)
            if url and is_wanted(url):
                self.places.setdefault(url, []).append(element)
        self.wanted = set(self.places)
        self.own: set[str] = set()

    def found_by(self, path: Expression) -> set[str]:
        found = (link_of(self.page, one) for one in path.find(self.page.tree)[:_MAX_LINKS])
        return {url.partition("#")[0] for url in found if url}


def adapt_navigation(
    application: Application, level: Level, pages: Sequence[Page], leads_to: Callable[[str], str | None], origin: str
) -> list[Learned]:
    """Actions for links that the level's own actions do not find on several lists.

    ``leads_to`` returns the level of an address if it is known: of a post which the feed lists or an earlier crawl
    has stored, or the level itself for a further page of the list. Links that all the pages have, such as the latest
    posts next to each list, do not count.
    """
    found = []
    for to in dict.fromkeys(action.to or level.name for action in level.follow):
        lists = [_Links(page, lambda url, to=to: leads_to(url) == to) for page in pages]  # type: ignore[misc]
        common = set.intersection(*(one.wanted for one in lists)) if lists else set()
        for one in lists:
            one.own = one.wanted - common
        with_own = [one for one in lists if one.own]
        known = [action for action in level.follow if (action.to or level.name) == to]
        if len(with_own) < _MIN_PAGES or not _fails(known, with_own):
            continue
        path = _common_path(with_own)
        if path is not None:
            found.append(Learned(application.name, level.name, FOLLOW, path, origin, str(known[0].path), to))
    return found


def adapt_single_list(
    application: Application, level: Level, page: Page, leads_to: Callable[[str], str | None], origin: str
) -> list[Learned]:
    """The same for a level that has only one page; ``leads_to`` must know the levels of its links."""
    found = []
    for to in dict.fromkeys(action.to or level.name for action in level.follow):
        links = _Links(page, lambda url, to=to: leads_to(url) == to)  # type: ignore[misc]
        links.own = links.wanted
        known = [action for action in level.follow if (action.to or level.name) == to]
        path = _common_path([links], min_pages=1) if len(links.own) >= _MIN_LINKS and _fails(known, [links]) else None
        if path is not None:
            found.append(Learned(application.name, level.name, FOLLOW, path, origin, str(known[0].path), to))
    return found


def _fails(known: Sequence[Follow], lists: Sequence[_Links]) -> bool:
    missing = 0
    for one in lists:
        found = set().union(*(one.found_by(action.path) for action in known))
        missing += len(found & one.own) < 0.5 * len(one.own)
    return missing > 0.5 * len(lists)


def _common_path(lists: Sequence[_Links], min_pages: int = _MIN_PAGES) -> Expression | None:
    """The simplest expression that finds nearly all of the lists' own links, and hardly any others."""
    own = [(one, islice((url for url in one.places if url in one.own), _MAX_PLACES)) for one in lists]
    places = [place for one, urls in own for url in urls for place in one.places[url]]
    candidates = dict.fromkeys(path for place in places for path in paths_to(place, (_END,)))
    for path in islice(candidates, _MAX_CANDIDATES):
        found = [one.found_by(path) for one in lists]
        # It may miss a list with another template, but must not find unwanted links anywhere.
        if any(len(urls & one.wanted) < _MIN_PRECISION * len(urls) for urls, one in zip(found, lists, strict=True)):
            continue
        right = sum(len(urls & one.own) >= _MIN_RECALL * len(one.own) for urls, one in zip(found, lists, strict=True))
        if right >= max(min_pages, _MIN_PAGE_SHARE * len(lists)):
            return path
    return None


def _address(page: Page, element: _Element) -> str | None:
    url = link_of(page, element)
    return url.partition("#")[0] if url else None
