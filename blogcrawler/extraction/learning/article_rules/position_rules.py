"""Making selectors by position or tag more specific, so that they only drop what resembles the training pages.

In the same position, another post may have the author's own words: a chapter heading where others repeat the title, a
paragraph where others have a line of the template.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ....dom import HEADINGS, Selector
from ...fields.title_text import is_title_text
from ...training.sample import TrainingSample

__all__ = ["PositionParameters", "is_unspecific", "make_specific"]


@dataclass(frozen=True, slots=True)
class PositionParameters:
    """What nodes in the same position on other pages must have in common with those seen."""

    #: Nodes must be the title on this share of the pages to be taken for it.
    min_title_share: float = 0.7
    #: A text that is the same on all pages is compared literally up to this length.
    max_literal_length: int = 300
    #: Texts that differ may be this many times as long as the longest one seen, and this many characters longer.
    length_factor: int = 2
    extra_length: int = 40
    #: A node is at an edge if at most this many siblings are before or after it; on other pages, this many more may be.
    max_from_edge: int = 8
    edge_tolerance: int = 3


_PARAMETERS = PositionParameters()

_TEXT = etree.XPath("normalize-space()", smart_strings=False)
_COUNT_BEFORE, _COUNT_AFTER = etree.XPath("count(preceding-sibling::*)"), etree.XPath("count(following-sibling::*)")
_BARE_HEADINGS = frozenset(f".//{tag}" for tag in HEADINGS)

#: A training page, and the nodes that each selector finds on it.
_Page = tuple[TrainingSample, dict[Selector, list[int]]]


def is_unspecific(name: Selector) -> bool:
    """Whether a selector tells only the position of a node, or that it is a heading."""
    return not name.startswith(".//") or name in _BARE_HEADINGS


def make_specific(names: Sequence[Selector], pages: Sequence[_Page]) -> tuple[list[Selector], list[Selector]]:
    """The selectors of nodes to drop, with conditions if unspecific; and of nodes to drop where they are the title."""
    drop: list[Selector] = []
    titles: list[Selector] = []
    for name in names:
        if not is_unspecific(name):
            drop.append(name)
        elif _find_titles(name, pages):
            titles.append(name)
        else:
            drop.append(name + _conditions(name, pages))
    return drop, titles


def _nodes(name: Selector, pages: Sequence[_Page]) -> Iterator[tuple[TrainingSample, list[int]]]:
    return ((sample, places[name]) for sample, places in pages if name in places)


def _find_titles(name: Selector, pages: Sequence[_Page]) -> bool:
    """Whether the nodes that a selector finds are the title on most pages."""
    are_titles = [
        all(is_title_text(out.words[out.start[node] : out.end[node]], sample.title) for node in nodes)
        for sample, nodes in _nodes(name, pages)
        for out in (sample.outline,)
    ]
    return sum(are_titles) >= _PARAMETERS.min_title_share * len(are_titles)


def _conditions(name: Selector, pages: Sequence[_Page]) -> str:
    """XPath conditions for nodes like those seen: the same text, else a similar length and distance from the edge."""
    nodes = [sample.outline.nodes[i] for sample, indexes in _nodes(name, pages) for i in indexes]
    texts = {cast("str", _TEXT(node)) for node in nodes}
    text = next(iter(texts))
    if len(texts) == 1 and len(text) <= _PARAMETERS.max_literal_length and '"' not in text:
        return f'[normalize-space()="{text}"]'
    length = _PARAMETERS.length_factor * max(map(len, texts)) + _PARAMETERS.extra_length
    return f"[string-length(normalize-space())<={length}]{_near_edge(nodes)}"


def _near_edge(nodes: Sequence[_Element]) -> str:
    """A condition that about as few siblings are before the nodes, or after them, as on the pages seen."""
    most, axis = min(
        (int(max(cast("float", count(node)) for node in nodes)), axis)
        for axis, count in (("preceding", _COUNT_BEFORE), ("following", _COUNT_AFTER))
    )
    if most > _PARAMETERS.max_from_edge:
        return ""
    return f"[count({axis}-sibling::*)<={most + _PARAMETERS.edge_tolerance}]"
