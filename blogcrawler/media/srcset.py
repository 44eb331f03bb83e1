"""The candidates of a ``srcset`` attribute, the best first."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["SrcsetCandidate", "srcset"]

_URL = re.compile(r"[\s,]*(\S+)")
_DESCRIPTORS = re.compile(r"((?:[^,(]|\([^)]*\)?)*),?")
_WIDTH = re.compile(r"(?:^|\s)(\d{1,6})w(?=\s|$)")
_DENSITY = re.compile(r"(?:^|\s)(\d{0,4}(?:\.\d{1,4})?)x(?=\s|$)")
#: A page may list thousands; nobody has so many sizes of one picture.
_MOST = 50


class SrcsetCandidate(NamedTuple):
    """One size of a picture: its width in pixels (0 if not stated), its density, its address."""

    width: int
    density: float
    url: str


def srcset(value: str) -> list[SrcsetCandidate]:
    """The candidates in the order in which they are written.

    As in https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute: addresses may hold commas.
    """
    found: list[SrcsetCandidate] = []
    at = 0
    while len(found) < _MOST and (start := _URL.match(value, at)):
        url, at = start[1], start.end()
        said = ""
        if url.endswith(","):
            url = url.rstrip(",")
        elif more := _DESCRIPTORS.match(value, at):
            said, at = more[1], more.end()
        if url:
            width, density = _WIDTH.search(said), _DENSITY.search(said)
            found.append(SrcsetCandidate(int(width[1]) if width else 0, float((density and density[1]) or 1), url))
    return found
