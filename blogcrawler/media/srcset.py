"""Parse ``srcset`` attributes."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["SrcsetCandidate", "parse_srcset"]

_URL = re.compile(r"[\s,]*(\S+)")
_DESCRIPTORS = re.compile(r"((?:[^,(]|\([^)]*\)?)*),?")
_WIDTH = re.compile(r"(?:^|\s)(\d{1,6})w(?=\s|$)")
_DENSITY = re.compile(r"(?:^|\s)(\d{0,4}(?:\.\d{1,4})?)x(?=\s|$)")
#: A page may list thousands; no picture has that many sizes.
_MAX_CANDIDATES = 50


class SrcsetCandidate(NamedTuple):
    """One size of a picture: its width in pixels (0 if not stated), its density, its URL."""

    width: int
    density: float
    url: str


def parse_srcset(value: str) -> list[SrcsetCandidate]:
    """The candidates in the order in which they are written.

    Follows https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute: URLs may contain commas.
    """
    found: list[SrcsetCandidate] = []
    at = 0
    while len(found) < _MAX_CANDIDATES and (start := _URL.match(value, at)):
        url, at = start[1], start.end()
        descriptors = ""
        if url.endswith(","):
            url = url.rstrip(",")
        elif more := _DESCRIPTORS.match(value, at):
            descriptors, at = more[1], more.end()
        if url:
            width, density = _WIDTH.search(descriptors), _DENSITY.search(descriptors)
            found.append(SrcsetCandidate(int(width[1]) if width else 0, float((density and density[1]) or 1), url))
    return found
