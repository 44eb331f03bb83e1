"""A page with its title and its article: the other fields of a post are near them."""

from __future__ import annotations

from dataclasses import dataclass

from lxml.etree import _Element

from ...dom import ElementMap

__all__ = ["Frame", "Place", "Places"]

#: An element, and the attribute that has the value; empty for its text.
Place = tuple[_Element, str]
#: The places of one page, each with its cost.
Places = dict[Place, float]

#: Cost of a place after the article instead of before it.
_BEHIND_COST = 0.3


@dataclass(frozen=True, slots=True)
class Frame:
    """A page with the elements of its title and article, as far as they are known."""

    mapped: ElementMap
    title: _Element | None = None
    content: _Element | None = None

    def is_in_content(self, element: _Element) -> bool:
        """Whether an element is in the article."""
        return self.content is not None and self.mapped.holds(self.content, element)

    def is_in_title(self, element: _Element) -> bool:
        """Whether an element is in the title."""
        return self.title is not None and self.mapped.holds(self.title, element)

    def distance(self, element: _Element) -> float:
        """The distance of an element from the article, or from the title; after it is a little farther than before."""
        start = self.content if self.content is not None else self.title
        if start is None:
            return 0.0
        order = self.mapped.order
        return self.mapped.steps(start, element) + (_BEHIND_COST if order[element] > order[start] else 0.0)

    def is_between(self, element: _Element) -> bool:
        """Whether an element is between title and article, or next to the title if the article is unknown."""
        order = self.mapped.order
        if self.title is None or self.is_in_title(element) or order[element] < order[self.title]:
            return False
        if self.content is None:
            return element.getparent() is self.title.getparent()
        return order[element] < order[self.content]
