"""Names on a page, and what speaks for it that they are the author's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import ElementMap, words
from ...extraction import split_names
from .frame import Frame

__all__ = ["is_called_author", "is_in_host", "names_on"]

_LONGEST, _MOST_WORDS = 60, 4
_CALLED = frozenset("author authors autor auteur byline fn writer creator posted postedby poster user username".split())
#: What belongs to an author, or is beside one.
_NEVER = frozenset("comment comments form avatar in on at under date time category categories tag tags org".split())
_OTHERWISE = _NEVER | frozenset("image img photo box bio social links label meta".split())
_SPLIT = re.compile(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])")
_PROFILE = re.compile(r"/(?:authors?|users?|profiles?|people|members?)/", re.IGNORECASE)
#: What templates say where a name could stand.
_NOBODY = re.compile(
    r"^(?:posted|published|written|filed|by|on|in|at|previous|next|about|comments?|share|read|more|name|e-?mail|home|"
    r"reply|edit|permalink|tags?|categor\w+|search|menu|leave|no|add|post|view|follow|contact|profile|author)\b"
    r"|[:*?!<>@#|/]|^\d+$|\b(?:we)?blog\b",
    re.IGNORECASE,
)
#: Parts of a name that stand in the host of a blog are no chance if they are that long.
_LONG_PART = 4
#: So much more than the name may stand in what calls it an author's: "Posted by".
_AROUND = 20


def names_on(frame: Frame) -> Iterator[tuple[_Element, str]]:
    """The elements outside title and article whose text may be a name, with it."""
    seen = frame.seen
    for element in seen.short(_LONGEST):
        if frame.is_in_content(element) or frame.is_in_title(element):
            continue
        text = seen.text(element)
        names = split_names(text)
        if len(names) != 1 or not words(names[0]) or len(names[0].split()) > _MOST_WORDS or _NOBODY.search(names[0]):
            continue
        if text.endswith(names[0]) and iso_moment(names[0], seen.language) is None:
            yield element, names[0]


def is_called_author(element: _Element, seen: ElementMap) -> bool:
    """Whether an element, or what holds little else, is called an author, or leads to one."""
    if _PROFILE.search(element.get("href") or ""):
        return True
    most = 2 * seen.lengths[element] + _AROUND
    above: _Element | None = element
    for _ in range(3):
        if above is None or seen.lengths.get(above, 0) > most:
            return False
        said = {part.lower() for name in ("class", "rel", "itemprop") for part in _SPLIT.split(above.get(name) or "")}
        if said & (_OTHERWISE if above is element else _NEVER):
            return False
        if said & _CALLED:
            return True
        above = above.getparent()
    return False


def is_in_host(name: str, host: str) -> bool:
    """Whether a blog is called after somebody."""
    parts = words(name)
    return any(len(part) >= _LONG_PART and part in host for part in ("".join(parts), max(parts, key=len)))
