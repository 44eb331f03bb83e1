"""Elements that a page hides, and those that are for navigation."""

from __future__ import annotations

import re

from lxml.etree import _Element

__all__ = ["HIDING_ATTRIBUTES", "is_hidden_or_navigation"]

#: Attributes that can hide an element or give it a role. Elements without any of them need no check.
HIDING_ATTRIBUTES = frozenset({"style", "hidden", "role"})
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_OTHER_ROLES = frozenset(
    {"navigation", "search", "dialog", "alertdialog", "contentinfo", "tooltip", "menu", "menubar", "toolbar"}
)
_MEDIA = ("img", "iframe", "video", "audio", "svg", "picture")
#: Longer texts, and those with paragraphs, are hidden to be shown later: a solution, the end of a joke.
_MAX_HIDDEN_LENGTH = 100


def is_hidden_or_navigation(element: _Element) -> bool:
    """Whether an element is hidden or part of the navigation."""
    if element.get("role") in _OTHER_ROLES:
        return True
    style = element.get("style") or ""
    hides = ("none" in style or "hidden" in style) and _HIDING_STYLE.search(style) is not None
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
        if size > _MAX_HIDDEN_LENGTH:
            return False
    return True
