"""A page flattened for learning: its nodes and words in document order, read in one walk.

The words below a node stand next to each other in document order, so the words of every node are a
range, and whatever is counted over the words is counted for every node by one subtraction of prefix
sums. That is Algorithm 2 of the BlogForever paper taken one step further: each character is read once,
and no set has to be merged on the way up.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any

from lxml.etree import _Element

from .page import Page
from .page import texts as page_texts
from .tokens import words

__all__ = [
    "BLOCK_TAGS",
    "DATE_ATTRIBUTES",
    "INVISIBLE_TAGS",
    "MACHINE_DATES",
    "MEANINGFUL_TAGS",
    "NOISE_TAGS",
    "Block",
    "Outline",
    "outline",
]

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
#: Elements that say what they are by their tag alone: what is sought, and what is seldom part of an article.
MEANINGFUL_TAGS = frozenset({"article", "main", "h1", "h2", "h3", "time", "header", "address"})
NOISE_TAGS = frozenset({"nav", "footer", "aside", "form", "dialog", "menu"})
_TELLING_TAGS = MEANINGFUL_TAGS | NOISE_TAGS
#: Elements that are read as a whole, as long as they hold code or formulas: no rule leads into them.
_WHOLE_TAGS = frozenset({"pre", "math"})
#: What is asked of each tag several times on the way through a page, looked up once.
_PLAIN, _INVISIBLE, _BLOCK, _LINK = 0, 1, 2, 3
_KINDS = dict.fromkeys(BLOCK_TAGS, _BLOCK) | dict.fromkeys(INVISIBLE_TAGS, _INVISIBLE) | {"a": _LINK}
_PARTS = ("a", "p", "div", "h1", "h2", "h3", "time", *INVISIBLE_TAGS)
#: Attributes that hold dates for machines, and all in which dates stand.
MACHINE_DATES = frozenset("datetime data-date data-datetime data-time data-timestamp data-published".split())
DATE_ATTRIBUTES = MACHINE_DATES | {"title", "content"}
#: Attributes that tell what a node is.
TELLING_ATTRIBUTES = DATE_ATTRIBUTES | {"id", "class", "name", "itemprop", "role", "rel"}
_NONE: dict[str, str] = {}
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
    """Nodes in document order; ``start[i]:end[i]`` is the range of ``words`` that node ``i`` holds.

    ``attributes[i]`` are those of node ``i`` if any of them tells what it is, else empty; ``telling`` are nodes that
    have such, or whose tag tells it, ``dated`` those with attributes in which dates stand. Each text of the page begins
    at one of the words ``texts`` and stands directly in the node of ``holders`` at the same place. ``hidden`` are the
    elements that are not shown, and no nodes therefore, each with the number of the node that follows it. ``text`` are
    all words with a space before and behind each.
    """

    page: Page
    nodes: list[_Element] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    attributes: list[dict[str, str]] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    telling: list[int] = field(default_factory=list)
    dated: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    holders: list[int] = field(default_factory=list)
    hidden: list[tuple[int, _Element]] = field(default_factory=list)
    text: str = " "

    def ancestors(self, node: int) -> Iterator[int]:
        """The node's parents, nearest first."""
        node = self.parent[node]
        while node >= 0:
            yield node
            node = self.parent[node]

    def telling_below(self, node: int) -> list[int]:
        """The nodes below a node that have telling attributes or a telling tag."""
        return self.telling[bisect_right(self.telling, node) : bisect_right(self.telling, self.last[node])]

    def size(self, node: int) -> int:
        """How many words the node holds."""
        return self.end[node] - self.start[node]


@dataclass(slots=True)
class _Chunks:
    """The texts of a page in document order, each with the node that holds it.

    ``opening`` says whether a line begins before a text, ``linked`` whether it stands in a link.
    """

    texts: list[str] = field(default_factory=list)
    holders: list[int] = field(default_factory=list)
    opening: list[bool] = field(default_factory=list)
    linked: list[bool] = field(default_factory=list)


def outline(page: Page) -> Outline:
    """Flatten a page in one walk."""
    out = Outline(page)
    chunks = _walk(out)
    offsets = _split_words(out, chunks.texts)
    out.start = [offsets[chunk] for chunk in out.start]
    out.end = [offsets[chunk] for chunk in out.end]
    out.texts, out.holders = offsets[:-1], chunks.holders
    _make_blocks(out, chunks, offsets)
    return out


