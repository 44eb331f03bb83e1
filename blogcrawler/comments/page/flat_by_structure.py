"""Finds comments without boxes: after a heading, texts alternate with lines of author and date, as in the templates of
Movable Type 3 and other programs of its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import islice

from lxml import etree
from lxml.etree import _Element

from ...dates import read_date
from ...dom import HEADINGS, Page, node_text
from ...items import Comment
from .boxes_by_structure import FoundComments, read_box, regions
from .rule_reader import find_nodes
from .vocabulary import vocabulary

__all__ = ["find_unboxed_comments"]

_MAX_BYLINE_LENGTH, _MAX_REGIONS, _MAX_PARTS = 150, 10, 5000
#: Elements that no comment contains: the discussion ends there.
_ENDING = frozenset({"form", "script", "hr"}) | HEADINGS
_Parts = list[_Element]


def find_unboxed_comments(page: Page, language: str = "en", now: datetime | None = None) -> FoundComments:
    """The comments of a page on which author and date are a line of their own above or below the text."""
    best: list[_Parts] = []
    for region in islice(regions(page.tree), _MAX_REGIONS):
        parts = [one for one in (region[0] if len(region) == 1 else region) if isinstance(one.tag, str)]
        found = _alternating(parts[:_MAX_PARTS], language, now)
        if len(found) > len(best):
            best = found
    if not best:
        return FoundComments()
    tree, copy = page.tree.getroottree(), page.copy().tree
    paths = [[tree.getpath(part) for part in parts] for parts in best]
    copies = [[find_nodes(copy, path)[0] for path in group] for group in paths]
    read = [read_box(_boxed(parts), page.base, language, now, index) for index, parts in enumerate(copies)]
    whole = [index for index, comment in enumerate(read) if comment.text and comment.author]
    comments: list[Comment] = [read[index] for index in whole]
    return FoundComments(tuple(comments), tuple(path for index in whole for path in paths[index]))


def _alternating(parts: Sequence[_Element], language: str, now: datetime | None) -> list[_Parts]:
    """The elements of each comment, including the line with its author and date."""
    lines = [_is_byline(part, language, now) for part in parts]
    if True not in lines:
        return []
    above = lines[next((index for index, part in enumerate(parts) if node_text(part)), 0)]
    found: list[_Parts] = []
    group: _Parts = []
    for part, is_line in zip(parts, lines, strict=True):
        if part.tag in _ENDING:
            found += [group] if above and len(group) > 1 else []
            group = []
        elif above and is_line:
            found += [group] if len(group) > 1 else []
            group = [part]
        elif not above or group:
            group.append(part)
            if is_line:
                found += [group] if len(group) > 1 else []
                group = []
    return [*found, group] if above and len(group) > 1 else found


def _is_byline(element: _Element, language: str, now: datetime | None) -> bool:
    """Whether an element is a line that says who wrote something, and when."""
    text = node_text(element)
    return (
        0 < len(text) <= _MAX_BYLINE_LENGTH
        and any(map(str.isdigit, text))
        and vocabulary().name.match(text) is not None
        and bool(read_date(text, language, now))
    )


def _boxed(parts: Sequence[_Element]) -> _Element:
    """The elements of a comment, wrapped in a box at the position of the first one."""
    box = etree.Element("div")
    parts[0].addprevious(box)
    for part in parts:
        box.append(part)  # together with its tail
    return box
