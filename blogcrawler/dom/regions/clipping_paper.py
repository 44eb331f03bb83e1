"""Algorithms 1 and 2 of *A Web Clipping Service's Information Extraction Mechanism* (Bouras et al.).

Algorithm 1 walks the tag tree from its leaves up. The informational value of a node is that of its children, doubled
in tables and lists, plus its own text; its hub value is the number of links in it. A node above the first threshold is
an information area, one above the second a hub area. "STOP" in the paper ends the walk at that node: nothing inside an
area counts for the nodes around it. ``page_regions`` is our own method, which differs as said there.

The paper says more than the printed algorithm does: the ratio of text to links also decides what is to read (4.1), and
the link density metrics find hub areas (figure 6). How is not printed. Here an information area must have a text to
links ratio (LTR) of 1; with 0 the algorithm is as printed, and most lists of links are information.

Algorithm 2 makes clips of information areas: the links of an area are followed, because the text is then a teaser of
another page; an area without links is read itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml.etree import _Element

from ...urls import resolve
from ..page import Page, text_content
from .page_regions import Region, RegionKind

__all__ = ["PaperClip", "PaperParameters", "paper_clips", "paper_regions"]

_WEIGHTED = frozenset("table caption thead tbody tfoot tr td th ul ol li dl dt dd menu dir".split())
_SKIPPED = frozenset("script style noscript template head".split())
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_MAX_DEPTH = 250
_MAX_TITLE_WORDS = 10
_SENTENCE = re.compile(r".+?(?:[.!?。！？]+(?=\s|$)|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PaperParameters:
    """The thresholds and the weight of Algorithm 1. The paper prints the weight, but not the thresholds.

    Those for information and links are the best of ``benchmarks/page_areas.py --sweep``.
    """

    #: ThrIV: a node with a higher informational value is an information area.
    information: float = 800
    #: ThrHV: a node with more links is a hub area.
    links: int = 20
    #: WeightIV of tables and lists.
    weight: float = 2
    #: The least LTR of an information area: text outside links by text in links.
    text_to_links: float = 1


@dataclass(frozen=True, slots=True)
class PaperClip:
    """A clip of Algorithm 2: a keyword with the text around it, or the address of the page to look at instead."""

    title: str
    summary: str
    keyword: str = ""
    follow: tuple[str, ...] = ()


@dataclass(slots=True)
class _Values:
    information: float = 0.0
    links: int = 0
    link_text: int = 0
    text: int = 0
    titles: int = 0


def paper_regions(page: Page, parameters: PaperParameters | None = None) -> list[Region]:
    """The information and hub areas of a page by Algorithm 1, in the order in which the algorithm finds them."""
    found: list[Region] = []
    body = page.tree.find("body")
    if body is not None:
        _characterize(body, parameters or PaperParameters(), found, 0)
    return found


def paper_clips(page: Page, area: Region, keywords: Iterable[str]) -> list[PaperClip]:
    """The clips of an information area by Algorithm 2. Hits are whole words, in any case."""
    text = " ".join(text_content(area.element).split())
    title = _title(area.element, text)
    links = (resolve(page.base, link.get("href") or "") for link in area.element.iter("a"))
    follow = tuple(dict.fromkeys(url for url in links if url is not None))
    if follow:
        return [PaperClip(title, _near(0, text), follow=follow)]
    clips = []
    for keyword in keywords:
        hit = re.search(rf"(?<!\w){re.escape(keyword)}(?!\w)", text, re.IGNORECASE)
        if hit:
            clips.append(PaperClip(title, _near(hit.start(), text), keyword))
    return clips


def _characterize(node: _Element, parameters: PaperParameters, found: list[Region], depth: int) -> _Values:
    """Add the areas in a node to ``found``; returns the values of the rest of the node."""
    values = _Values()
    is_link = node.tag == "a" and bool(node.get("href"))
    weight = parameters.weight if node.tag in _WEIGHTED else 1
    for child in node:
        if isinstance(child.tag, str) and child.tag not in _SKIPPED and depth < _MAX_DEPTH:
            inner = _characterize(child, parameters, found, depth + 1)
            values.information += weight * inner.information
            values.links += inner.links
            values.link_text += inner.link_text
            values.text += inner.text
            values.titles += inner.titles
    own = sum(len(" ".join(text.split())) for text in _own_texts(node))
    values.information += own
    values.text += own
    if is_link:
        values.links += 1
        values.link_text = values.text
        values.titles += _is_title(node)
    kind = None
    clean = values.text - values.link_text
    if values.information > parameters.information and clean >= parameters.text_to_links * values.link_text:
        kind = RegionKind.INFORMATION
    elif values.links > parameters.links:
        kind = RegionKind.HUB
    if kind is None:
        return values
    found.append(Region(kind, node, values.information, values.links, values.link_text, clean, values.titles))
    return _Values()


def _own_texts(node: _Element) -> Iterator[str]:
    yield node.text or ""
    for child in node:
        yield child.tail or ""


def _is_title(link: _Element) -> bool:
    above = link.getparent()
    return (above is not None and above.tag in _HEADINGS) or any(child.tag in _HEADINGS for child in link)


def _title(element: _Element, text: str) -> str:
    heading = next(element.iter(*_HEADINGS), None)
    title = " ".join(text_content(heading).split()) if heading is not None else ""
    return " ".join((title or _near(0, text)).split()[:_MAX_TITLE_WORDS])


def _near(position: int, text: str) -> str:
    """The sentence at a position."""
    for sentence in _SENTENCE.finditer(text):
        if sentence.end() > position:
            return sentence[0].strip()
    return ""
