"""A page flattened for learning: its nodes and words in document order, read in one walk.

The words below a node are adjacent in document order. So the words of every node are a range, and anything
counted over the words is counted for every node by one subtraction of prefix sums. This takes Algorithm 2 of
the BlogForever paper one step further: each character is read once, and no sets are merged on the way up.
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
#: Elements that start a new line.
BLOCK_TAGS = frozenset(
    "address article aside blockquote body br center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead "
    "tr ul".split()
)
#: Elements whose tag alone says what they are: fields and articles, or what is rarely part of an article.
MEANINGFUL_TAGS = frozenset({"article", "main", "h1", "h2", "h3", "time", "header", "address"})
NOISE_TAGS = frozenset({"nav", "footer", "aside", "form", "dialog", "menu"})
_INFORMATIVE_TAGS = MEANINGFUL_TAGS | NOISE_TAGS
#: Elements that are read as a whole if they hold only code or formulas: no rule leads into them.
_WHOLE_TAGS = frozenset({"pre", "math"})
#: Tags by kind, for a single lookup per element.
_PLAIN, _INVISIBLE, _BLOCK, _LINK = 0, 1, 2, 3
_KINDS = dict.fromkeys(BLOCK_TAGS, _BLOCK) | dict.fromkeys(INVISIBLE_TAGS, _INVISIBLE) | {"a": _LINK}
_NOT_IN_CODE = ("a", "p", "div", "h1", "h2", "h3", "time", *INVISIBLE_TAGS)
#: Attributes with machine-readable dates, and all attributes that may hold a date.
MACHINE_DATES = frozenset("datetime data-date data-datetime data-time data-timestamp data-published".split())
DATE_ATTRIBUTES = MACHINE_DATES | {"title", "content"}
#: Attributes that say what a node is.
INFORMATIVE_ATTRIBUTES = DATE_ATTRIBUTES | {"id", "class", "name", "itemprop", "role", "rel"}
_NO_ATTRIBUTES: dict[str, str] = {}
_HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(slots=True)
class Block:
    """A run of text without a line break: the range of its words, the node that holds it, and how many are in links."""

    start: int
    end: int
    node: int
    linked: int = 0


@dataclass(slots=True)
class Outline:
    """Nodes in document order; ``start[i]:end[i]`` is the range of ``words`` that node ``i`` holds.

    ``attributes[i]`` are those of node ``i`` if any of them says what it is, else empty. ``informative`` are the nodes
    with such attributes or a tag that says it, ``dated`` those with attributes that may hold a date. ``last[i]`` is the
    last node below node ``i``. Each text of the page starts at a word in ``texts``; the node that directly contains it
    is at the same index of ``holders``. ``hidden`` are elements that are not shown and therefore not nodes, each with
    the number of the node that follows it. ``text`` is all words with a space before and after each.
    """

    page: Page
    nodes: list[_Element] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    attributes: list[dict[str, str]] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    informative: list[int] = field(default_factory=list)
    dated: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    holders: list[int] = field(default_factory=list)
    hidden: list[tuple[int, _Element]] = field(default_factory=list)
    text: str = " "

    def ancestors(self, node: int) -> Iterator[int]:
        """The node's ancestors, nearest first."""
        node = self.parent[node]
        while node >= 0:
            yield node
            node = self.parent[node]

    def informative_below(self, node: int) -> list[int]:
        """The nodes of ``informative`` below a node."""
        return self.informative[bisect_right(self.informative, node) : bisect_right(self.informative, self.last[node])]

    def size(self, node: int) -> int:
        """The number of words in the node."""
        return self.end[node] - self.start[node]


@dataclass(slots=True)
class _Chunks:
    """The texts of a page in document order, each with the node that holds it.

    ``opening`` says whether the text starts a line, ``linked`` whether it is in a link.
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
    """Collect the nodes and texts of a page. ``start`` and ``end`` count texts for now."""
    nodes: list[tuple[_Element, str, dict[str, str], int, int]] = []
    texts: list[tuple[str, int, bool, bool]] = []
    last, end, dated, informative, kind_of = out.last, out.end, out.dated, out.informative, _KINDS.get
    body = out.page.tree.find("body")
    root = out.page.tree if body is None else body
    # For each open element: itself, its number (-1 if it is hidden), its kind, and the number of children left.
    above: list[tuple[_Element | None, int, int, int]] = []
    holder: _Element | None = None
    at, around, left = -1, _PLAIN, 1
    links, line = 0, True
    count = text_count = 0  # nodes and texts so far
    for element in root.iter():
        tag = element.tag
        kind = kind_of(tag, _PLAIN)
        node = -1
        if kind != _INVISIBLE and (at >= 0 or holder is None):
            node = count
            items: Any = element.items()
            attributes = _NO_ATTRIBUTES
            if items:
                attributes = dict(items)
                if "hidden" in attributes or ("style" in attributes and _HIDING_STYLE.search(attributes["style"])):
                    out.hidden.append((node, element))
                    node = -1
                elif INFORMATIVE_ATTRIBUTES.isdisjoint(attributes):
                    attributes = _NO_ATTRIBUTES
                elif not DATE_ATTRIBUTES.isdisjoint(attributes):
                    dated.append(node)
        if node >= 0:
            if attributes or tag in _INFORMATIVE_TAGS:
                informative.append(node)
            nodes.append((element, tag, attributes, at, text_count))
            count += 1
            last.append(node)
            end.append(-1)
            if kind == _BLOCK:
                line = True
            elif kind == _LINK:
                links += 1
            if tag in _WHOLE_TAGS and next(element.iter(*_NOT_IN_CODE), None) is None:
                texts.append((" ".join(page_texts(element)), node, line, links > 0))
                text_count += 1
                end[node] = text_count
                line, node = True, -1
            else:
                text = element.text
                if text and not text.isspace():
                    texts.append((text, node, line, links > 0))
                    text_count += 1
                    line = False
        inner = len(element)
        if inner:
            above.append((holder, at, around, left))
            holder, at, around, left = element, node, kind, inner
            continue
        leaving: Any = element
        while True:  # close the element and its ancestors that end with it, and read their tails
            if node >= 0:
                end[node] = text_count
                last[node] = count - 1
                if kind == _BLOCK:
                    line = True
                elif kind == _LINK:
                    links -= 1
            if at >= 0:
                tail = leaving.tail
                if tail and not tail.isspace():
                    texts.append((tail, at, line, links > 0))
                    text_count += 1
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


#: Pages of a blog share their menus and sidebars. The words of shorter texts are cached.
_MAX_CACHED_LENGTH = 60
_cached_words = lru_cache(maxsize=4096)(words)


def _split_words(out: Outline, texts: list[str]) -> list[int]:
    """Read all words. Returns the number of words before each text, and before the end."""
    found = [_cached_words(text) if len(text) < _MAX_CACHED_LENGTH else words(text) for text in texts]
    out.words = list(chain.from_iterable(found))
    out.text = f" {' '.join(out.words)} "
    return list(accumulate(map(len, found), initial=0))


def _make_blocks(out: Outline, chunks: _Chunks, offsets: list[int]) -> None:
    """Join the texts of each line."""
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
