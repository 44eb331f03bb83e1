"""What of a post is indexed: its texts, and its blog, authors, tags and language as tokens to filter by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import sha256
from itertools import combinations
from typing import Any

from ...errors import UsageError
from ...urls import address_key
from ..search_interface import SearchQuery
from .tokens import folded, is_unspaced, pieces, tokens

__all__ = [
    "ANY_POST",
    "UNDATED_END",
    "SearchDocument",
    "comments_of",
    "date_range",
    "document_of",
    "filter_tokens",
    "first_number",
    "number_ranges",
]

#: A token that every document has.
ANY_POST = "·"

_MAX_NAME_PARTS = 12
_MAX_NAMES = 100
_MAX_SUBTAGS = 4
_MAX_TEXT = 2_000_000
"""Bounds for what a hostile page can add to the index."""

_MINUTE_BITS = 11
_DAY_BITS = 22
UNDATED_END = 1 << 40
"""Documents are numbered by date, so that the index can be read newest first; those without a date come last.

Every minute has room for 2,048 documents, and every day for a million more.
"""


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """The texts of a post. ``filters`` are tokens that no text contains, because of their ``·``."""

    first_number: int
    title: str
    names: str
    text: str
    comments: str
    filters: str


def document_of(row: Mapping[str, Any]) -> SearchDocument:
    """The document of a row of the table ``posts``."""
    authors, tags = row["authors"][:_MAX_NAMES], row["tags"][:_MAX_NAMES]
    comments = "\n".join(f"{one.get('author') or ''}\n{one.get('text') or ''}" for one in comments_of(row))
    return SearchDocument(
        first_number(row["published"]),
        row["title"] or "",
        "\n".join(map(str, (*authors, *tags))),
        row["text"][:_MAX_TEXT],
        comments[:_MAX_TEXT],
        " ".join(dict.fromkeys(_filters_of(row, authors, tags))),
    )


def comments_of(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The comments of a post; of a forum's thread, the messages after the first, which is its article."""
    yield from row["comments"] or ()
    yield from (row["posts"] or ())[1:]


def _filters_of(row: Mapping[str, Any], authors: Iterable[str], tags: Iterable[str]) -> Iterator[str]:
    yield ANY_POST
    yield _blog_token(row["blog"])
    for author in authors:
        yield from _author_tokens(str(author))
    for tag in tags:
        yield _tag_token(str(tag))
    yield from _language_tokens(row["language"] or "")


def filter_tokens(query: SearchQuery, blog: str | None) -> list[str]:
    """The tokens that the documents must have; ``blog`` is the full address of the query's blog."""
    found = []
    if blog is not None:
        found.append(_blog_token(blog))
    if query.author and (name := _name_parts(query.author)):
        found.append(f"a·{'·'.join(name)}")
    if query.tag:
        found.append(_tag_token(query.tag))
    if query.language and (prefixes := _language_tokens(query.language)):
        found.append(prefixes[-1])
    return found


def _name_parts(name: str) -> list[str]:
    """The words of a name; in scripts without spaces, its characters."""
    parts = [part for piece in pieces(name) for part in (piece if is_unspaced(piece) else (piece,))]
    return parts[:_MAX_NAME_PARTS]


@lru_cache(1_000)
def _author_tokens(name: str) -> list[str]:
    """A token for each part of a name that may be asked for: first name, last name, both."""
    parts = _name_parts(name)
    return [f"a·{'·'.join(parts[start:end])}" for start, end in combinations(range(len(parts) + 1), 2)]


@lru_cache(1_000)
def _blog_token(url: str) -> str:
    return f"b·{_digest(address_key(url))}"


@lru_cache(10_000)
def _tag_token(tag: str) -> str:
    return f"t·{_digest(' '.join(folded(tag).removeprefix('#').split()))}"


@lru_cache(1_000)
def _language_tokens(language: str) -> list[str]:
    """A token for each prefix of a language tag: ``en`` and ``en-US``."""
    subtags = tokens(language)[:_MAX_SUBTAGS]
    return [f"l·{'·'.join(subtags[:end])}" for end in range(1, len(subtags) + 1)]


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def first_number(published: str | None) -> int:
    """The smallest number for a document of this date; 0 without a date."""
    try:
        day = date.fromisoformat((published or "")[:10]).toordinal()
    except ValueError:
        return 0
    clock = (published or "")[11:16]
    hour, minute = (int(clock[:2]), int(clock[3:])) if clock[:2].isdecimal() and clock[3:].isdecimal() else (0, 0)
    return UNDATED_END + (day << _DAY_BITS) + (min(hour * 60 + minute, 1439) << _MINUTE_BITS)


def number_ranges(first: int) -> list[range]:
    """Where the number of a document may be: in its minute; if that is full, after the last minute of its day."""
    undated = range(UNDATED_END)
    if first < UNDATED_END:
        return [undated]
    day = first >> _DAY_BITS << _DAY_BITS
    after_last_minute = range(day + (24 * 60 << _MINUTE_BITS), day + (1 << _DAY_BITS))
    return [range(first, first + (1 << _MINUTE_BITS)), after_last_minute, undated]


def date_range(since: str | None, until: str | None) -> tuple[int, int]:
    """The first number, and the one after the last, of the documents between two days, both inclusive."""
    first = first_number(_day("since", since, "-01-01")) if since else 0
    if not until:
        return first, 1 << 62
    return max(first, UNDATED_END), first_number(_day("until", until, "-12-31")) + (1 << _DAY_BITS)


def _day(name: str, given: str, rest: str) -> str:
    """The day, or the first or last day of a month or a year."""
    text = given.strip()[:10]
    for ending in ("", rest[-3:], "-30", "-29", "-28", rest):
        try:
            return date.fromisoformat(text + ending).isoformat()
        except ValueError:
            continue
    raise UsageError(f"{name} {given} is not a date; write it like 2024, 2024-03 or 2024-03-31")
