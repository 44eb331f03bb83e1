"""The shape of an address: what stays when the words and numbers of single posts are taken out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

__all__ = ["UrlShape", "url_shape_of"]

_YEAR = re.compile(r"^(?:19|20)\d{2}$")
_NUMBER = re.compile(r"^\d+$")
_DATED = re.compile(r"^(?:19|20)\d{2}-?[01]\d-?[0-3]\d(?=\D|$)")
_EXTENSION = re.compile(r"(\.(?:x?html?|php|aspx?|jsp|cgi|shtml|md))$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class UrlShape:
    """Segments as kinds: ``Y`` year, ``N`` number, ``D`` begins with a date, ``S`` words; with the
    extension of the last one and the names of the query's parameters (``p=N``)."""

    kinds: tuple[str, ...]
    extension: str = ""
    query: tuple[str, ...] = ()

    def __str__(self) -> str:
        query = "?" + "&".join(self.query) if self.query else ""
        return "/" + "/".join(self.kinds) + self.extension + query


def _kind(segment: str) -> str:
    if _YEAR.match(segment):
        return "Y"
    if _NUMBER.match(segment):
        return "N"
    if _DATED.match(segment):
        return "D"
    return "S"


@lru_cache(maxsize=1024)
def url_shape_of(url: str) -> tuple[UrlShape, tuple[str, ...]]:
    """The shape of an address, and its segments as they are; what is no address has none of either."""
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
    query = tuple(sorted(f"{name}={'N' if value.isdigit() else 'S'}" for name, value in parse_qsl(parts.query)))
    return UrlShape(tuple(_kind(s) for s in segments), extension, query), tuple(segments)
