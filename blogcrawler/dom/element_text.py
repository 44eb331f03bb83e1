"""The text of an element on one line: whole, in pieces, or without its children's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from lxml import etree
from lxml.etree import _Element

from .page import text_content
from .tokens import squash

__all__ = ["OWN", "PIECES", "node_pieces", "node_text", "own_text"]


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
    """The element's own text on one line, without its children's: a title without the category beside it."""
    return squash(" ".join([element.text or "", *(part.tail or "" for part in element)]))
