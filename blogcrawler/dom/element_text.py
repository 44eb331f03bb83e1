"""The text of an element on one line, in the ways in which fields are read from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from lxml import etree
from lxml.etree import _Element

from .page import text_content
from .tokens import squash

__all__ = ["OWN", "PIECES", "node_pieces", "node_text", "own_text"]


#: What is read of nodes instead of an attribute: their parts' texts, parted; or the text that stands in no part.
PIECES, OWN = "pieces", "own"


_NUMBERS, _MOST_NUMBERS = re.compile(r"\d{1,4}(?:\s?[./-]\s?\d{1,2}){0,2}[./-]?"), 3


_SHOWN = etree.XPath(".//text()[not(parent::script or parent::style)]", smart_strings=False)


def node_text(element: _Element) -> str:
    """The text of an element on one line."""
    if not len(element):
        return squash(element.text or "")
    if next(element.iter("script", "style", "br"), None) is None:
        return squash(text_content(element))
    return squash("".join(_lines(element)))


def _lines(element: _Element) -> Iterator[str]:
    """The texts below an element that a reader sees, with a space for each line break."""
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            if node.tag == "br":
                yield " "
            if node.text and node.tag not in ("script", "style"):
                yield node.text
        elif node.tail and node is not element:
            yield node.tail


def node_pieces(element: _Element) -> str:
    """The texts of an element's parts on one line, parted: dates whose day, month and year have elements of their own.

    Numbers that nothing else parts are parted by slashes.
    """
    pieces = [piece for text in cast("list[str]", _SHOWN(element)) if (piece := squash(text))]
    if 1 < len(pieces) <= _MOST_NUMBERS and all(map(_NUMBERS.fullmatch, pieces)):
        return "/".join(piece.strip("./- ") for piece in pieces)
    return " ".join(pieces)


def own_text(element: _Element) -> str:
    """The text of an element on one line without that of its parts: a title without the category beside it."""
    return squash(" ".join([element.text or "", *(part.tail or "" for part in element)]))
