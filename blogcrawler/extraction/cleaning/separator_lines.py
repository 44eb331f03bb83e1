"""Dropping lines of separators that are left over where what they separated was removed."""

from __future__ import annotations

import re

from lxml.etree import _Element

from ...dom import drop, short_text

__all__ = ["drop_separator_lines", "has_separator_line"]

#: A line of separators only, left over at the beginning or the end where what they separated was removed.
#: Before them may be a label, "Tags: , ,".
_SEPARATORS = frozenset("|·•,")
_SEPARATOR_LINE = re.compile(r"\s*(?:[|·•](?:[ |·•])*|(?:[^\W\d_][\w ]{0,20}[:：] ?)?,[ ,]*)(?=\n|$)")
_MAX_SEPARATOR_LINE = 60


def has_separator_line(text: str) -> bool:
    """Whether the first or the last line consists of separators."""
    last = text.rfind("\n") + 1
    return (text[:1] in _SEPARATORS and _SEPARATOR_LINE.match(text) is not None) or (
        text[-1:] in _SEPARATORS and _SEPARATOR_LINE.match(text, last) is not None
    )


def drop_separator_lines(node: _Element) -> None:
    """Drop the elements below a node that hold nothing but separators."""
    for element in [e for e in node.iterdescendants() if _is_separator_line(e)]:
        drop(element)


def _is_separator_line(element: _Element) -> bool:
    return _SEPARATOR_LINE.fullmatch(short_text(element, _MAX_SEPARATOR_LINE)) is not None
