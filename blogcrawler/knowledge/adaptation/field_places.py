"""Finds where the fields of a post may be, on pages without stored values.

Pages of one level are compared with each other. The title is what the page's head says, the article is the text that
the pages do not share, a date is what reads like one and differs from page to page, an author is marked as one.
Metadata and addresses count more than what only looks right.
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

_MAX_TITLE_LENGTH, _MAX_TAG_LENGTH = 300, 50
#: Costs of titles by their tag.
_HEADING_COSTS = {"h1": 0.0, "h2": 0.02, "h3": 0.04, "h4": 0.06}
_NO_HEADING_COST = 0.08
_MAX_TITLES = 30
#: The share of the stated title that an element must have: the title may come with a section or the blog's name, which
#: differs from page to page. Longer titles count as this many words.
_MIN_COVERED, _MAX_COVERED_WORDS = 0.5, 30
#: How much more than the best place another place of a title, or of an author, may cost.
_TITLE_MARGIN, _AUTHOR_MARGIN = 0.05, 2.0
#: Cost of a name after "by": an element with the name alone is better.
_LEAD_COST = 3.0
_TOPIC_NAME = re.compile(r"tag|categor|label|topic|keyword|rubri|/search/", re.IGNORECASE)
#: Pages needed to distinguish a field from the template if the pages do not state it.
_MIN_PAGES_UNSTATED = 3
#: The share of pages that must have a place, or state a date.
_MIN_PAGE_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """The places of a field on each page, and whether they have the values that the pages state."""

    pages: list[Places]
    stated: bool = False


class PostPages:
    """Several pages of a level, compared with each other."""

    def __init__(self, pages: Sequence[ElementMap]) -> None:
        self._pages = pages
        self._titles = stated_titles([mapped.page for mapped in pages])
        self._articles = Articles(pages, self._titles)

    def places(self, kind: str, frames: Sequence[Frame], is_named: Callable[[_Element], bool]) -> Iterator[FieldPlace]:
        """The places on each page where a field may be, the most reliable first.

        ``is_named`` says whether an element has a name that known types use for the field.
        """
        if kind == "content":
            yield FieldPlace(self._articles.places(self._title_elements))
            # Where there is hardly any text, as in a photo blog, the name must be enough.
            yield FieldPlace(
                [_only_named(*one, is_named) for one in zip(self._pages, self._title_elements, strict=True)]
            )
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
    def _title_elements(self) -> list[dict[_Element, float]]:
        """The elements of each page that contain its title, or most of it."""
        return [_title_costs(mapped, titles) for mapped, titles in zip(self._pages, self._titles, strict=True)]

    def _title(self, frames: Sequence[Frame]) -> Iterator[FieldPlace]:
        stated = [
            _best({(one, ""): cost for one, cost in costs.items()}, _TITLE_MARGIN) for costs in self._title_elements
        ]
        if _on_most(stated):
            yield FieldPlace(stated, stated=True)
        elif len(frames) >= _MIN_PAGES_UNSTATED and all(frame.content is not None for frame in frames):
            headings = [_headings(frame) for frame in frames]
            texts = Counter(
                frame.mapped.text(one) for frame, some in zip(frames, headings, strict=True) for one, _ in some
            )
            # A heading that several pages have belongs to the blog or to a part of it.
            yield FieldPlace(
                [
                    _best(
                        {place: cost for place, cost in some.items() if texts[frame.mapped.text(place[0])] == 1},
                        _TITLE_MARGIN,
                    )
                    for frame, some in zip(frames, headings, strict=True)
                ]
            )

    # --- date -------------------------------------------------------------------------------------------

    def _published(self, frames: Sequence[Frame]) -> Iterator[FieldPlace]:
        dated = [days_on(frame) for frame in frames]
        stated_by_page = [stated_days(mapped.page) for mapped in self._pages]
        if sum(map(bool, stated_by_page)) < _MIN_PAGE_SHARE * len(stated_by_page):
            if len(frames) >= _MIN_PAGES_UNSTATED:
                yield FieldPlace([_nearest(*one) for one in zip(frames, dated, strict=True)])
            return
        # The same day or, if the metadata has another time zone, the day before or after.
        for max_days in (0, 1):
            found = [
                {place: frame.distance(place[0]) for place, day in days.items() if is_near(day, stated, max_days)}
                for frame, days, stated in zip(frames, dated, stated_by_page, strict=True)
            ]
            if _on_most(found):
                yield FieldPlace(found, stated=True)
                return

    # --- author -----------------------------------------------------------------------------------------

    def _author(self, frames: Sequence[Frame]) -> Iterator[FieldPlace]:
        """First names that the page states, then names marked as an author, then names in the blog's host."""
        names = [stated_names(mapped.page) for mapped in self._pages]
        # A name that all pages state may be the blog's.
        several = not set.intersection(*names)
        ranks: tuple[list[Places], list[Places], list[Places]] = ([], [], [])
        for frame, stated in zip(frames, names, strict=True):
            mapped, host = frame.mapped, site_words(frame.mapped.page)
            found: tuple[Places, Places, Places] = ({}, {}, {})
            for element, name in names_on(frame):
                cost = frame.distance(element) + (0.0 if mapped.text(element) == name else _LEAD_COST)
                called, between = is_called_author(element, mapped), frame.is_between(element)
                if tuple(words(name)) in stated and (several or called or between):
                    found[0][element, ""] = cost
                if called:
                    found[1][element, ""] = cost
                if between and is_in_host(name, host):
                    found[2][element, ""] = cost
            for rank, places in zip(ranks, found, strict=True):
                rank.append(_best(places, _AUTHOR_MARGIN))
        best = next((rank for rank in ranks if _on_most(rank)), None)
        if best is not None:
            yield FieldPlace(best)


