"""Navigation actions for lists whose own lead nowhere: where the links stand that are known to be worth following."""

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

__all__ = ["adapt_list", "adapt_ways"]

#: On so many pages, at least, a new action must have stood the test.
_FEWEST_PAGES = 2
#: So many links of a single list must have been seen to lead where they should.
_FEWEST_LINKS = 2
_MOST_LINKS, _MOST_PLACES, _MOST_TRIED = 2000, 8, 400
#: The share of the wanted links that an action must find, and the share of what it finds that must be wanted.
_FOUND, _WANTED = 0.8, 0.9
#: The share of the lists on which it must find them.
_MOST_PAGES = 0.6
_END = Step("@href")


class _Links:
    """The links of a page that lead to one level: ``wanted`` by address, ``own`` those that not all pages have."""

    def __init__(self, page: Page, is_wanted: Callable[[str], bool]) -> None:
        self.page = page
        self.places: dict[str, list[_Element]] = {}
        for element in islice(page.tree.iter("a"), _MOST_LINKS):
            url = _address(page, element)
            if url and is_wanted(url):
                self.places.setdefault(url, []).append(element)
        self.wanted = set(self.places)
        self.own: set[str] = set()

    def found_by(self, path: Expression) -> set[str]:
        found = (link_of(self.page, one) for one in path.find(self.page.tree)[:_MOST_LINKS])
        return {url.partition("#")[0] for url in found if url}


def adapt_ways(
    application: Application, level: Level, pages: Sequence[Page], leads_to: Callable[[str], str | None], origin: str
) -> list[Learned]:
    """Actions for links that the level's own do not find on these pages, several lists.

    ``leads_to`` says of an address which level it is of, if that is known: that of a post which the feed names or an
    earlier crawl has stored, or the level itself for a further page of the list. Links that all the pages have, such as
    the latest posts beside each list, say nothing.
    """
    found = []
    for to in dict.fromkeys(action.to or level.name for action in level.follow):
        lists = [_Links(page, lambda url, to=to: leads_to(url) == to) for page in pages]  # type: ignore[misc]
        common = set.intersection(*(one.wanted for one in lists)) if lists else set()
        for one in lists:
            one.own = one.wanted - common
        telling = [one for one in lists if one.own]
        known = [action for action in level.follow if (action.to or level.name) == to]
        if len(telling) < _FEWEST_PAGES or not _fails(known, telling):
            continue
        path = _aligned(telling)
        if path is not None:
            found.append(Learned(application.name, level.name, FOLLOW, path, origin, str(known[0].path), to))
    return found


def adapt_list(
    application: Application, level: Level, page: Page, leads_to: Callable[[str], str | None], origin: str
) -> list[Learned]:
    """The same for a level that has one page only; where its links lead must have been seen."""
    found = []
    for to in dict.fromkeys(action.to or level.name for action in level.follow):
        links = _Links(page, lambda url, to=to: leads_to(url) == to)  # type: ignore[misc]
        links.own = links.wanted
        known = [action for action in level.follow if (action.to or level.name) == to]
        path = _aligned([links], fewest=1) if len(links.own) >= _FEWEST_LINKS and _fails(known, [links]) else None
        if path is not None:
            found.append(Learned(application.name, level.name, FOLLOW, path, origin, str(known[0].path), to))
    return found


def _fails(known: Sequence[Follow], lists: Sequence[_Links]) -> bool:
    missing = 0
    for one in lists:
        found = set().union(*(one.found_by(action.path) for action in known))
        missing += len(found & one.own) < 0.5 * len(one.own)
    return missing > 0.5 * len(lists)


def _aligned(lists: Sequence[_Links], fewest: int = _FEWEST_PAGES) -> Expression | None:
    """The simplest expression that finds nearly all of the lists' own links, and hardly any other."""
    own = [(one, islice((url for url in one.places if url in one.own), _MOST_PLACES)) for one in lists]
    places = [place for one, urls in own for url in urls for place in one.places[url]]
    candidates = dict.fromkeys(path for place in places for path in paths_to(place, (_END,)))
    for path in islice(candidates, _MOST_TRIED):
        found = [one.found_by(path) for one in lists]
        # It may miss a list that was made otherwise, but nowhere find what is not wanted.
        if any(len(urls & one.wanted) < _WANTED * len(urls) for urls, one in zip(found, lists, strict=True)):
            continue
        right = sum(len(urls & one.own) >= _FOUND * len(one.own) for urls, one in zip(found, lists, strict=True))
        if right >= max(fewest, _MOST_PAGES * len(lists)):
            return path
    return None


def _address(page: Page, element: _Element) -> str | None:
    url = link_of(page, element)
    return url.partition("#")[0] if url else None
