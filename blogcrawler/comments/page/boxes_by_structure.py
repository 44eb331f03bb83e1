"""Finds the boxes of comments in a discussion: elements with a number or a name of comments, the largest elements with
one date each, or as many alike siblings as the page states comments.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice

from lxml.etree import _Element

from ...dom import elements_with_text, look_of, most_alike, node_text
from .box_reader import dates_in
from .regions import INLINE_TAGS, Region, is_named_comment, is_outside_discussion
from .vocabulary import vocabulary

__all__ = ["box_candidates", "enclosing_boxes"]

_DIGITS = re.compile(r"\d+")
_MAX_ELEMENTS, _MAX_DEPTH, _MAX_GROUPS, _MAX_BOXES = 20_000, 300, 3, 2000
#: Anchors before a comment in a wrapper, and the comment.
_MAX_ANCHORS = 3
#: An id that ends in a number, without that number. A single element needs an id like that of a comment.
_COMMENT_ID = re.compile(r"comment|komment?ar|comentari|^(?:li-|div-)?c(?:mt|omm)?[-_]?#$", re.IGNORECASE)


def box_candidates(
    region: Region, language: str, now: datetime | None, expected: int | None
) -> Iterator[list[_Element]]:
    """The lists of elements that may be the comments of a part of the page, the most likely first."""
    yield _dated_boxes(region, language, now)
    yield from _marked_boxes(region)
    if expected:
        yield from _counted_boxes(region, expected)


def enclosing_boxes(nodes: Sequence[_Element]) -> list[int | None]:
    """For each box the index of the box it answers: one that contains it, or that precedes an element around it."""
    numbers = {node: index for index, node in enumerate(nodes)}
    parents: list[int | None] = []
    for node in nodes:
        parent = None
        for above in islice(node.iterancestors(), _MAX_DEPTH):
            before = above.getprevious()
            if above in numbers:
                parent = numbers[above]
            elif before is not None and before in numbers:
                parent = numbers[before]
            if parent is not None:
                break
        parents.append(parent)
    return parents


def _elements(region: Region) -> Iterator[_Element]:
    """The elements of a part of the page, without forms and lists of recent comments."""
    for root in region:
        skipped: _Element | None = None
        for element in islice(root.iter(), _MAX_ELEMENTS):
            if not isinstance(element.tag, str):
                continue
            if skipped is not None:
                if any(above is skipped for above in element.iterancestors()):
                    continue
                skipped = None
            if element.tag == "form" or (element is not root and element.get("id") and _is_form(element)):
                skipped = element
                continue
            yield element


def _is_form(element: _Element) -> bool:
    return is_outside_discussion(element) and next(element.iter("form"), None) is not None


def _marked_boxes(region: Region) -> Iterator[list[_Element]]:
    """The elements whose ids differ only by a number, or that have the same class of comments; most of them first."""
    groups: defaultdict[tuple[str, str], list[_Element]] = defaultdict(list)
    for element in _elements(region):
        if element.tag in INLINE_TAGS or (len(region) == 1 and element is region[0]):
            continue
        identity = element.get("id")
        if identity and any(map(str.isdigit, identity)):
            groups[str(element.tag), _DIGITS.sub("#", identity)].append(element)
        for name in (element.get("class") or "").split():
            if vocabulary().names.search(name) or name.lower() in ("reply", "response"):
                groups[str(element.tag), f".{name}"].append(element)
    ranked = sorted(
        ((key, boxes) for key, boxes in groups.items() if len(boxes) > 1 or _COMMENT_ID.search(key[1])),
        key=lambda group: (-len(group[1]), group[0][1].startswith(".")),
    )
    with_text = {element for root in region for element in elements_with_text(root)}
    for _, boxes in ranked[:_MAX_GROUPS]:
        yield [box for box in boxes[:_MAX_BOXES] if box in with_text and box.find(".//h1") is None]


def _counted_boxes(region: Region, expected: int) -> Iterator[list[_Element]]:
    """Siblings that look alike, if there are as many as the page states comments."""
    groups: defaultdict[tuple[_Element, str], list[_Element]] = defaultdict(list)
    with_text = {element for root in region for element in elements_with_text(root)}
    for element in _elements(region):
        above = element.getparent()
        if above is not None and element.tag not in INLINE_TAGS and element in with_text:
            groups[above, look_of(element)].append(element)
    yield from islice((boxes for boxes in groups.values() if len(boxes) == expected), _MAX_GROUPS)


def _dated_boxes(region: Region, language: str, now: datetime | None) -> list[_Element]:
    """The largest elements that contain one date each, without those that look different from the others."""
    roots = set(region)
    dated = [date for root in region for date in dates_in(root, language, now) if not _in_form(date, roots)]
    holding: Counter[_Element] = Counter()
    for date in dated:
        for above in _up_to(date, roots):
            holding[above] += 1
    boxes = []
    for date in dated:
        box = date
        for above in _up_to(date, roots):
            if holding[above] > 1 or (above in roots and len(region) == 1):
                break
            box = above
        box = _unwrapped(box, date)
        if box.tag not in INLINE_TAGS and len(node_text(box)) > len(node_text(date)) and box.find(".//h1") is None:
            boxes.append(box)
    return most_alike(boxes, _look)


def _unwrapped(box: _Element, date: _Element) -> _Element:
    """The box without wrappers that contain nothing else but anchors, such as the list around a single reply."""
    while box is not date and (inner := _only_child(box)) is not None:
        box = inner
    return box


def _only_child(box: _Element) -> _Element | None:
    """The only child of a box without text, apart from empty anchors before it."""
    children = list(islice(box, _MAX_ANCHORS))
    if (box.text or "").strip() or any((child.tail or "").strip() for child in children):
        return None
    inner = [child for child in children if child.tag != "a" or len(child) or child.text]
    return inner[0] if len(inner) == 1 and inner[0] is box[-1] else None


def _up_to(element: _Element, roots: set[_Element]) -> Iterator[_Element]:
    if element in roots:
        return
    for above in islice(element.iterancestors(), _MAX_DEPTH):
        yield above
        if above in roots:
            return


def _in_form(element: _Element, roots: set[_Element]) -> bool:
    return any(above.tag == "form" for above in _up_to(element, roots))


def _look(box: _Element) -> tuple[str, bool]:
    """Its tag, and whether it is named a comment: the classes differ between comments and replies."""
    return str(box.tag), is_named_comment(box)
