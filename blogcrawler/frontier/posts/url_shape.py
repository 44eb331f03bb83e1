"""The shape of a URL: what remains when the words and numbers of single posts are taken out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

__all__ = ["SegmentKind", "UrlShape", "url_shape_of"]

_YEAR = re.compile(r"^(?:19|20)\d{2}$")
_NUMBER = re.compile(r"^\d+$")
_DATED = re.compile(r"^(?:19|20)\d{2}(?:-?[01]\d-?[0-3]\d|-[01]?\d-[0-3]?\d)(?=\D|$)")
_EXTENSION = re.compile(r"(\.(?:x?html?|php|aspx?|jsp|cgi|shtml|md))$", re.IGNORECASE)


class SegmentKind(StrEnum):
    """The kind of a path segment. The values are stored with learned patterns."""

    YEAR = "Y"
    NUMBER = "N"
    #: Begins with a date: 2014-03-12-a-post.
    DATED = "D"
    WORDS = "S"


@dataclass(frozen=True, slots=True)
class UrlShape:
    """The kinds of a path's segments, the extension of the last one, and the parameters of the query (``p=N``)."""

    kinds: tuple[SegmentKind, ...]
    extension: str = ""
    query: tuple[str, ...] = ()

    def __str__(self) -> str:
        query = "?" + "&".join(self.query) if self.query else ""
        return "/" + "/".join(self.kinds) + self.extension + query

    @property
    def is_numeric(self) -> bool:
        """Whether all segments are numbers, as in archives by date: /2014/03/. False for a path without segments."""
        return bool(self.kinds) and all(kind is SegmentKind.YEAR or kind is SegmentKind.NUMBER for kind in self.kinds)


def _kind(segment: str) -> SegmentKind:
    if _YEAR.match(segment):
        return SegmentKind.YEAR
    if _NUMBER.match(segment):
        return SegmentKind.NUMBER
    if _DATED.match(segment):
        return SegmentKind.DATED
    return SegmentKind.WORDS


@lru_cache(maxsize=1024)
def url_shape_of(url: str) -> tuple[UrlShape, tuple[str, ...]]:
    """The shape of a URL and its unquoted path segments; both are empty if it is not a valid URL."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return UrlShape(()), ()
    segments = [unquote(s) for s in parts.path.split("/") if s]
    extension = ""
    if segments:
        found = _EXTENSION.search(segments[-1])
        if found:
            extension = found[1].lower()
            segments[-1] = segments[-1][: found.start()]
            if segments[-1].lower() in ("index", "default"):
                segments.pop()
                extension = ""
    query = tuple(
        sorted(
            f"{name}={SegmentKind.NUMBER if value.isdigit() else SegmentKind.WORDS}"
            for name, value in parse_qsl(parts.query)
        )
    )
    return UrlShape(tuple(_kind(s) for s in segments), extension, query), tuple(segments)
