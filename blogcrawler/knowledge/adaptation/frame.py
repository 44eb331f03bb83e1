"""A page with its title and its article: what else is told of a post stands by them."""

from __future__ import annotations

from dataclasses import dataclass

from lxml.etree import _Element

from ...dom import ElementMap

__all__ = ["Frame", "Place", "Places"]

#: An element, and the attribute that has the value; empty for its text.
Place = tuple[_Element, str]
#: The places of one page, with what speaks against each.
Places = dict[Place, float]

_BEHIND = 0.3


@dataclass(frozen=True, slots=True)
class Frame:
    """Where title and article of a page stand, as far as that is known."""

    seen: ElementMap
    title: _Element | None = None
    content: _Element | None = None

    def is_in_content(self, element: _Element) -> bool:
        """Whether an element stands in the article."""
        return self.content is not None and self.seen.holds(self.content, element)

    def is_in_title(self, element: _Element) -> bool:
        """Whether an element stands in the title."""
        return self.title is not None and self.seen.holds(self.title, element)

    def far(self, element: _Element) -> float:
        """How far an element is from the article, or from the title; behind it is a little farther."""
        start = self.content if self.content is not None else self.title
        if start is None:
            return 0.0
        order = self.seen.order
        return self.seen.steps(start, element) + (_BEHIND if order[element] > order[start] else 0.0)

    def is_between(self, element: _Element) -> bool:
        """Whether an element stands between title and article, or beside the title of an unknown article."""
        order = self.seen.order
        if self.title is None or self.is_in_title(element) or order[element] < order[self.title]:
            return False
        if self.content is None:
            return element.getparent() is self.title.getparent()
        return order[element] < order[self.content]
