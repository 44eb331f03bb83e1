"""A page as regions: information to read, hubs that lead to more of it, navigation.

After *A Web Clipping Service's Information Extraction Mechanism* (Bouras et al.): the informational value of a node is
the text in it, counted twice in tables and lists; its hub value is the number of its links; the innermost nodes with
enough of either are the page's regions. Three things are ours: only text outside links informs, as a list of links
would be information otherwise; what does not stand in a block of its own counts for the block around it; and hubs
whose links are short words are navigation, the filter that the paper leaves for later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from lxml.etree import _Element

from .page import Page, text_content

__all__ = ["PageKind", "Region", "RegionKind", "page_kind", "page_regions", "region_around"]

_BLOCKS = frozenset("div section article main nav aside header footer td body form ul ol dl table".split())
_LISTS = frozenset("ul ol dl table".split())
_HEADINGS = frozenset("h1 h2 h3 h4".split())
_WEIGHED = frozenset("table tbody thead tr td th ul ol li dl dt dd".split())
_SKIPPED = frozenset("script style noscript template svg head select textarea button iframe".split())
_NAVIGATION = frozenset("nav header footer menu".split())
_LEAST_INFORMATION, _LEAST_LINKS = 400, 5
#: A hub's links are titles. Menus, tags and months are named by a word or two.
_WORDS_OF_A_TITLE = 2.5
#: So many teasers or titles that are links, and a page leads to others; so little text for each link of its hubs.
_SEVERAL, _TEXT_FOR_A_LINK = 3, 20
_DEEPEST = 250
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
    """A part of a page: its values, its number of links, the text inside and outside them
    (characters), and how many of the links are headings."""

    kind: RegionKind
    element: _Element
    information: float
    links: int
    link_text: int
    clean_text: int
    titles: int

    @property
    def text_to_links(self) -> float | None:
        """LTR of the paper: clean text by link text; none without links."""
        return self.clean_text / self.link_text if self.link_text else None

    @property
    def links_to_text(self) -> float | None:
        """LAR of the paper: links by the text in them; none without such text."""
        return self.links / self.link_text if self.link_text else None


@dataclass(slots=True)
class _Sum:
    information: float = 0.0
    links: int = 0
    words: int = 0
    link_text: int = 0
    clean_text: int = 0
    titles: int = 0

    def add(self, other: _Sum, weight: int) -> None:
        self.information += weight * other.information
        self.links += other.links
        self.words += other.words
        self.link_text += other.link_text
        self.clean_text += other.clean_text
        self.titles += other.titles


def page_regions(page: Page) -> list[Region]:
    """The regions of a page in the order they end in it."""
    found: list[Region] = []
    body = page.tree.find("body")
    if body is not None:
        _walk(body, found, 0)
    return found


def page_kind(regions: list[Region]) -> PageKind:
    """Whether a page is to be read, or leads to pages to be read."""
    information = [region for region in regions if region.kind is RegionKind.INFORMATION]
    if not information:
        return PageKind.HUB
    largest = max(information, key=lambda region: region.clean_text)
    alike = sum(_signature(region.element) == _signature(largest.element) for region in information)
    titles = sum(region.titles for region in information)
    links = sum(region.links for region in regions if region.kind is RegionKind.HUB)
    text = sum(region.clean_text for region in information)
    several = alike >= _SEVERAL or titles >= _SEVERAL
    return PageKind.HUB if several or text < _TEXT_FOR_A_LINK * links else PageKind.ARTICLE


def region_around(element: _Element, regions: dict[_Element, RegionKind]) -> RegionKind | None:
    """The kind of region that an element stands in, if it is in one."""
    holder: _Element | None = element
    while holder is not None:
        if holder in regions:
            return regions[holder]
        holder = holder.getparent()
    return None


def _walk(node: _Element, found: list[Region], depth: int) -> _Sum:
    """The values of a node without those of the regions in it, which are added to ``found``."""
    total = _Sum()
    if node.tag == "a" and node.get("href"):
        text = " ".join(text_content(node).split())
        holder = node.getparent()
        titled = (holder is not None and holder.tag in _HEADINGS) or any(child.tag in _HEADINGS for child in node)
        # Chinese and Japanese have no spaces between words.
        words = max(len(text.split()), len(text) // 6)
        return _Sum(links=1, words=words, link_text=len(text), titles=int(titled))
    _add_text(total, node.text)
    for child in node:
        if isinstance(child.tag, str) and child.tag not in _SKIPPED and depth < _DEEPEST:
            total.add(_walk(child, found, depth + 1), 2 if child.tag in _WEIGHED else 1)
        _add_text(total, child.tail)
    if node.tag in _BLOCKS:
        kind = _kind(node, total)
        if kind is not None:
            found.append(
                Region(kind, node, total.information, total.links, total.link_text, total.clean_text, total.titles)
            )
            return _Sum()
    return total


def _add_text(total: _Sum, text: str | None) -> None:
    if text:
        size = len(" ".join(text.split()))
        total.information += size
        total.clean_text += size


def _kind(node: _Element, values: _Sum) -> RegionKind | None:
    informs = values.information > _LEAST_INFORMATION and values.clean_text >= 0.5 * _LEAST_INFORMATION
    if informs and node.tag not in _LISTS and values.clean_text > 1.5 * values.link_text:
        return RegionKind.INFORMATION
    if values.links <= _LEAST_LINKS:
        return None
    if values.titles:
        return RegionKind.HUB
    named = any(word in _names(node) for word in ("nav", "menu", "footer", "breadcrumb"))
    short = values.words < _WORDS_OF_A_TITLE * values.links
    return RegionKind.NAVIGATION if short or named or node.tag in _NAVIGATION else RegionKind.HUB


def _signature(node: _Element) -> tuple[str, str]:
    return node.tag, _DIGITS.sub("", node.get("class") or "")


def _names(node: _Element) -> str:
    return f"{node.get('class') or ''} {node.get('id') or ''}".lower()
