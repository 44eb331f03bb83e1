"""The text of an element on one line: whole, in pieces, or without its children's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from lxml import etree
from lxml.etree import _Element

from .page import text_content
from .tokens import squash

__all__ = ["OWN", "PIECES", "elements_with_text", "node_pieces", "node_text", "own_text", "short_text"]


#: What a rule can read from an element besides an attribute: its ``node_pieces``, or its ``own_text``.
PIECES, OWN = "pieces", "own"


_DATE_PART, _MAX_DATE_PARTS = re.compile(r"\d{1,4}(?:\s?[./-]\s?\d{1,2}){0,2}[./-]?"), 3


_SHOWN_TEXTS = etree.XPath(".//text()[not(parent::script or parent::style)]", smart_strings=False)


def node_text(element: _Element) -> str:
    """The text of an element on one line."""
    if not len(element):
        return squash(element.text or "")
    if next(element.iter("script", "style", "br"), None) is None:
        return squash(text_content(element))
    return squash("".join(_lines(element)))


def elements_with_text(root: _Element) -> set[_Element]:
    """The element and those below it whose ``node_text`` is not empty, in one pass however deeply they are nested."""
    found: set[_Element] = set()
    for element in root.iter():
        holders: list[tuple[str, _Element | None]] = []
        if element.text and isinstance(element.tag, str) and element.tag not in ("script", "style"):
            holders.append((element.text, element))
        if element.tail and element is not root:
            holders.append((element.tail, element.getparent()))
        for text, lowest in holders:
            holder = lowest if not text.isspace() else None
            while holder is not None and holder not in found:
                found.add(holder)
                holder = holder.getparent() if holder is not root else None
    return found


def _lines(element: _Element) -> Iterator[str]:
    """The visible texts below an element, with a space for each line break."""
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            if node.tag == "br":
                yield " "
            if node.text and node.tag not in ("script", "style"):
                yield node.text
        elif node.tail and node is not element:
            yield node.tail


def node_pieces(element: _Element) -> str:
    """The texts of an element's descendants, separated by spaces: for dates with an element each for day and month.

    If they are only numbers, slashes separate them.
    """
    pieces = [piece for text in cast("list[str]", _SHOWN_TEXTS(element)) if (piece := squash(text))]
    if 1 < len(pieces) <= _MAX_DATE_PARTS and all(map(_DATE_PART.fullmatch, pieces)):
        return "/".join(piece.strip("./- ") for piece in pieces)
    return " ".join(pieces)


def own_text(element: _Element) -> str:
    """The element's own text on one line, without its children's: a title without the category next to it."""
    return squash(" ".join([element.text or "", *(part.tail or "" for part in element)]))


def short_text(element: _Element, longest: float) -> str:
    """An element's text on one line; empty if it is longer than ``longest``, which is not read to the end."""
    if not len(element):
        text = element.text
        return squash(text) if text and len(text.strip()) <= longest else ""
    texts: list[str] = []
    size = 0
    for text in cast("Iterator[str]", element.itertext()):
        size += len(text.strip())
        if size > longest:
            return ""
        texts.append(text)
    shown = squash("".join(texts))
    return shown if len(shown) <= longest else ""
