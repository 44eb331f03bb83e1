"""Rows of like parts: comments, lists of posts. What stands in one of them is not said of the post itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import chain, islice

from lxml.etree import _Element

from .element_text import node_text

__all__ = ["is_in_repeated_rows", "links_to_comment"]

#: Fewer like parts side by side are no row; farther up nobody looks.
_FEWEST, _ABOVE = 3, 6
_ITEMS = frozenset({"li", "tr", "dd", "article"})
#: Elements with more parts are not read.
_LONGEST = 20
#: Where links lead that stand in single comments; those to all of them have no number.
_COMMENT = re.compile(r"#(?:[a-z]+[-_])?(?:comment|c|reply|answer)[-_]?\d", re.IGNORECASE)


def links_to_comment(element: _Element) -> bool:
    """Whether an element holds a link to a single comment, or is one: dates and names in comments do."""
    links = chain(element.iter("a"), (above for above in islice(element.iterancestors(), 2) if above.tag == "a"))
    return any(_COMMENT.search(link.get("href") or "") for link in islice(links, _LONGEST))


def is_in_repeated_rows(
    element: _Element, like: Callable[[str], bool], holders: Collection[_Element] = (), more: int = 1
) -> bool:
    """Whether an element is one of several of its kind, each in a part of the page with more in it, side by side.

    ``holders`` are the article and what holds it, which is part of no row; ``like`` tells whether a text may stand in
    the same place of the next part, and ``more`` how many characters a part has besides.
    """
    path: list[int] = []
    part, size = element, len(node_text(element))
    for _ in range(_ABOVE):
        above = part.getparent()
        if above is None or above.tag == "html" or part in holders:
            return False
        if len(node_text(part)) >= size + more if path else _is_item(part):
            run = 1 + sum(1 for _ in _beside(part, path, like, _Element.getnext))
            if run < _FEWEST:
                run += sum(1 for _ in _beside(part, path, like, _Element.getprevious))
            if run >= _FEWEST:
                return True
        path.insert(0, above.index(part))
        part = above
    return False


def _is_item(element: _Element) -> bool:
    """Whether an element is an item of a list with a link in it."""
    return element.tag in _ITEMS and next(element.iter("a"), None) is not None


def _beside(
    part: _Element, path: list[int], like: Callable[[str], bool], step: Callable[[_Element], _Element | None]
) -> Iterator[_Element]:
    """The next parts in one direction that have such an element in the same place, as many as make a row."""
    found = 0
    beside = step(part)
    while beside is not None and found < _FEWEST:
        if beside.tag == part.tag:
            there = _below(beside, path)
            if there is None or len(there) > _LONGEST or _is_other(part, beside) or not like(node_text(there)):
                return
            found += 1
            yield there
        beside = step(beside)


def _is_other(part: _Element, beside: _Element) -> bool:
    """Whether parts have names of their own: who wrote a post may stand beside where it is filed."""
    names = (part.get("id") or "", beside.get("id") or "")
    return all(names) and names[0] != names[1] and not any(sign.isdigit() for name in names for sign in name)


def _below(part: _Element, path: list[int]) -> _Element | None:
    for place in path:
        if place >= len(part):
            return None
        part = part[place]
    return part