def _walk(out: Outline) -> _Chunks:
    """Put down the nodes and texts of a page; ``start`` and ``end`` count texts for now."""
    nodes: list[tuple[_Element, str, dict[str, str], int, int]] = []
    texts: list[tuple[str, int, bool, bool]] = []
    last, end, dated, telling, kind_of = out.last, out.end, out.dated, out.telling, _KINDS.get
    body = out.page.tree.find("body")
    root = out.page.tree if body is None else body
    # The element whose children are read, its number (-1 if it is not shown), its kind, and how many are still to come.
    above: list[tuple[_Element | None, int, int, int]] = []
    holder: _Element | None = None
    at, around, left = -1, _PLAIN, 1
    links, line = 0, True
    count = said = 0  # of nodes and texts
    for element in root.iter():
        tag = element.tag
        kind = kind_of(tag, _PLAIN)
        node = -1
        if kind != _INVISIBLE and (at >= 0 or holder is None):
            node = count
            items: Any = element.items()
            attributes = _NONE
            if items:
                attributes = dict(items)
                if "hidden" in attributes or ("style" in attributes and _HIDDEN.search(attributes["style"])):
                    out.hidden.append((node, element))
                    node = -1
                elif TELLING_ATTRIBUTES.isdisjoint(attributes):
                    attributes = _NONE
                elif not DATE_ATTRIBUTES.isdisjoint(attributes):
                    dated.append(node)
        if node >= 0:
            if attributes or tag in _TELLING_TAGS:
                telling.append(node)
            nodes.append((element, tag, attributes, at, said))
            count += 1
            last.append(node)
            end.append(-1)
            if kind == _BLOCK:
                line = True
            elif kind == _LINK:
                links += 1
            if tag in _WHOLE_TAGS and next(element.iter(*_PARTS), None) is None:
                texts.append((" ".join(page_texts(element)), node, line, links > 0))
                said += 1
                end[node] = said
                line, node = True, -1
            else:
                text = element.text
                if text and not text.isspace():
                    texts.append((text, node, line, links > 0))
                    said += 1
                    line = False
        inner = len(element)
        if inner:
            above.append((holder, at, around, left))
            holder, at, around, left = element, node, kind, inner
            continue
        leaving: Any = element
        while True:  # leave the element and those that end with it, and read what follows them
            if node >= 0:
                end[node] = said
                last[node] = count - 1
                if kind == _BLOCK:
                    line = True
                elif kind == _LINK:
                    links -= 1
            if at >= 0:
                tail = leaving.tail
                if tail and not tail.isspace():
                    texts.append((tail, at, line, links > 0))
                    said += 1
                    line = False
            left -= 1
            if left or holder is None:
                break
            leaving, node, kind = holder, at, around
            holder, at, around, left = above.pop()
    columns: Any = zip(*nodes, strict=True)
    if nodes:
        out.nodes, out.tags, out.attributes, out.parent, out.start = map(list, columns)
    columns = zip(*texts, strict=True)
    return _Chunks(*map(list, columns))


#: The pages of a blog have their menus and sidebars in common: texts of fewer characters are read once.
_TEMPLATE = 60
_words_again = lru_cache(maxsize=4096)(words)


def _split_words(out: Outline, texts: list[str]) -> list[int]:
    """Read all words, and say for each text, and for the end, how many words stand before it."""
    found = [_words_again(text) if len(text) < _TEMPLATE else words(text) for text in texts]
    out.words = list(chain.from_iterable(found))
    out.text = f" {' '.join(out.words)} "
    return list(accumulate(map(len, found), initial=0))


def _make_blocks(out: Outline, chunks: _Chunks, offsets: list[int]) -> None:
    """Join the texts that stand on one line."""
    tags, parents = out.tags, out.parent
    block, line = Block(0, 0, 0), True
    for holder, opening, linked, begin, end in zip(
        chunks.holders, chunks.opening, chunks.linked, offsets, offsets[1:], strict=False
    ):
        line = line or opening
        if begin == end:
            continue
        if line:
            while holder > 0 and tags[holder] not in BLOCK_TAGS:
                holder = parents[holder]
            block = Block(begin, end, holder)
            out.blocks.append(block)
            line = False
        block.end = end
        if linked:
            block.linked += end - begin
