"""The place of an article in a page."""

from __future__ import annotations

from dataclasses import dataclass

from lxml.html import HtmlElement

from ..items import Post
from .tree_text import html_nodes, packed, packed_text

__all__ = ["ArticleSlot", "find_article"]

#: Share of an article that must be below an element.
_MIN_SHARE = 0.9
#: Lines of an article to look for; of longer ones every second, every third …
_MAX_LINES = 200


@dataclass(frozen=True, slots=True)
class ArticleSlot:
    """The article is the children of ``parent`` from ``start`` to before ``end``; all of it if they are ``None``."""

    parent: HtmlElement
    start: int | None
    end: int | None

    @property
    def nodes(self) -> set[HtmlElement]:
        """The elements of the article."""
        return {self.parent} if self.start is None else set(self.parent[self.start : self.end])

    def fill(self, post: Post) -> None:
        """Put the article of another post here."""
        nodes = html_nodes(post.content_html, post.text)
        if self.start is None:
            tail = self.parent.tail
            for child in list(self.parent):
                self.parent.remove(child)
            self.parent.text, self.parent.tail = None, tail
            self.parent.extend(nodes)
            return
        old = self.parent[self.start : self.end]
        tail = old[-1].tail if len(old) else None
        for child in old:
            self.parent.remove(child)
        for place, node in enumerate(nodes, self.start):
            self.parent.insert(place, node)
        if nodes and tail:
            nodes[-1].tail = (nodes[-1].tail or "") + tail


def find_article(root: HtmlElement, post: Post) -> ArticleSlot | None:
    """Where a part of a page shows the article of a post; ``None`` if it does not show it, or not all of it."""
    lines = [line for line in map(packed, post.text.splitlines()) if line]
    lines = lines[:: max(1, len(lines) // _MAX_LINES)]
    total = sum(map(len, lines))

    def share(element: HtmlElement) -> float:
        text = packed_text(element)
        return sum(len(line) for line in lines if line in text) / total

    if not total or share(root) < _MIN_SHARE:
        return None
    node = root
    while (best := next((child for child in _children(node) if share(child) >= _MIN_SHARE), None)) is not None:
        node = best
    holding = [place for place, child in enumerate(node) if isinstance(child.tag, str) and share(child) > 0]
    if not holding:
        parent = node.getparent()
        if node is root or parent is None:
            return ArticleSlot(node, None, None)
        place = parent.index(node)
        return ArticleSlot(parent, place, place + 1)
    own = packed("".join(filter(None, [node.text, *(child.tail for child in node)])))
    if any(line in own for line in lines):
        return ArticleSlot(node, None, None)
    return ArticleSlot(node, holding[0], holding[-1] + 1)


def _children(node: HtmlElement) -> list[HtmlElement]:
    return [child for child in node if isinstance(child.tag, str) and child.tag not in ("script", "style", "head")]
