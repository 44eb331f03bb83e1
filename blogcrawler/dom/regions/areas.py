"""Divide a page into areas: text to read, lists of links to more of it, and navigation.

``page_regions`` finds the smallest parts of a page that are of one kind, which shows what a link or a page is. This
finds the largest: neighbours of the same kind are one area, and a post keeps its tags and its lists of links. It is
after the same paper (Bouras et al.), with its link density metrics: whether text outweighs the links decides, not how
much there is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml.etree import _Element

from ..page import Page, text_content
from .page_regions import Region, RegionKind

__all__ = ["page_areas"]

_BLOCKS = frozenset(
    "div section article main nav aside header footer td tr tbody table body form ul ol dl li p".split()
)
_SKIPPED = frozenset("script style noscript template svg head select textarea button iframe".split())
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_MAX_DEPTH = 250

_MIN_TEXT = 140
"""Characters outside links that make an area of information; in scripts whose characters are words, fewer do."""
_DENSE = 2.5
_MIN_LINKS = 4
_MIN_LINK_LENGTH, _MIN_LINK_WORDS = 12, 2.0
"""Links of hubs are titles; those of menus, tags and months are shorter."""
_MAX_KEPT_SHARE, _MAX_KEPT_LINKS = 0.4, 10
"""How much of a post may be tags and lists of links."""


@dataclass(slots=True)
class _Totals:
    text: float = 0.0
    clean: int = 0
    links: int = 0
    link_text: int = 0
    words: int = 0
    titles: int = 0

    def add(self, other: _Totals) -> None:
        self.text += other.text
        self.clean += other.clean
        self.links += other.links
        self.link_text += other.link_text
        self.words += other.words
        self.titles += other.titles

    @property
    def kind(self) -> RegionKind | None:
        if self.text >= _MIN_TEXT and self.clean > self.link_text:
            return RegionKind.INFORMATION
        if self.links < _MIN_LINKS:
            return None
        is_long = self.link_text >= _MIN_LINK_LENGTH * self.links and self.words >= _MIN_LINK_WORDS * self.links
        return RegionKind.HUB if is_long else RegionKind.NAVIGATION


@dataclass(slots=True)
class _Part:
    kind: RegionKind
    element: _Element
    totals: _Totals


@dataclass(slots=True)
class _Divided:
    totals: _Totals = field(default_factory=_Totals)
    parts: list[_Part] = field(default_factory=list)


def page_areas(page: Page) -> list[Region]:
    """The areas of a page, in the order of the page. None is inside another."""
    body = page.tree.find("body")
    if body is None:
        return []
    return [
        Region(
            part.kind,
            part.element,
            part.totals.text,
            part.totals.links,
            part.totals.link_text,
            part.totals.clean,
            part.totals.titles,
        )
        for part in _divide(body, 0).parts
    ]


def _divide(node: _Element, depth: int) -> _Divided:
    if node.tag == "a" and node.get("href"):
        return _Divided(_link(node))
    found = _Divided()
    _add_text(found.totals, node.text)
    for child in node:
        if isinstance(child.tag, str) and child.tag not in _SKIPPED and depth < _MAX_DEPTH:
            inner = _divide(child, depth + 1)
            found.totals.add(inner.totals)
            found.parts += inner.parts
        _add_text(found.totals, child.tail)
    kind = found.totals.kind
    if node.tag in _BLOCKS and kind is not None and _is_one(kind, found):
        found.parts = [_Part(kind, node, found.totals)]
    return found


def _is_one(kind: RegionKind, found: _Divided) -> bool:
    """Whether a block is one area of this kind, in spite of what is in it."""
    others = [part.totals for part in found.parts if part.kind is not kind]
    if not others or kind is not RegionKind.INFORMATION:
        return not others
    size = sum(one.clean + one.link_text for one in others)
    links = sum(one.links for one in others)
    return size <= _MAX_KEPT_SHARE * (found.totals.clean + found.totals.link_text) and links <= _MAX_KEPT_LINKS


def _link(node: _Element) -> _Totals:
    text = " ".join(text_content(node).split())
    if not text:
        return _Totals()  # a picture
    above = node.getparent()
    is_title = (above is not None and above.tag in _HEADINGS) or any(child.tag in _HEADINGS for child in node)
    dense = _dense(text)
    length = len(text) + int((_DENSE - 1) * dense)
    words = max(len(text.split()), dense // 2)
    return _Totals(links=1, link_text=length, words=words, titles=int(is_title))


def _add_text(totals: _Totals, text: str | None) -> None:
    if text and (plain := " ".join(text.split())):
        size = len(plain) + int((_DENSE - 1) * _dense(plain))
        totals.text += size
        totals.clean += size


def _dense(text: str) -> int:
    """The number of characters that are words or parts of two-character words."""
    return 0 if text.isascii() else sum("\u2e80" <= character <= "\ud7ff" for character in text)
