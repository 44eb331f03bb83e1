"""The place of a link on its page: the elements around it."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element

__all__ = ["Place", "place_of"]

_ANCESTORS = 6
_DIGITS = re.compile(r"\d+")

#: Elements, the innermost first, each with its classes and name.
Place = tuple[str, ...]


def place_of(element: _Element | None) -> Place:
    """The elements around a link and itself, without the numbers in their names; those near the top say nothing."""
    found: list[str] = []
    while element is not None and len(found) < _ANCESTORS and element.tag not in ("body", "html"):
        found.append(_named(element.tag, element.get("class") or "", element.get("id") or ""))
        element = element.getparent()
    return tuple(found)


@lru_cache(maxsize=512)
def _named(tag: str, classes: str, name: str) -> str:
    return _DIGITS.sub("0", f"{tag}.{classes[:60]}#{name[:30]}")
