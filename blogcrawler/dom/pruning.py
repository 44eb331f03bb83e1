"""Remove elements from a tree."""

from __future__ import annotations

from collections.abc import Iterator

from lxml.etree import _Element

__all__ = ["drop", "drop_following", "drop_preceding", "iter_backwards"]


def iter_backwards(node: _Element) -> Iterator[_Element]:
    """The elements below a node in reverse document order. Each may be removed as soon as it is yielded."""
    element, below = node, next(node.iterchildren(reversed=True), None)
    while True:
        while below is not None:
            element, below = below, next(below.iterchildren(reversed=True), None)
        if element is node:
            return
        above, below = element.getparent(), element.getprevious()
        yield element
        if below is None:
            if above is None:
                return
            element = above


def drop(element: _Element) -> None:
    """Remove an element, but keep the text that follows it."""
    parent = element.getparent()
    if parent is None:
        return
    tail = element.tail
    if tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + tail
        else:
            parent.text = (parent.text or "") + tail
    parent.remove(element)


def drop_following(mark: _Element, node: _Element) -> None:
    """Remove everything in a node that follows a mark."""
    while mark is not node and (above := mark.getparent()) is not None:
        mark.tail = None
        for element in list(mark.itersiblings()):
            above.remove(element)
        mark = above


def drop_preceding(mark: _Element, node: _Element) -> None:
    """Remove everything in a node that precedes a mark."""
    while mark is not node and (above := mark.getparent()) is not None:
        for element in list(mark.itersiblings(preceding=True)):
            above.remove(element)
        above.text = None
        mark = above
