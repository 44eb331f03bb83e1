"""The elements of a page by order and size, and how close they are in the tree.

``Outline`` also flattens a page, but for learning: it numbers the elements that are shown, counts words, and reads code
blocks as a whole. An ``ElementMap`` is for matching paths against a page without learned rules: paths may lead to any
element, hidden ones and those inside code included, and sizes are counted in characters. Making one of the two a view
of the other would either number hidden elements for learning, or lose elements that paths find.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from lxml.etree import _Element

from ..word_lists import word_pattern
from .boilerplate import is_comments
from .element_text import node_text
from .page import Page
from .tokens import words

__all__ = ["ElementMap"]

_MAX_TITLE_LENGTH = 300
_MAX_NAMES_LENGTH = 300
_SKIPPED = frozenset("script style noscript template svg select option textarea button input iframe".split())
#: Elements for other posts and other pages, by tag and by name.
_UNRELATED_TAGS = frozenset("nav aside form dialog menu".split())
_UNRELATED_NAMES = word_pattern(__package__, "boilerplate.toml", "unrelated")


class ElementMap:
    """The elements of a page's body in document order, up to a limit.

    ``order`` has the position of each element, ``lengths`` the number of characters in it. ``language`` is the page's,
    for those who read dates and names from it.
    """

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page = page
        self.language = language
        body = page.tree.find("body")
        self.root = body if body is not None else page.tree
        self.elements = list(self.root.iter("*"))
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
    def unrelated(self) -> frozenset[_Element]:
        """Elements in menus, forms, comments and lists of other posts. A field found there is not this post's.

        An element that holds most of the page, or its title, is never among them.
        """
        found: set[_Element] = set()
        for element in self.elements[1:]:
            if (
                element.getparent() in found
                or element.tag in _SKIPPED
                or (self._may_be_unrelated(element) and (is_comments(element) or _is_named_unrelated(element)))
            ):
                found.add(element)
        return frozenset(found)

    def is_in_navigation(self, element: _Element) -> bool:
        """Whether an element is in a menu, a pager or a sidebar, by their names: every page may have it."""
        return any(
            self._may_be_unrelated(one) and _is_named_unrelated(one) for one in (element, *element.iterancestors())
        )

    def _may_be_unrelated(self, element: _Element) -> bool:
        return self.lengths.get(element, 0) <= 0.5 * self.lengths.get(self.root, 0) and element not in self._main

    @cached_property
    def _main(self) -> set[_Element]:
        """The ancestors of headings that repeat the page's title. Blogger calls the main part of its pages a widget."""
        title = self.page.tree.find("./head/title")
        head = " ".join(words(node_text(title))) if title is not None else ""
        found: set[_Element] = set()
        for heading in self.root.iter("h1", "h2", "h3"):
            text = " ".join(words(node_text(heading)[:_MAX_TITLE_LENGTH])) if heading not in found else ""
            if text and text in head:
                found.update(heading.iterancestors())
        return found

    def text(self, element: _Element) -> str:
        """The text of an element on one line."""
        text = self._texts.get(element)
        if text is None:
            text = self._texts[element] = node_text(element)
        return text

    def short(self, max_length: int) -> Iterator[_Element]:
        """The related elements that have text, but no more than ``max_length`` characters."""
        unrelated = self.unrelated
        for element in self.elements:
            if 0 < self.lengths[element] <= max_length and element not in unrelated:
                yield element

    def holds(self, outer: _Element, inner: _Element) -> bool:
        """Whether an element is another one or contains it."""
        return self.order.get(outer, 0) <= self.order.get(inner, -1) <= self._last.get(outer, -1)

    def steps(self, start: _Element | None, other: _Element) -> int:
        """The number of steps up from ``start`` to the first element that holds ``other``: closeness in the tree."""
        count = 0
        while start is not None and not self.holds(start, other):
            start = start.getparent()
            count += 1
        return count


def _is_named_unrelated(element: _Element) -> bool:
    names = f"{element.get('class') or ''} {element.get('id') or ''}"
    return element.tag in _UNRELATED_TAGS or (
        1 < len(names) < _MAX_NAMES_LENGTH and _UNRELATED_NAMES.search(names) is not None
    )
