"""Which query to ask next: the one that is expected to bring the most new records per request.

For each word, the records that have it and how often queries have hit them are known. By Good and Turing, the share of
hits that were single ones estimates the share of records with that word that no query has hit yet. Words are not
independent, so the estimates are corrected by what similar queries have brought.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

__all__ = ["Query", "QueryPool"]

#: Fields of the form and the values to submit.
Query = tuple[tuple[str, str], ...]

#: Single hits cannot show more than this share of unseen records, and what is usual counts as this many hits.
_MAX_UNSEEN, _USUAL_HITS = 0.9, 4
#: Expected and actual numbers of new records that a correction begins with; queries with this many records are alike.
_PRIOR, _LARGE, _MEDIUM = 3.0, 10, 3
#: The candidates with the most known records are compared; the rest would bring little.
_MAX_COMPARED = 400


@dataclass(slots=True)
class QueryPool:
    """All possible queries with the known records that match them."""

    page_size: int = 10
    max_results: int | None = None
    matching: dict[Query, set[int]] = field(default_factory=lambda: defaultdict(set))
    asked: set[Query] = field(default_factory=set)
    hits: Counter[int] = field(default_factory=Counter)
    #: Number of queries in a row without results by the feature that their word is from.
    _fruitless: Counter[str] = field(default_factory=Counter)
    _origin: dict[Query, str] = field(default_factory=dict)
    #: By kind of query: new records that were expected, and those that came.
    _outcomes: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    #: The kinds of queries that are being asked, and what was estimated.
    _begun: dict[Query, tuple[tuple[str, int], float]] = field(default_factory=dict)
    _all_hits: int = 0
    _single_hits: int = 0

    def add_record(self, number: int, queries: Iterable[tuple[Query, str]]) -> None:
        """Add a known record with the queries that should find it and the feature that each is from."""
        for query, origin in queries:
            if query not in self.asked:
                self.matching[query].add(number)
                self._origin.setdefault(query, origin)

    def begin(self, query: Query) -> float:
        """Remember what is expected of a query before its answer changes that; returns the number of its results."""
        known = self.matching.get(query, ())
        if known:
            self._begun[query] = self._kind(query), self.estimated(query)
        return len(known) + self._unseen(known)

    def record_answer(self, query: Query, shown: Iterable[int], new: int, pages: int = 1) -> None:
        """Note which records a query has shown, and how many of them were new on how many pages."""
        shown = list(shown)
        origin = self._origin.get(query)
        if origin is not None:
            self._fruitless[origin] = 0 if shown else self._fruitless[origin] + 1
        if query in self._begun:
            kind, estimated = self._begun.pop(query)
            outcome = self._outcomes.setdefault(kind, [_PRIOR, _PRIOR])
            outcome[0] = 0.9 * outcome[0] + estimated
            outcome[1] = 0.9 * outcome[1] + new / max(1, pages)
        self.asked.add(query)
        self.matching.pop(query, None)
        for number in shown:
            self.hits[number] += 1
            self._all_hits += 1
            if self.hits[number] <= 2:
                self._single_hits += 1 if self.hits[number] == 1 else -1

    def best(self) -> tuple[Query, float] | None:
        """The best query and the number of new records per request expected from it."""
        open_queries = [query for query in self.matching if self._fruitless[self._origin[query]] < 4]
        if not open_queries:
            return None
        if len(open_queries) > _MAX_COMPARED:
            open_queries.sort(key=lambda query: -len(self.matching[query]))
            del open_queries[_MAX_COMPARED:]
        best = max(open_queries, key=lambda query: (self.expected(query), query))
        return best, self.expected(best)

    @property
    def unseen(self) -> float:
        """The share of hits that were single ones, which estimates the share of records that are still unseen."""
        return self._single_hits / self._all_hits if self._all_hits else 0.5

    def expected(self, query: Query) -> float:
        """The expected number of new records per request, corrected by what similar queries have brought."""
        expected, came = self._outcomes.get(self._kind(query), (1.0, 1.0))
        return self.estimated(query) * min(1.5, came / expected)

    def _kind(self, query: Query) -> tuple[str, int]:
        size = len(self.matching.get(query, ()))
        return self._origin.get(query, ""), 3 if size >= _LARGE else 2 if size >= _MEDIUM else size

    def _unseen(self, known: Collection[int]) -> float:
        """How many more records with the same word are unseen, by Good and Turing."""
        hits = [max(1, self.hits[number]) for number in known]
        singles = sum(number == 1 for number in hits)
        share = min(_MAX_UNSEEN, (singles + self.unseen * _USUAL_HITS) / (sum(hits) + _USUAL_HITS))
        return len(known) * share / (1 - share)

    def estimated(self, query: Query) -> float:
        """The number of new records per request."""
        known = self.matching[query]
        new = self._unseen(known)
        total = len(known) + new
        if self.max_results is not None and total > self.max_results:
            # What is cut off is mostly what many other queries show first.
            new *= (self.max_results / total) ** 1.5
            total = float(self.max_results)
        return new / max(1, math.ceil(total / max(1, self.page_size)))
