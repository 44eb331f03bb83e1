"""Finds the comments of a page by structure alone: for pages without a rule and without a known platform.

Several readings compete: boxes with a date each, boxes with numbered ids, texts that alternate with bylines. The one
with the most comments, authors and dates wins. It must agree with the number that the page states, or have authors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from lxml import etree
from lxml.etree import _Element

from ...dom import Page, drop, element_path
from ...items import Comment
from .box_reader import own_number, read_box
from .boxes_by_structure import box_candidates, enclosing_boxes
from .flat_by_structure import flat_groups
from .regions import Region, captioned_regions, is_trackback_list, named_regions, numbered_regions

__all__ = ["FoundComments", "find_comments"]

#: The share of comments that must have an author, and a date or a number.
_MIN_COMPLETE = 0.6
#: If more of the texts are nothing but links, this is a list of posts.
_MAX_LINKS = 0.5
#: Pages show the date of a post in other time zones than those of its comments.
_CLOCK_TOLERANCE = timedelta(days=2)
#: Maximum number of elements to examine, in all parts of the page together: hostile pages nest many parts.
_MAX_ELEMENTS = 20_000
#: Maximum number of comments to read on one page, and of siblings to examine for them.
_MAX_COMMENTS, _MAX_SIBLINGS = 2000, 4000
#: A line is a caption of the template if this many comments, and most of them, begin or end with it.
_MIN_REPEATED, _MAX_CAPTION_LENGTH = 3, 40
_AUTHOR_WEIGHT, _DATE_WEIGHT = 1.0, 0.5
#: Beside comments with authors or dates, a box with neither is probably a heading or a note.
_VALUE_OF_BARE_TEXT = -0.5
_LINK = re.compile(r"<a\b.*?</a>|<[^>]+>", re.DOTALL)
_TRACKBACK = re.compile(r"\b(pingback|trackback)\b", re.IGNORECASE)

_Group = Sequence[_Element]


@dataclass(frozen=True, slots=True)
class FoundComments:
    """The comments, and the paths of their elements in the page."""

    comments: tuple[Comment, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """The comments in some groups of elements, and how many of them have a number."""

    comments: tuple[Comment, ...]
    groups: tuple[_Group, ...]
    numbered: int

    @property
    def elements(self) -> set[_Element]:
        """The elements of all comments, and those inside them."""
        return {one for group in self.groups for element in group for one in element.iter()}

    @property
    def is_complete(self) -> bool:
        """Whether all comments have an author, and a date or a number."""
        many = len(self.comments)
        return all(one.author for one in self.comments) and (
            self.numbered == many or all(one.published for one in self.comments)
        )

    def value(self, expected: int | None) -> float:
        """The more comments, authors and dates the better, up to the stated number of comments."""
        total = sum(
            1 + _AUTHOR_WEIGHT * bool(one.author) + _DATE_WEIGHT * bool(one.published)
            if one.author or one.published
            else _VALUE_OF_BARE_TEXT
            for one in self.comments
        )
        many = len(self.comments)
        return total * expected / many if expected and many > expected else total

    def is_credible(self, expected: int | None, posted: datetime | None) -> bool:
        """Whether these are comments: they have authors, or are as many as stated, and follow the post."""
        many = len(self.comments)
        links = sum(not any(map(str.isalnum, _LINK.sub("", one.content_html))) for one in self.comments)
        if not many or (many > 1 and links > _MAX_LINKS * many) or not self._follows(posted):
            return False
        needed = _MIN_COMPLETE * len(self.groups)
        authors = sum(one.author is not None for one in self.comments)
        dates = sum(one.published is not None for one in self.comments)
        if authors >= needed and max(dates, self.numbered) >= needed:
            return True
        has_fact = max(authors, dates, self.numbered) >= needed
        return many == expected and many == len(self.groups) and (many > 1 or has_fact)

    def _follows(self, posted: datetime | None) -> bool:
        """Whether not most of the comments are older than the post."""
        if posted is None:
            return True
        earliest = (posted - _CLOCK_TOLERANCE).date().isoformat()
        dates = [one.published for one in self.comments if one.published]
        return sum(date[:10] < earliest for date in dates) * 2 <= len(dates)


def find_comments(
    page: Page,
    language: str = "en",
    now: datetime | None = None,
    expected: int | None = None,
    posted: datetime | None = None,
) -> FoundComments:
    """The comments of a page by structure; ``expected`` is the number stated, ``posted`` the date of the post."""
    for regions in (named_regions, captioned_regions, numbered_regions):
        readings: list[_Reading] = []
        elements_left = _MAX_ELEMENTS
        for region in (some[:_MAX_SIBLINGS] for some in regions(page.tree)):
            if elements_left <= 0:
                break
            elements_left -= sum(1 for root in region for _ in islice(root.iter(), elements_left))
            most = max((len(one.comments) for one in readings if one.is_complete), default=0)
            if most and most == expected:
                break
            reading = _best_reading(
                region, page.base, language, now, expected, posted, 0 if expected and most < expected else most
            )
            if reading is not None:
                readings.append(reading)
        if readings:
            found = _joined(readings, expected)
            paths = (element_path(one) for reading in found for group in reading.groups for one in group)
            return FoundComments(_with_own_ids(found), tuple(paths))
    return FoundComments()


def _joined(readings: Sequence[_Reading], expected: int | None) -> list[_Reading]:
    """The best reading, and those of further lists as long as there are not more comments than stated."""
    best = max(readings, key=lambda reading: reading.value(expected))
    chosen = {id(best)}
    total, taken = len(best.comments), best.elements
    for reading in readings:
        if expected and total + len(reading.comments) <= expected and taken.isdisjoint(reading.elements):
            chosen.add(id(reading))
            total += len(reading.comments)
            taken |= reading.elements
    return [reading for reading in readings if id(reading) in chosen]


def _with_own_ids(readings: Sequence[_Reading]) -> tuple[Comment, ...]:
    """The comments of all readings; ids that an earlier list has used are changed."""
    comments: list[Comment] = []
    used: set[str | None] = set()
    for number, reading in enumerate(readings, 1):
        renamed = {one.id: f"{one.id}-{number}" if one.id in used else one.id for one in reading.comments}
        comments += [
            replace(one, id=renamed[one.id], parent=renamed.get(one.parent) if one.parent else None)
            for one in reading.comments
        ]
        used.update(one.id for one in comments)
    return tuple(comments)


def _best_reading(
    region: Region,
    base: str,
    language: str,
    now: datetime | None,
    expected: int | None,
    posted: datetime | None,
    known: int,
) -> _Reading | None:
    """The best credible reading of a part of the page with more comments than are known already."""
    best: _Reading | None = None
    seen: set[tuple[_Element, ...]] = set()
    for groups in _candidates(region, language, now, expected):
        elements = tuple(element for group in groups for element in group)
        is_done = best is not None and best.is_complete and len(groups) <= len(best.comments)
        if len(groups) <= known or elements in seen or is_done:
            continue
        seen.add(elements)
        reading = _read(groups, region, base, language, now)
        captions = _repeated_lines(reading.comments)
        if captions:
            reading = _read(groups, region, base, language, now, captions)
        if reading.is_credible(expected, posted) and (best is None or reading.value(expected) > best.value(expected)):
            best = reading
    return best


def _candidates(region: Region, language: str, now: datetime | None, expected: int | None) -> Iterator[list[_Group]]:
    lists = {one for root in region for one in islice(root.iter(), _MAX_ELEMENTS) if is_trackback_list(one)}
    for boxes in box_candidates(region, language, now, expected):
        yield [[box] for box in boxes[:_MAX_COMMENTS] if not lists or lists.isdisjoint([box, *box.iterancestors()])]
    flat = islice(flat_groups(region, language, now), _MAX_COMMENTS)
    yield [group for group in flat if lists.isdisjoint(group[0].iterancestors())]


def _repeated_lines(comments: Sequence[Comment]) -> set[str]:
    """The first and last lines that most texts share: captions of the template in a language without a list."""
    if len(comments) < _MIN_REPEATED:
        return set()
    lines = [one.text.splitlines() for one in comments]
    counts = Counter(line for text in lines if len(text) > 1 for line in {text[0], text[-1]})
    needed = max(_MIN_REPEATED, _MIN_COMPLETE * len(comments))
    return {line for line, count in counts.items() if count >= needed and len(line) <= _MAX_CAPTION_LENGTH}


def _read(
    groups: Sequence[_Group],
    region: Region,
    base: str,
    language: str,
    now: datetime | None,
    captions: Collection[str] = (),
) -> _Reading:
    """Read the comments in a copy, from the last to the first, so that none contains its replies."""
    holder = etree.Element("div")
    copied: dict[_Element, _Element] = {}
    for root in region:
        copy = deepcopy(root)
        copied.update(zip(root.iter(), copy.iter(), strict=True))
        holder.append(copy)
    nodes = [_boxed([copied[part] for part in group]) for group in groups]
    above = enclosing_boxes(nodes)
    numbered = sum(own_number(node) is not None for node in nodes)
    read: dict[int, Comment] = {}
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        kind = _TRACKBACK.search(node.get("class") or "")
        comment = read_box(node, base, language, now, index, captions)
        read[index] = replace(comment, type=kind[1].lower()) if kind else comment
        drop(node)
    whole = [index for index in range(len(nodes)) if read[index].text]
    with_text = set(whole)
    comments = []
    for index in whole:
        upper = above[index]
        while upper is not None and upper not in with_text:
            upper = above[upper]
        comments.append(replace(read[index], parent=read[upper].id if upper is not None else None))
    return _Reading(tuple(comments), tuple(groups[index] for index in whole), numbered)


def _boxed(parts: _Group) -> _Element:
    """The element of a comment, or several wrapped in a box at the position of the first one."""
    if len(parts) == 1:
        return parts[0]
    box = etree.Element("div")
    parts[0].addprevious(box)
    for part in parts:
        box.append(part)  # together with its tail
    return box
