"""The edges of an article: empty blocks and rules that templates leave before and after it."""

from __future__ import annotations

import re

from lxml.etree import _Element

from ...dom import BLOCK_TAGS, HEADINGS, INVISIBLE_TAGS, drop
from ...urls import bare_host, page_key
from .heading_links import has_text_after

__all__ = ["last_heading", "trim_edges"]

#: Elements that show something without text.
_SHOWN_TAGS = ("img", "iframe", "video", "audio", "picture", "svg", "math", "object", "embed", "canvas")
_LISTS = ("ul", "ol")
#: Blocks whose own edges are trimmed.
_ENTERED_TAGS = BLOCK_TAGS - {"pre", "table", "hr"}
#: Deeper elements are left as they are: only templates that are broken nest deeper.
_MAX_DEPTH = 50
_WORD = re.compile(r"\w")
#: White space, and characters that no reader sees.
_BLANK = " \t\r\n\f\xa0\u200b\u200c\u200d\u2060\ufeff"


def last_heading(node: _Element) -> _Element | None:
    """The heading with which an article ends, if nothing follows it; to be called before the article is cleaned."""
    if _ends_with_text(node):
        return None  # the most frequent case
    last = None
    for last in node.iter(*HEADINGS):  # noqa: B007
        pass
    return None if last is None or has_text_after(last, node) else last


def _ends_with_text(node: _Element) -> bool:
    """Whether an article ends with text that is not in a heading; a quick check, which may miss some."""
    for _ in range(_MAX_DEPTH):
        try:
            last = node[-1]  # len() would count all children
        except IndexError:
            return _has_word(node.text)
        if last.tag in HEADINGS or last.tag in INVISIBLE_TAGS:
            return False
        if _has_word(last.tail):
            return True
        node = last
    return False


def _has_word(text: str | None) -> bool:
    return text is not None and _WORD.search(text) is not None


def trim_edges(node: _Element, base: str, ending: _Element | None = None) -> None:
    """Remove empty elements, line breaks and rules from the beginning and the end of an article.

    At the end, headings and lists of the blog's other posts are removed, too: what a heading announced is gone, unless
    it is the ``ending`` that the article had before.
    """
    _trim(node, at_end=False)
    while (last := next((edge for edge in _trim(node, at_end=True) if _is_leftover(edge, base)), None)) is not None:
        if last is ending:
            return
        drop(last)


def _is_leftover(edge: _Element, base: str) -> bool:
    """Whether a block at the end is a heading, or a list of other posts: each item has a link and a date."""
    if edge.tag in HEADINGS:
        return True
    return edge.tag in _LISTS and len(edge) > 0 and all(_is_other_post(item, base) for item in edge)


def _is_other_post(item: _Element, base: str) -> bool:
    link = next((link for link in item.iter("a") if link.get("href")), None)
    if link is None or next(item.iter("time"), None) is None:
        return False
    href = link.get("href") or ""
    is_own = bare_host(href, web_only=False) == bare_host(base, web_only=False)
    return is_own and page_key(href) != page_key(base)


def _trim(node: _Element, *, at_end: bool) -> list[_Element]:
    """Remove what is empty at an edge. Returns the blocks at the edge, each of which begins or ends the one before."""
    blocks: list[_Element] = []
    for _ in range(_MAX_DEPTH):
        edge = _edge(node, at_end=at_end)
        while edge is not None and _is_empty(edge):
            drop(edge)
            edge = _edge(node, at_end=at_end)
        if edge is None or edge.tag not in _ENTERED_TAGS:
            break
        blocks.append(edge)
        node = edge
    return blocks


def _edge(node: _Element, *, at_end: bool) -> _Element | None:
    """The first or last child, unless text comes before or after it."""
    beside = None if at_end else node.text
    if beside and beside.strip(_BLANK):
        return None
    try:
        edge = node[-1 if at_end else 0]  # len() would count all children
    except IndexError:
        return None
    beside = edge.tail if at_end else None
    return None if beside and beside.strip(_BLANK) else edge


def _is_empty(element: _Element) -> bool:
    """Whether an element shows nothing; a horizontal rule at the edge separates nothing."""
    text = element.text
    if text and text.strip(_BLANK):
        return False
    if not len(element):
        return element.tag not in _SHOWN_TAGS
    if any(map(_is_shown, element.itertext())):
        return False
    return next(element.iter(*_SHOWN_TAGS), None) is None


def _is_shown(text: object) -> bool:
    return bool(str(text).strip(_BLANK))
