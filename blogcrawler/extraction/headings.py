"""Headings: the links to themselves that templates put into them."""

from __future__ import annotations

import re
from typing import cast

from lxml.etree import _Element

from .noise import HEADINGS

__all__ = ["is_heading_link"]

_SIGNS = frozenset({"¶", "#", "§", "🔗", "⚓", "¶ "})
_NAMED = re.compile(
    r"(?:^|[-_\s])(?:anchor|header-?link|heading-?link|permalink|hash-?link|direct-?link)(?:$|[-_\s])", re.IGNORECASE
)
_WORD = re.compile(r"\w")


def is_heading_link(anchor: _Element) -> bool:
    """Whether a link leads to the heading that it stands in, and is no part of its text.

    The heading takes over the name to which other links lead.
    """
    if anchor.text in _SIGNS and not len(anchor):
        return True
    heading = anchor.getparent()
    if heading is None or heading.tag not in HEADINGS:
        return False
    address = anchor.get("href")
    if not address or "#" not in address:
        return False
    identity = heading.get("id") or anchor.get("id") or anchor.get("name")
    if not address.startswith("#") and address.rpartition("#")[2] != identity:
        return False
    if next(anchor.iter("img"), None) is not None:
        return False
    own = "".join(cast("list[str]", list(anchor.itertext())))
    if _WORD.search(own):
        others = "".join(cast("list[str]", list(heading.itertext()))).replace(own, "", 1)
        if not (_NAMED.search(anchor.get("class") or "") and _WORD.search(others)):
            return False
    if identity and heading.get("id") is None:
        heading.set("id", identity)
    return True
