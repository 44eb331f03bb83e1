"""Where fields of a post may stand on pages of which nothing is stored.

Pages of one level are looked at together. A title is what the page's head says, an article the text that the pages do
not share, a date what reads like one and differs from page to page, an author who is called so. What the pages state
to machines, or in their addresses, is believed before what only looks right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lxml.etree import _Element

from ...dom import ElementMap, words
from .article_places import Articles, holds_title
from .author_places import is_called_author, is_in_host, names_on
from .date_places import days_on, is_near
from .frame import Frame, Places
from .stated_values import Words, site_words, stated_days, stated_names, stated_titles

__all__ = ["FieldPlace", "PostPages"]

_LONGEST_TITLE, _LONGEST_TAG = 300, 50
_HEADINGS = {"h1": 0.0, "h2": 0.02, "h3": 0.04, "h4": 0.06}
_NO_HEADING, _MOST_TITLES = 0.08, 30
#: A part of the stated title may be the title: its section, or the blog's name, differs from page to page.
_LEAST_COVERED, _MOST_COVERED = 0.5, 30
#: So much more may speak against a title than against the best one, and so many more steps be to an author.
_MARGIN, _STEPS = 0.05, 2.0
#: A name that stands behind "by" is one, but a place with the name alone is better.
_LEAD = 3.0
_TOPIC = re.compile(r"tag|categor|label|topic|keyword|rubri|/search/", re.IGNORECASE)
#: On fewer pages, what only looks right cannot be told from the template.
_FEWEST_UNSTATED = 3
_MOST_PAGES = 0.7


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """The places of each page, and whether what stands there is what the pages state."""

    pages: list[Places]
    stated: bool = False


class PostPages:
    """Several pages of a level, looked at together."""

    def __init__(self, pages: Sequence[ElementMap]) -> None:
        self._pages = pages
        self._titles = stated_titles([seen.page for seen in pages])
        self._articles = Articles(pages, self._titles)

    def places(self, kind: str, frames: Sequence[Frame], is_named: Callable[[_Element], bool]) -> Iterator[FieldPlace]:
        """The places on each page at which a field may stand, the surest first.

        ``is_named`` says whether an element is called what the field is called elsewhere.
        """
        if kind == "content":
            yield FieldPlace(self._articles.places(self._said_titles))
            # Where hardly anything is written, in a blog of pictures, the name must do.
            yield FieldPlace([_named_so(*one, is_named) for one in zip(self._pages, self._said_titles, strict=True)])
        elif kind == "title":
            yield from self._title(frames)
        elif kind == "published":
            yield from self._published(frames)
        elif kind == "author":
            yield from self._author(frames)
        elif kind == "tag":
            yield FieldPlace([_topics(frame) for frame in frames])

    # --- title ------------------------------------------------------------------------------------------

    @cached_property
    def _said_titles(self) -> list[dict[_Element, float]]:
        """The elements of each page that say its title, or much of it."""
        return [_said(seen, titles) for seen, titles in zip(self._pages, self._titles, strict=True)]

    def _title(self, frames: Sequence[Frame]) -> Iterator[FieldPlace]:
        stated = [_best({(one, ""): cost for one, cost in said.items()}, _MARGIN) for said in self._said_titles]
        if _on_most(stated):
            yield FieldPlace(stated, stated=True)
        elif len(frames) >= _FEWEST_UNSTATED and all(frame.content is not None for frame in frames):
            headings = [_headings(frame) for frame in frames]
            texts = Counter(
                frame.seen.text(one) for frame, some in zip(frames, headings, strict=True) for one, _ in some
            )
            # A heading that several pages have is that of the blog, or of a part of it.
            yield FieldPlace(
                [
                    _best(
                        {place: cost for place, cost in some.items() if texts[frame.seen.text(place[0])] == 1}, _MARGIN
                    )
                    for frame, some in zip(frames, headings, strict=True)
                ]
            )

    # --- date -------------------------------------------------------------------------------------------

    def _published(self, frames: Sequence[Frame]) -> Iterator[FieldPlace]:
        dated = [days_on(frame) for frame in frames]
        said = [stated_days(seen.page) for seen in self._pages]
        if sum(map(bool, said)) < _MOST_PAGES * len(said):
            if len(frames) >= _FEWEST_UNSTATED:
                yield FieldPlace([_nearest(*one) for one in zip(frames, dated, strict=True)])
            return
        # Day by day, or in another zone than that in which it is said to machines.
        for farthest in (0, 1):
            found = [
                {place: frame.far(place[0]) for place, day in days.items() if is_near(day, stated, farthest)}
                for frame, days, stated in zip(frames, dated, said, strict=True)
            ]
            if _on_most(found):
                yield FieldPlace(found, stated=True)
                return

    # --- author -----------------------------------------------------------------------------------------

    def _author(self, frames: Sequence[Frame]) -> Iterator[FieldPlace]:
        """First who is stated and stands by it, then who is called its author, then whom the blog is named after."""
        names = [stated_names(seen.page) for seen in self._pages]
        # A blog may state its own name on each page.
        several = not set.intersection(*names)
        ranks: tuple[list[Places], list[Places], list[Places]] = ([], [], [])
        for frame, stated in zip(frames, names, strict=True):
            seen, host = frame.seen, site_words(frame.seen.page)
            found: tuple[Places, Places, Places] = ({}, {}, {})
            for element, name in names_on(frame):
                cost = frame.far(element) + (0.0 if seen.text(element) == name else _LEAD)
                called, between = is_called_author(element, seen), frame.is_between(element)
                if tuple(words(name)) in stated and (several or called or between):
                    found[0][element, ""] = cost
                if called:
                    found[1][element, ""] = cost
                if between and is_in_host(name, host):
                    found[2][element, ""] = cost
            for rank, places in zip(ranks, found, strict=True):
                rank.append(_best(places, _STEPS))
        best = next((rank for rank in ranks if _on_most(rank)), None)
        if best is not None:
            yield FieldPlace(best)


def _said(seen: ElementMap, titles: Sequence[Words]) -> dict[_Element, float]:
    found: dict[_Element, float] = {}
    for element in seen.short(_LONGEST_TITLE) if titles else ():
        if len(found) >= _MOST_TITLES:
            break
        said = tuple(words(seen.text(element)))
        if said and any(_is_in(said, title) for title in titles):
            covered = min(1.0, len(said) / min(len(titles[0]), _MOST_COVERED))
            if covered >= _LEAST_COVERED:
                found[element] = 1 - covered + _HEADINGS.get(element.tag, _NO_HEADING)
    return found


def _is_in(said: Words, title: Words) -> bool:
    """Whether the words stand in a title, one after the other."""
    size = len(said)
    return any(title[at : at + size] == said for at in range(len(title) - size + 1))


def _headings(frame: Frame) -> Places:
    """The headings before the article, where the head says nothing of the title."""
    seen, content = frame.seen, frame.content
    assert content is not None
    headings = (one for one in seen.short(_LONGEST_TITLE) if one.tag in _HEADINGS)
    before = (one for one in headings if seen.order[one] < seen.order[content])
    return {(one, ""): seen.steps(content, one) + _HEADINGS[one.tag] for one in before}


def _nearest(frame: Frame, days: Mapping[tuple[_Element, str], str]) -> Places:
    """The dates that stand nearest to the article; of two days side by side, one is that of the last change."""
    costs = {place: frame.far(place[0]) for place in days}
    near = [place for place, cost in costs.items() if cost < min(costs.values()) + 1]
    first = min((days[place] for place in near), default="")
    return {place: costs[place] for place in near if days[place] == first}


def _named_so(seen: ElementMap, titles: Mapping[_Element, float], is_named: Callable[[_Element], bool]) -> Places:
    """The only element that is called what is looked for, if it does not hold the title."""
    found = [element for element in seen.elements if element not in seen.unrelated and is_named(element)]
    if len(found) != 1 or holds_title(seen, found[0], titles):
        return {}
    return {(found[0], ""): 0.0}


def _topics(frame: Frame) -> Places:
    links = (one for one in frame.seen.short(_LONGEST_TAG) if one.tag == "a" and not frame.is_in_content(one))
    return {(one, ""): frame.far(one) for one in links if _is_topic(one)}


def _is_topic(element: _Element) -> bool:
    above = element.getparent()
    names = [element.get("rel"), element.get("class"), element.get("href")]
    names.append(above.get("class") if above is not None else None)
    return any(name and _TOPIC.search(name) for name in names)


def _best(places: Places, margin: float) -> Places:
    least = min(places.values(), default=0.0)
    return {place: cost for place, cost in places.items() if cost <= least + margin}


def _on_most(pages: Sequence[Places]) -> bool:
    return sum(map(bool, pages)) >= max(2, _MOST_PAGES * len(pages))
