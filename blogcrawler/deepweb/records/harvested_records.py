"""All records of a source, each once, however many queries show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from ...dom import words
from ..forms.purpose import is_unsafe_link
from .raw_record import RawRecord

__all__ = ["HarvestedRecord", "HarvestedRecords", "detail_link_path"]

#: A link leads to the record's own page if nearly all records have it, each with an address of its own.
_MIN_SHARE = 0.95
#: Texts of the same record have more than this share of their parts in common.
_MOST = 0.5


@dataclass(slots=True)
class HarvestedRecord:
    """A record, the address of its own page if it has one, and the query that found it first."""

    raw: RawRecord
    url: str | None
    found_by: tuple[tuple[str, str], ...]
    #: What its own page adds.
    details: RawRecord | None = None


@dataclass(slots=True)
class HarvestedRecords:
    """The records found so far. They are the same if their own pages are, else if their texts are."""

    link_path: str | None = None
    records: list[HarvestedRecord] = field(default_factory=list)
    heads: tuple[str, ...] = ()
    _numbers: dict[str, int] = field(default_factory=dict)

    def add(self, raws: Iterable[RawRecord], query: tuple[tuple[str, str], ...]) -> tuple[list[int], list[int]]:
        """Add records; returns the numbers of all of them, and of those that are new."""
        terms = {word for _, value in query for word in words(value)}
        shown, new = [], []
        for raw in raws:
            url = self._own_page(raw, terms)
            key = url or raw.text
            if key not in self._numbers:
                self._numbers[key] = len(self.records)
                new.append(len(self.records))
                self.records.append(HarvestedRecord(raw, url, query))
            shown.append(self._numbers[key])
        return shown, new

    def raws(self) -> list[RawRecord]:
        """The records as they are on the result pages."""
        return [record.raw for record in self.records]

    def _own_page(self, raw: RawRecord, terms: Collection[str]) -> str | None:
        if self.link_path is None:
            return None
        url = next((link.url for link in raw.links if link.path == self.link_path), None)
        return _without_terms(url, terms) if url else None


def _without_terms(url: str, terms: Collection[str]) -> str:
    """The address without parameters that repeat the query, such as ``?highlight=hunger``."""
    parts = urlsplit(url)
    if not parts.query or not terms:
        return url
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    kept = [
        (name, value)
        for name, value in pairs
        if value.isdigit() or not (said := set(words(value))) or not said <= set(terms)
    ]
    return url if len(kept) == len(pairs) else urlunsplit(parts._replace(query=urlencode(kept)))


def detail_link_path(pages: Iterable[Sequence[RawRecord]], host: str) -> str | None:
    """The path of the link to a record's own page: nearly every record has one there, each a different one.

    A record may be on several pages, and a part of it different each time, such as how long ago it was changed.
    """
    found: dict[str, dict[str, list[tuple[int, RawRecord]]]] = defaultdict(lambda: defaultdict(list))
    texts: set[str] = set()
    for number, records in enumerate(pages):
        for record in records:
            if record.text in texts:
                continue
            texts.add(record.text)
            seen: set[str] = set()
            for link in record.links:
                if (
                    link.path not in seen
                    and urlsplit(link.url).hostname == host
                    and not is_unsafe_link(link.url, link.text)
                ):
                    seen.add(link.path)
                    found[link.path][link.url].append((number, record))
    for path, by_url in found.items():
        linked = sum(map(len, by_url.values()))
        others = sum(not _are_one(some[0], one) for some in by_url.values() for one in some[1:])
        if linked >= _MIN_SHARE * len(texts) and linked - others >= _MIN_SHARE * linked:
            return path
    return None


def _are_one(first: tuple[int, RawRecord], second: tuple[int, RawRecord]) -> bool:
    """Whether two texts are of one record: on different pages, and most parts are the same."""
    leaves, others = set(first[1].leaves), set(second[1].leaves)
    return first[0] != second[0] and len(leaves & others) > _MOST * max(len(leaves), len(others))
