"""Repeated rows: comments, lists of posts. A date or name in one of them is not the post's."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import chain, islice

from lxml.etree import _Element

from ..element_text import node_text

__all__ = ["is_in_repeated_rows", "links_to_comment"]

#: Rows that make a repetition, and the number of ancestors that may be the row of an element.
_MIN_ROWS, _MAX_STEPS_UP = 3, 6
_ITEMS = frozenset({"li", "tr", "dd", "article"})
#: Elements with more children are not a date or a name; nor are more links checked.
_MAX_CHILDREN = 20
#: The fragment of a link to a single comment. Links to all comments have no number.
_COMMENT_FRAGMENT = re.compile(r"#(?:[a-z]+[-_])?(?:comment|c|reply|answer)[-_]?\d", re.IGNORECASE)


def links_to_comment(element: _Element) -> bool:
    """Whether an element contains or is in a link to a single comment, as dates and names in comments do."""
    links = chain(element.iter("a"), (above for above in islice(element.iterancestors(), 2) if above.tag == "a"))
    return any(_COMMENT_FRAGMENT.search(link.get("href") or "") for link in islice(links, _MAX_CHILDREN))


def is_in_repeated_rows(
    element: _Element, like: Callable[[str], bool], holders: Collection[_Element] = (), more: int = 1
) -> bool:
    """Whether an element is in one of several sibling rows that all have such an element in the same place.

    ``holders`` are the article and its ancestors, which are never rows. ``like`` says whether the text in the same
    place of the next row is of the same kind. A row must have ``more`` characters besides the element's.
    """
    path: list[int] = []
    row, size = element, len(node_text(element))
    for _ in range(_MAX_STEPS_UP):
        above = row.getparent()
        if above is None or above.tag == "html" or row in holders:
            return False
        if len(node_text(row)) >= size + more if path else _is_item(row):
            count = 1 + sum(1 for _ in _similar_siblings(row, path, like, _Element.getnext))
            if count < _MIN_ROWS:
                count += sum(1 for _ in _similar_siblings(row, path, like, _Element.getprevious))
            if count >= _MIN_ROWS:
                return True
        path.insert(0, above.index(row))
        row = above
    return False


def _is_item(element: _Element) -> bool:
    """Whether an element is a list item with a link."""
    return element.tag in _ITEMS and next(element.iter("a"), None) is not None


def _similar_siblings(
    row: _Element, path: list[int], like: Callable[[str], bool], step: Callable[[_Element], _Element | None]
) -> Iterator[_Element]:
    """Siblings in one direction with such an element in the same place, until there are enough."""
    found = 0
    sibling = step(row)
    while sibling is not None and found < _MIN_ROWS:
        if sibling.tag == row.tag:
            other = _descendant(sibling, path)
            if other is None or len(other) > _MAX_CHILDREN or _is_different(row, sibling) or not like(node_text(other)):
                return
            found += 1
            yield other
        sibling = step(sibling)


def _is_different(row: _Element, sibling: _Element) -> bool:
    """Whether the ids differ in more than a number: the author's box may be beside the category's."""
    names = (row.get("id") or "", sibling.get("id") or "")
    return all(names) and names[0] != names[1] and not any(sign.isdigit() for name in names for sign in name)


def _descendant(element: _Element, path: list[int]) -> _Element | None:
    for index in path:
        if index >= len(element):
            return None
        element = element[index]
    return element
