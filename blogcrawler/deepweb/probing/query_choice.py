"""Which query to ask next: the one that is expected to bring the most new records per request.

How many records with a word are unseen is estimated from the hits of the known ones, and corrected by what the last
queries have brought.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from heapq import nlargest

from .unseen_records import Evidence, Hits, Usual

__all__ = ["Query", "QueryPool", "StartedQuery"]

#: Fields of the form and the values to submit.
Query = tuple[tuple[str, str], ...]

#: Expected and actual numbers of new records that a correction begins with, and how fast it forgets: a few queries in a
#: row without news must not end a harvest in which every third or fourth still has some.
_PRIOR, _MEMORY = 3.0, 0.98
_MAX_CORRECTION = 1.5
#: The candidates with the most known records are compared; the rest would bring little.
_MAX_COMPARED, _REPEATED = 4000, 2
#: Where results are cut off, hits cannot show what no query shows: at least this share of records may be unseen.
_CUT_OFF = 0.5
#: Queries in a row without results, after which a feature is not asked for any more.
_MAX_FRUITLESS = 4
#: How much the last page counts for the share of new records on the next one.
_LAST_PAGE = 0.4
#: By Zipf's law a list of results may go on for as long as it has gone on already. That counts as much as this
#: number of known records, on its pages and still to come.
_AS_LONG_AGAIN = 0.5
#: A first page with a smaller share of new records says little about the next. If no known records are still to come, a
#: list that goes on has at least this share of what it had so far.
_STALE, _LEAST_REST = 0.5, 0.3


@dataclass(slots=True)
class StartedQuery:
    """A query with further pages."""

    query: Query
    #: Known records that match it and were not shown yet.
    waiting: set[int]
    next_page: str = ""
    #: A page that could not be fetched.
    failed_page: str = ""
    shown: set[int] = field(default_factory=set)
    pages: int = 0
    #: The share of new records on its pages, the last ones above all.
    share: float = 0.0

    @property
    def is_stale(self) -> bool:
        """Whether only its first page was read, and hardly anything on it was new."""
        return self.pages == 1 and self.share < _STALE


@dataclass(slots=True)
class QueryPool:
    """All possible queries with the known records that match them."""

    page_size: int = 10
    max_results: int | None = None
    matching: dict[Query, set[int]] = field(default_factory=lambda: defaultdict(set))
    asked: set[Query] = field(default_factory=set)
    hits: Hits = field(default_factory=Hits)
    #: Queries with further pages that seemed worth less than other queries.
    started: dict[Query, StartedQuery] = field(default_factory=dict)
    #: Number of queries in a row without results by the feature that their word is from.
    _fruitless: Counter[str] = field(default_factory=Counter)
    _origin: dict[Query, str] = field(default_factory=dict)
    _records: set[int] = field(default_factory=set)
    _repeated: set[Query] = field(default_factory=set)
    _suggested: dict[int, list[Query]] = field(default_factory=lambda: defaultdict(list))
    _evidence: dict[Query, Evidence] = field(default_factory=dict)
    #: By kind of query: new records that were expected, and those that came.
    _outcomes: dict[tuple[str, bool], list[float]] = field(default_factory=dict)
    #: The share of new records on second pages: many searches show the same ones first, whatever the query.
    _later_share: float = 0.3

    def add_record(self, number: int, queries: Iterable[tuple[Query, str]]) -> None:
        """Add a known record with the queries that should find it and the feature that each is from."""
        features = []
        for query, origin in queries:
            features.append(_feature(origin))
            self._origin.setdefault(query, origin)
            if query in self.started:
                if number not in self.started[query].shown:
                    self.started[query].waiting.add(number)
            elif query not in self.asked and number not in self.matching[query]:
                self.matching[query].add(number)
                if len(self.matching[query]) == _REPEATED:
                    self._repeated.add(query)
                self._suggested[number].append(query)
                self._evidence.pop(query, None)
        if number not in self._records:
            self._records.add(number)
            self.hits.add_record(features)

    def start(self, query: Query) -> StartedQuery:
        """Begin to read the results of a query, or continue; it is no candidate from now on."""
        self.asked.add(query)
        self._repeated.discard(query)
        started = self.started.pop(query, None) or StartedQuery(query, self.matching.pop(query, set()))
        self.started[query] = started
        return started

    def add_page(self, started: StartedQuery, numbers: Collection[int], new: int) -> None:
        """Count a page of a query and the new records on it."""
        share = new / max(1, len(numbers))
        if started.is_stale:
            self._later_share = 0.7 * self._later_share + 0.3 * share
        started.share = share if not started.pages else (1 - _LAST_PAGE) * started.share + _LAST_PAGE * share
        started.pages += 1
        started.shown.update(numbers)
        started.waiting.difference_update(numbers)

    def gain(self, started: StartedQuery) -> float:
        """New records expected on the next page of a query.

        If a share of the results was new, the known ones that are still to come are the rest of those that remain.
        """
        waiting, shown, page = len(started.waiting), len(started.shown), self.page_size
        rest = (waiting + _AS_LONG_AGAIN) / (1 - started.share + _AS_LONG_AGAIN / max(1, shown))
        rest = max(1.0, rest, waiting)
        gain = (1 - waiting / rest) * page * -math.expm1(-rest / page)
        if started.is_stale:
            gain = max(gain, max(started.share, self._later_share) * min(page, _LEAST_REST * shown - waiting))
        return gain

    def record_answer(self, query: Query, shown: Collection[int], new: int, expected: float | None = None) -> None:
        """Note which records a query has shown, and how many of them were new; ``expected`` is what was estimated."""
        origin = self._origin.get(query)
        if origin is not None:
            self._fruitless[origin] = 0 if shown else self._fruitless[origin] + 1
            if expected is not None:
                outcome = self._outcomes.setdefault(_kind(query), [_PRIOR, _PRIOR])
                outcome[0] = _MEMORY * outcome[0] + expected
                outcome[1] = _MEMORY * outcome[1] + new
        self.hits.add_answer(shown, _feature(origin or ""))
        for number in shown:
            for suggested in self._suggested[number]:
                self._evidence.pop(suggested, None)

    def best(self) -> tuple[Query, float] | None:
        """The best query and the number of new records per request expected from it."""
        open_queries = [query for query in self._repeated if self._fruitless[self._origin[query]] < _MAX_FRUITLESS]
        if len(open_queries) < _MAX_COMPARED:
            open_queries = [query for query in self.matching if self._fruitless[self._origin[query]] < _MAX_FRUITLESS]
        if not open_queries:
            return None
        if len(open_queries) > _MAX_COMPARED:
            open_queries = nlargest(_MAX_COMPARED, open_queries, key=lambda query: len(self.matching[query]))
        usual = {origin: self._usual(origin) for origin in {self._origin[one] for one in open_queries}}
        expected, best = max((self._expected(query, usual[self._origin[query]]), query) for query in open_queries)
        return best, expected

    def best_started(self) -> tuple[StartedQuery, float] | None:
        """The query whose next page is worth the most, and the number of new records expected on it."""
        gains = [(self.gain(one), query) for query, one in self.started.items() if one.next_page]
        if not gains:
            return None
        gain, query = max(gains)
        return self.started[query], gain

    @property
    def unseen(self) -> float:
        """The estimated share of records that are still unseen."""
        return self.hits.unseen

    def expected(self, query: Query) -> float:
        """The expected number of new records per request, corrected by what other queries have brought."""
        return self._expected(query, self._usual(self._origin[query]))

    def estimated(self, query: Query) -> float:
        """The number of unseen records that a query is estimated to show, before it is corrected."""
        evidence = self._known(query)
        return self._shown(evidence.known, self._usual(self._origin[query]).estimate(evidence))

    def _usual(self, origin: str) -> Usual:
        return self.hits.usual(_feature(origin), _CUT_OFF if self.max_results is not None else 0.0)

    def _known(self, query: Query) -> Evidence:
        evidence = self._evidence.get(query)
        if evidence is None:
            feature = _feature(self._origin[query])
            evidence = self._evidence[query] = self.hits.evidence(self.matching[query], feature)
        return evidence

    def _expected(self, query: Query, usual: Usual) -> float:
        evidence = self._known(query)
        expected, came = self._outcomes.get(_kind(query), (1.0, 1.0))
        new = usual.estimate(evidence) * min(_MAX_CORRECTION, came / expected)
        total = evidence.known + new
        if self.max_results is not None:
            total = min(total, self.max_results)
        return self._shown(evidence.known, new) * min(1.0, self.page_size / total)

    def _shown(self, known: int, new: float) -> float:
        """How many of the new records are shown. What is shown is mostly what many other queries show first."""
        if self.max_results is None or known + new <= self.max_results:
            return new
        share: float = (self.max_results / (known + new)) ** 1.5
        return new * share


def _kind(query: Query) -> tuple[str, bool]:
    """Queries of a kind are corrected alike: those for the same field of the form, pairs of words apart."""
    return query[0][0], " " in query[0][1]


def _feature(origin: str) -> str:
    """The feature that a word is from; short words and pairs have an origin of their own."""
    return origin.rstrip("-+")