def _title_costs(mapped: ElementMap, titles: Sequence[Words]) -> dict[_Element, float]:
    found: dict[_Element, float] = {}
    for element in mapped.short(_MAX_TITLE_LENGTH) if titles else ():
        if len(found) >= _MAX_TITLES:
            break
        shown = tuple(words(mapped.text(element)))
        if shown and any(_is_in(shown, title) for title in titles):
            covered = min(1.0, len(shown) / min(len(titles[0]), _MAX_COVERED_WORDS))
            if covered >= _MIN_COVERED:
                found[element] = 1 - covered + _HEADING_COSTS.get(element.tag, _NO_HEADING_COST)
    return found


def _is_in(part: Words, title: Words) -> bool:
    """Whether the words occur in a title, one after the other."""
    size = len(part)
    return any(title[at : at + size] == part for at in range(len(title) - size + 1))


def _headings(frame: Frame) -> Places:
    """The headings before the article, for pages whose head has no title."""
    mapped, content = frame.mapped, frame.content
    assert content is not None
    headings = (one for one in mapped.short(_MAX_TITLE_LENGTH) if one.tag in _HEADING_COSTS)
    before = (one for one in headings if mapped.order[one] < mapped.order[content])
    return {(one, ""): mapped.steps(content, one) + _HEADING_COSTS[one.tag] for one in before}


def _nearest(frame: Frame, days: Mapping[tuple[_Element, str], str]) -> Places:
    """The dates closest to the article; of two days side by side, the later is the date of the last change."""
    costs = {place: frame.distance(place[0]) for place in days}
    near = [place for place, cost in costs.items() if cost < min(costs.values()) + 1]
    first = min((days[place] for place in near), default="")
    return {place: costs[place] for place in near if days[place] == first}


def _only_named(mapped: ElementMap, titles: Mapping[_Element, float], is_named: Callable[[_Element], bool]) -> Places:
    """The element with a name for the field, if it is the only one and does not contain the title."""
    found = [element for element in mapped.elements if element not in mapped.unrelated and is_named(element)]
    if len(found) != 1 or holds_title(mapped, found[0], titles):
        return {}
    return {(found[0], ""): 0.0}


def _topics(frame: Frame) -> Places:
    links = (one for one in frame.mapped.short(_MAX_TAG_LENGTH) if one.tag == "a" and not frame.is_in_content(one))
    return {(one, ""): frame.distance(one) for one in links if _is_topic(one)}


def _is_topic(element: _Element) -> bool:
    above = element.getparent()
    names = [element.get("rel"), element.get("class"), element.get("href")]
    names.append(above.get("class") if above is not None else None)
    return any(name and _TOPIC_NAME.search(name) for name in names)


def _best(places: Places, margin: float) -> Places:
    least = min(places.values(), default=0.0)
    return {place: cost for place, cost in places.items() if cost <= least + margin}


def _on_most(pages: Sequence[Places]) -> bool:
    return sum(map(bool, pages)) >= max(2, _MIN_PAGE_SHARE * len(pages))
