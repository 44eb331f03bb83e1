"""What a page has but does not show, and what it shows for another purpose than to be read."""

from __future__ import annotations

import re

from lxml.etree import _Element

__all__ = ["HIDING_ATTRIBUTES", "is_hidden_or_navigation"]

#: Attributes by which elements are hidden, or say what they are for.
HIDING_ATTRIBUTES = frozenset({"style", "hidden", "role"})
_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_ROLES = frozenset(
    {"navigation", "search", "dialog", "alertdialog", "contentinfo", "tooltip", "menu", "menubar", "toolbar"}
)
_MEDIA = ("img", "iframe", "video", "audio", "svg", "picture")
#: What is longer, or has paragraphs, is hidden to be shown later: a solution, the end of a joke.
_SHORT = 100


def is_hidden_or_navigation(element: _Element) -> bool:
    """Whether an element is for machines, or for finding one's way."""
    if element.get("role") in _ROLES:
        return True
    style = element.get("style") or ""
    hides = ("none" in style or "hidden" in style) and _STYLE.search(style) is not None
    if not hides and element.get("hidden") is None:
        return False
    if (
        element.tag in _MEDIA
        or next(element.iterdescendants("p", "pre", "ul", "ol", "table", *_MEDIA), None) is not None
    ):
        return False
    size = 0
    for text in element.itertext():
        size += len(str(text).strip())
        if size > _SHORT:
            return False
    return True
