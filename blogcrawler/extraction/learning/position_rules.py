"""What is dropped by its place or its tag alone, told on other pages by what it is like, not only by where it stands.

In the same place, another post may have the author's own words: the heading of a chapter where others repeat the
title, a paragraph where others have a line of the template's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import HEADINGS, Selector
from ..fields.title_text import is_title_text
from ..training.sample import TrainingSample

__all__ = ["is_unspecific", "make_specific"]

_TEXT = etree.XPath("normalize-space()", smart_strings=False)
_BEFORE, _BEHIND = etree.XPath("count(preceding-sibling::*)"), etree.XPath("count(following-sibling::*)")
#: So many elements may stand between something and the edge at which it stands on all pages; on others so many more.
_EDGE, _SHIFT = 8, 3
#: On such a share of the pages nodes must be the title to be taken for it.
_TITLES = 0.7
#: What is the same everywhere is told by its text if that has so many characters at most.
_LONGEST = 300
#: What differs may be so many times as long as the longest that was seen, and so many characters longer.
_TIMES, _MORE = 2, 40
_BARE = frozenset(f".//{tag}" for tag in HEADINGS)

#: A training page, and the nodes that each name finds on it.
Found = tuple[TrainingSample, dict[Selector, list[int]]]


def is_unspecific(name: Selector) -> bool:
    """Whether a name says only where a node stands, or that it is a heading."""
    return not name.startswith(".//") or name in _BARE


def make_specific(names: Sequence[Selector], pages: Sequence[Found]) -> tuple[list[Selector], list[Selector]]:
    """The names of what is to be dropped, vague ones told more exactly, and of what goes where it is the title."""
    drop: list[Selector] = []
    titles: list[Selector] = []
    for name in names:
        if not is_unspecific(name):
            drop.append(name)
        elif _are_titles(name, pages):
            titles.append(name)
        else:
            drop.append(name + _like(name, pages))
    return drop, titles


def _nodes(name: Selector, pages: Sequence[Found]) -> Iterator[tuple[TrainingSample, list[int]]]:
    return ((sample, places[name]) for sample, places in pages if name in places)


def _are_titles(name: Selector, pages: Sequence[Found]) -> bool:
    verdicts = [
        all(
            is_title_text(sample.outline.words[sample.outline.start[i] : sample.outline.end[i]], sample.title)
            for i in nodes
        )
        for sample, nodes in _nodes(name, pages)
    ]
    return sum(verdicts) >= _TITLES * len(verdicts)


def _like(name: Selector, pages: Sequence[Found]) -> str:
    """What makes a name that of nodes like those that it found: their text if it is the same, else length and edge."""
    nodes = [sample.outline.nodes[i] for sample, indexes in _nodes(name, pages) for i in indexes]
    texts = {cast("str", _TEXT(node)) for node in nodes}
    text = next(iter(texts))
    if len(texts) == 1 and len(text) <= _LONGEST and '"' not in text:
        return f'[normalize-space()="{text}"]'
    return f"[string-length(normalize-space())<={_TIMES * max(map(len, texts)) + _MORE}]{_near_edge(nodes)}"


def _near_edge(nodes: Sequence[_Element]) -> str:
    """That as few elements stand before them, or behind them, as do on all pages."""
    most, axis = min(
        (int(max(cast("float", count(node)) for node in nodes)), axis)
        for axis, count in (("preceding", _BEFORE), ("following", _BEHIND))
    )
    return f"[count({axis}-sibling::*)<={most + _SHIFT}]" if most <= _EDGE else ""
