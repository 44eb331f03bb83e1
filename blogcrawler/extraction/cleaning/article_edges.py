"""The edges of an article: empty blocks and rules that templates leave before and after it."""

from __future__ import annotations

from collections.abc import Collection

from lxml.etree import _Element

from ...dom import BLOCK_TAGS, HEADINGS, drop
from ...urls import bare_host, page_key
from .heading_links import has_text_after

__all__ = ["drop_post_lists", "last_heading", "trim_edges"]

#: Elements that show something without text.
_SHOWN_TAGS = ("img", "iframe", "video", "audio", "picture", "svg", "math", "object", "embed", "canvas")
_LISTS = ("ul", "ol")
#: Deeper elements are left as they are: only templates that are broken nest deeper.
_MAX_DEPTH = 50
#: White space, and characters that no reader sees.
_BLANK = " \t\r\n\f\xa0\u200b\u200c\u200d\u2060\ufeff"


def last_heading(node: _Element) -> _Element | None:
    """The heading with which an article ends, if nothing follows it; to be called before the article is cleaned."""
    last = None
    for last in node.iter(*HEADINGS):  # noqa: B007
        pass
    return None if last is None or has_text_after(last, node) else last


def trim_edges(node: _Element, ending: _Element | None = None) -> None:
    """Remove empty elements, line breaks and rules from the beginning and the end of an article.

    A heading at the end is removed, too, because what it announced is gone, unless it is the ``ending`` that the
    article had before.
    """
    _trim(node, at_end=False)
    _trim(node, at_end=True)
    heading = _innermost_edge(node, at_end=True)
    while heading is not None and heading is not ending and heading.tag in HEADINGS:
        drop(heading)
        _trim(node, at_end=True)
        heading = _innermost_edge(node, at_end=True)


def drop_post_lists(node: _Element, base: str) -> bool:
    """Remove lists of the blog's other posts from the end of an article: each item has a link and a date."""
    found = False
    while (last := _innermost_edge(node, at_end=True, stop=_LISTS)) is not None and last.tag in _LISTS:
        if not len(last) or not all(_is_other_post(item, base) for item in last):
            break
        drop(last)
        _trim(node, at_end=True)
        found = True
    return found


def _is_other_post(item: _Element, base: str) -> bool:
    link = next((link for link in item.iter("a") if link.get("href")), None)
    if link is None or next(item.iter("time"), None) is None:
        return False
    href = link.get("href") or ""
    is_own = bare_host(href, web_only=False) == bare_host(base, web_only=False)
    return is_own and page_key(href) != page_key(base)


def _innermost_edge(node: _Element, *, at_end: bool, stop: Collection[str] = HEADINGS) -> _Element | None:
    """The heading or other block at the edge: blocks are entered as long as they begin or end with another one."""
    edge = None
    for _ in range(_MAX_DEPTH):
        inner = _edge(node, at_end=at_end)
        if inner is None or inner.tag not in BLOCK_TAGS:
            return edge
        edge = node = inner
        if edge.tag in stop:
            return edge
    return edge


def _trim(node: _Element, *, at_end: bool) -> None:
    for _ in range(_MAX_DEPTH):
        edge = _edge(node, at_end=at_end)
        while edge is not None and _is_empty(edge):
            drop(edge)
            edge = _edge(node, at_end=at_end)
        if edge is None or edge.tag not in BLOCK_TAGS or edge.tag in ("pre", "table", "hr"):
            return
        node = edge


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
    if (text and text.strip(_BLANK)) or any(map(_is_shown, element.itertext())):
        return False
    return next(element.iter(*_SHOWN_TAGS), None) is None


def _is_shown(text: object) -> bool:
    return bool(str(text).strip(_BLANK))
