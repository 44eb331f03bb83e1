"""Finds comments without boxes: texts alternate with lines of author and date, as in the templates of Movable Type 3,
Dotclear and other programs of their time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from itertools import islice

from lxml.etree import _Element

from ...dates import read_date
from ...dom import HEADINGS, node_text
from .author_names import name_in
from .regions import INLINE_TAGS, Region
from .vocabulary import vocabulary

__all__ = ["flat_groups"]

_MAX_BYLINE_LENGTH, _MAX_PARTS, _MAX_ELEMENTS, _MAX_ELEMENTS_IN_BYLINE = 150, 3000, 20_000, 12
#: Elements that no comment contains: the discussion ends there.
_ENDING = frozenset({"form", "script", "hr"}) | HEADINGS
_Parts = list[_Element]


def flat_groups(region: Region, language: str, now: datetime | None) -> list[_Parts]:
    """The elements of each comment, including the line with its author and date."""
    lines: defaultdict[_Element, set[_Element]] = defaultdict(set)
    for root in region:
        for element in islice(root.iter(), _MAX_ELEMENTS):
            above = element.getparent()
            if above is not None and _is_byline(element, language, now):
                lines[above].add(element)
    if not lines:
        return []
    holder = max(lines, key=lambda one: len(lines[one]))
    parts = region if holder is region[0].getparent() else list(holder)
    parts = [part for part in parts if isinstance(part.tag, str)][:_MAX_PARTS]
    return _alternating(parts, [part in lines[holder] for part in parts])


def _alternating(parts: Sequence[_Element], lines: Sequence[bool]) -> list[_Parts]:
    has_text = [
        bool(node_text(part)) and (is_line or part.tag not in _ENDING)
        for part, is_line in zip(parts, lines, strict=True)
    ]
    above = lines[has_text.index(True)] if True in has_text else False
    found: list[_Parts] = []
    group: _Parts = []
    for part, is_line in zip(parts, lines, strict=True):
        if part.tag in _ENDING and not is_line:
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
    """Whether an element is a line that says who wrote something, and perhaps when."""
    if not isinstance(element.tag, str) or element.tag in INLINE_TAGS:
        return False
    if sum(1 for _ in islice(element.iter(), _MAX_ELEMENTS_IN_BYLINE)) == _MAX_ELEMENTS_IN_BYLINE:
        return False
    text = node_text(element)
    if not 0 < len(text) <= _MAX_BYLINE_LENGTH or not vocabulary().byline.search(text):
        return False
    if not (any(map(str.isdigit, text)) and read_date(text, language, now)) and not text.endswith((":", "：")):
        return False
    return name_in(text, language) is not None
