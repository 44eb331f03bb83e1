"""Divide a page into regions: information to read, hubs that link to more of it, and navigation.

After *A Web Clipping Service's Information Extraction Mechanism* (Bouras et al.): the informational value of a node is
the length of its text, counted twice in tables and lists; its hub value is the number of its links; the innermost nodes
with enough of either are the page's regions. We differ in three points: only text outside links is information, or a
list of links would be; text that is not in a region counts for the block around it; and hubs whose links are short
words are navigation, a filter that the paper leaves for later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from lxml.etree import _Element

from ..page import Page, text_content

__all__ = ["PageKind", "Region", "RegionKind", "page_kind", "page_regions", "region_around"]

_BLOCKS = frozenset("div section article main nav aside header footer td body form ul ol dl table".split())
_LISTS = frozenset("ul ol dl table".split())
_HEADINGS = frozenset("h1 h2 h3 h4".split())
_COUNTED_TWICE = frozenset("table tbody thead tr td th ul ol li dl dt dd".split())
_SKIPPED = frozenset("script style noscript template svg head select textarea button iframe".split())
_NAVIGATION_TAGS = frozenset("nav header footer menu".split())
_MIN_INFORMATION, _FEW_LINKS = 400, 5
#: The links of a hub are titles. Those of menus, tags and months have a word or two.
_MIN_WORDS_PER_TITLE = 2.5
#: A page is a hub with this many teasers or linked titles, or with less text than this for each link of its hubs.
_MIN_TEASERS, _MIN_TEXT_PER_LINK = 3, 20
_MAX_DEPTH = 250
_DIGITS = re.compile(r"\d+")


class RegionKind(StrEnum):
    """What a region is for."""

    INFORMATION = "information"
    HUB = "hub"
    NAVIGATION = "navigation"


class PageKind(StrEnum):
    """What a page is for."""

    ARTICLE = "article"
    HUB = "hub"


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page and its numbers.

    ``information`` is its informational value, ``link_text`` and ``clean_text`` are the characters inside and outside
    links, ``titles`` is the number of links that are headings.
    """

    kind: RegionKind
    element: _Element
    information: float
    links: int
    link_text: int
    clean_text: int
    titles: int

    @property
    def text_to_links(self) -> float | None:
        """The paper's LTR: clean text by link text; ``None`` without links."""
        return self.clean_text / self.link_text if self.link_text else None

    @property
    def links_to_text(self) -> float | None:
        """The paper's LAR: links by link text; ``None`` without such text."""
        return self.links / self.link_text if self.link_text else None


@dataclass(slots=True)
class _Totals:
    information: float = 0.0
    links: int = 0
    words: int = 0
    link_text: int = 0
    clean_text: int = 0
    titles: int = 0

    def add(self, other: _Totals, weight: int) -> None:
        self.information += weight * other.information
        self.links += other.links
        self.words += other.words
        self.link_text += other.link_text
        self.clean_text += other.clean_text
        self.titles += other.titles


def page_regions(page: Page) -> list[Region]:
    """The regions of a page, in the order in which they end."""
    found: list[Region] = []
    body = page.tree.find("body")
    if body is not None:
        _walk(body, found, 0)
    return found


def page_kind(regions: list[Region]) -> PageKind:
    """Whether a page is an article, or a hub that links to articles."""
    information = [region for region in regions if region.kind is RegionKind.INFORMATION]
    if not information:
        return PageKind.HUB
    largest = max(information, key=lambda region: region.clean_text)
    alike = sum(_signature(region.element) == _signature(largest.element) for region in information)
    titles = sum(region.titles for region in information)
    links = sum(region.links for region in regions if region.kind is RegionKind.HUB)
    text = sum(region.clean_text for region in information)
    has_teasers = alike >= _MIN_TEASERS or titles >= _MIN_TEASERS
    return PageKind.HUB if has_teasers or text < _MIN_TEXT_PER_LINK * links else PageKind.ARTICLE


def region_around(element: _Element, regions: dict[_Element, RegionKind]) -> RegionKind | None:
    """The kind of the region around an element, if there is one."""
    holder: _Element | None = element
    while holder is not None:
        if holder in regions:
            return regions[holder]
        holder = holder.getparent()
    return None


def _walk(node: _Element, found: list[Region], depth: int) -> _Totals:
    """Add the regions in a node to ``found``, and return the totals of the rest of the node."""
    total = _Totals()
    if node.tag == "a" and node.get("href"):
        text = " ".join(text_content(node).split())
        holder = node.getparent()
        is_title = (holder is not None and holder.tag in _HEADINGS) or any(child.tag in _HEADINGS for child in node)
        # Chinese and Japanese have no spaces between words.
        words = max(len(text.split()), len(text) // 6)
        return _Totals(links=1, words=words, link_text=len(text), titles=int(is_title))
    _add_text(total, node.text)
    for child in node:
        if isinstance(child.tag, str) and child.tag not in _SKIPPED and depth < _MAX_DEPTH:
            total.add(_walk(child, found, depth + 1), 2 if child.tag in _COUNTED_TWICE else 1)
        _add_text(total, child.tail)
    if node.tag in _BLOCKS:
        kind = _region_kind(node, total)
        if kind is not None:
            found.append(
                Region(kind, node, total.information, total.links, total.link_text, total.clean_text, total.titles)
            )
            return _Totals()
    return total


def _add_text(total: _Totals, text: str | None) -> None:
    if text:
        size = len(" ".join(text.split()))
        total.information += size
        total.clean_text += size


def _region_kind(node: _Element, values: _Totals) -> RegionKind | None:
    is_information = values.information > _MIN_INFORMATION and values.clean_text >= 0.5 * _MIN_INFORMATION
    if is_information and node.tag not in _LISTS and values.clean_text > 1.5 * values.link_text:
        return RegionKind.INFORMATION
    if values.links <= _FEW_LINKS:
        return None
    if values.titles:
        return RegionKind.HUB
    is_named = any(word in _names(node) for word in ("nav", "menu", "footer", "breadcrumb"))
    is_short = values.words < _MIN_WORDS_PER_TITLE * values.links
    return RegionKind.NAVIGATION if is_short or is_named or node.tag in _NAVIGATION_TAGS else RegionKind.HUB


def _signature(node: _Element) -> tuple[str, str]:
    return node.tag, _DIGITS.sub("", node.get("class") or "")


def _names(node: _Element) -> str:
    return f"{node.get('class') or ''} {node.get('id') or ''}".lower()
