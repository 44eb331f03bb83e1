"""A page as a stranger sees it: its elements in order, how much text each holds, and what stands apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from lxml.etree import _Element

from ...dom import Page, is_comments, node_text, words
from ..model.values import language_of

__all__ = ["Seen"]

_MOST_ELEMENTS, _LONGEST_TITLE = 20_000, 300
_SKIPPED = frozenset("script style noscript template svg select option textarea button input iframe".split())
#: What is told of other posts, or is no part of what is told.
_APART = frozenset("nav aside form dialog menu".split())
_APART_BY_NAME = re.compile(
    r"(?:^|[-_\s])(?:sidebar|side-?bar|widgets?|related|relatedposts|recent|recents|popular|latest|archives?|blogroll|"
    r"nav|navbar|navigation|menu|breadcrumbs?|pager|pagination|prev|previous|next|share|sharing|social)(?:$|[-_\s])",
    re.IGNORECASE,
)


class Seen:
    """The elements of a page's body in document order.

    ``lengths`` says how much text an element holds. ``apart`` are elements of menus, forms, comments and lists of
    other posts: whatever looks like a field there is another's.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.language = language_of(page)
        body = page.tree.find("body")
        self.root = body if body is not None else page.tree
        self.elements = list(islice(self.root.iter("*"), _MOST_ELEMENTS))
        self.order = {element: number for number, element in enumerate(self.elements)}
        self.lengths: dict[_Element, int] = {}
        self._last: dict[_Element, int] = {}
        for number, element in reversed(list(enumerate(self.elements))):
            self.lengths[element] = 0 if element.tag in _SKIPPED else self._length(element)
            self._last[element] = max((self._last.get(child, number) for child in element), default=number)
        self._texts: dict[_Element, str] = {}

    def _length(self, element: _Element) -> int:
        inner = sum(self.lengths.get(child, 0) + len((child.tail or "").strip()) for child in element)
        return inner + len((element.text or "").strip())

    @cached_property
    def apart(self) -> frozenset[_Element]:
        """The elements that stand apart; what holds most of the page, or its title, never does."""
        found: set[_Element] = set()
        for element in self.elements[1:]:
            if (
                element.getparent() in found
                or element.tag in _SKIPPED
                or (self._may_be(element) and _is_apart(element))
            ):
                found.add(element)
        return frozenset(found)

    def is_in_menu(self, element: _Element) -> bool:
        """Whether an element stands in a menu, a pager or a side bar, by their names: any page may have it."""
        return any(self._may_be(one) and _is_called_apart(one) for one in (element, *element.iterancestors()))

    def _may_be(self, element: _Element) -> bool:
        return self.lengths.get(element, 0) <= 0.5 * self.lengths.get(self.root, 0) and element not in self._main

    @cached_property
    def _main(self) -> set[_Element]:
        """What the headings stand in that the page's title has: the main part of Blogger's pages is called a widget."""
        title = self.page.tree.find("./head/title")
        head = " ".join(words(node_text(title))) if title is not None else ""
        found: set[_Element] = set()
        for heading in self.root.iter("h1", "h2", "h3"):
            said = " ".join(words(node_text(heading)[:_LONGEST_TITLE])) if heading not in found else ""
            if said and said in head:
                found.update(heading.iterancestors())
        return found

    def text(self, element: _Element) -> str:
        """The text of an element on one line."""
        text = self._texts.get(element)
        if text is None:
            text = self._texts[element] = node_text(element)
        return text

    def short(self, most: int) -> Iterator[_Element]:
        """The elements with some text, but not more than so many characters, that do not stand apart."""
        apart = self.apart
        for element in self.elements:
            if 0 < self.lengths[element] <= most and element not in apart:
                yield element

    def holds(self, outer: _Element, inner: _Element) -> bool:
        """Whether an element is another, or stands in it."""
        return self.order.get(outer, 0) <= self.order.get(inner, -1) <= self._last.get(outer, -1)

    def steps(self, start: _Element | None, other: _Element) -> int:
        """How many steps one climbs from an element until another is below: closeness in the tree."""
        count = 0
        while start is not None and not self.holds(start, other):
            start = start.getparent()
            count += 1
        return count


def _is_apart(element: _Element) -> bool:
    return is_comments(element) or _is_called_apart(element)


def _is_called_apart(element: _Element) -> bool:
    names = f"{element.get('class') or ''} {element.get('id') or ''}"
    return element.tag in _APART or (1 < len(names) < 300 and _APART_BY_NAME.search(names) is not None)
