"""A page flattened for learning: its nodes and words in document order, read in one walk.

The words below a node stand next to each other in document order, so the words of every node are a
range, and whatever is counted over the words is counted for every node by one subtraction of prefix
sums. That is Algorithm 2 of the BlogForever paper taken one step further: each character is read once,
and no set has to be merged on the way up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree
from lxml.etree import _Element

from .page import Page
from .similarity import words

__all__ = ["BLOCK_TAGS", "INVISIBLE_TAGS", "Block", "Outline", "outline"]

#: Elements whose text is never shown as part of a page's text.
INVISIBLE_TAGS = frozenset(
    "script style noscript template head title meta link svg canvas object embed iframe select option textarea "
    "button input datalist audio video map dialog".split()
)
#: Elements that begin a new line.
BLOCK_TAGS = frozenset(
    "address article aside blockquote body br center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead "
    "tr ul".split()
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(slots=True)
class Block:
    """A run of text with no line break in it: where its words stand and which node holds it."""

    start: int
    end: int
    node: int
    linked: int = 0


@dataclass(slots=True)
class Outline:
    """Nodes in document order; ``start[i]:end[i]`` is the range of ``words`` that node ``i`` holds."""

    page: Page
    nodes: list[_Element] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def ancestors(self, node: int) -> Iterator[int]:
        """The node's parents, nearest first."""
        node = self.parent[node]
        while node >= 0:
            yield node
            node = self.parent[node]

    def size(self, node: int) -> int:
        """How many words the node holds."""
        return self.end[node] - self.start[node]


def outline(page: Page) -> Outline:
    """Flatten a page in one walk."""
    out = Outline(page)
    nodes, parent, last, start, end = out.nodes, out.parent, out.last, out.start, out.end
    stream, blocks = out.words, out.blocks
    stack: list[int] = [-1]
    links = 0
    open_block = True

    def read(text: str | None) -> None:
        nonlocal open_block
        if not text or text.isspace():
            return
        found = words(text)
        if not found:
            return
        if open_block or not blocks:
            holder = stack[-1]
            while holder > 0 and nodes[holder].tag not in BLOCK_TAGS:
                holder = parent[holder]
            blocks.append(Block(len(stream), len(stream), holder))
            open_block = False
        stream.extend(found)
        blocks[-1].end = len(stream)
        if links:
            blocks[-1].linked += len(found)

    body = page.tree.find("body")
    walker = etree.iterwalk(page.tree if body is None else body, events=("start", "end"))
    for event, element in walker:
        if event == "start":
            tag = element.tag
            if tag in INVISIBLE_TAGS or _is_hidden(element):
                walker.skip_subtree()
                stack.append(-2)
                continue
            index = len(nodes)
            nodes.append(element)
            parent.append(stack[-1])
            last.append(index)
            start.append(len(stream))
            end.append(-1)
            stack.append(index)
            if tag in BLOCK_TAGS:
                open_block = True
            elif tag == "a":
                links += 1
            read(element.text)
        else:
            index = stack.pop()
            if index >= 0:
                end[index] = len(stream)
                last[index] = len(nodes) - 1
                tag = element.tag
                if tag in BLOCK_TAGS:
                    open_block = True
                elif tag == "a":
                    links -= 1
            if stack[-1] != -1:
                read(element.tail)
    return out


def _is_hidden(element: _Element) -> bool:
    style = element.get("style")
    return bool(style and _HIDDEN.search(style)) or element.get("hidden") is not None
