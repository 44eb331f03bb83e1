"""The position of a link on its page: the elements around it."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element

__all__ = ["Position", "position_of"]

#: Number of elements to describe. Those further up are the same for most links.
_MAX_ELEMENTS = 6
_DIGITS = re.compile(r"\d+")

#: Elements with their classes and ids, the innermost first.
Position = tuple[str, ...]


def position_of(element: _Element | None) -> Position:
    """The link and the elements around it, with the digits in their names replaced by 0."""
    found: list[str] = []
    while element is not None and len(found) < _MAX_ELEMENTS and element.tag not in ("body", "html"):
        found.append(_label(element.tag, element.get("class") or "", element.get("id") or ""))
        element = element.getparent()
    return tuple(found)


@lru_cache(maxsize=512)
def _label(tag: str, classes: str, identifier: str) -> str:
    return _DIGITS.sub("0", f"{tag}.{classes[:60]}#{identifier[:30]}")
