"""Harvests a search: query after query, until little is left to find."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...errors import SearchEnded
from ..probing.coverage import CaptureRecord
from ..probing.query_choice import Query, QueryPool
from ..probing.search_session import SearchSession
from ..records.find_records import RecordRule
from ..records.harvested_records import HarvestedRecords
from ..records.output_schema import learn_schema
from .query_source import QuerySource
from .search_harvest import SearchHarvest

__all__ = ["QueryHarvest"]

#: The same number of results for this many queries is the most that the search shows; more if it has pages.
_CAPPED_QUERIES, _CAPPED_PAGED_QUERIES = 3, 8
#: What was harvested is reported, to be saved, when it has grown by this number and this factor.
_REPORT_EVERY, _REPORT_GROWTH = 200, 1.5
#: The share of records that only one query has hit, if nearly all are known.
_MAX_SINGLE_HITS = 0.05
#: The next page brings this share of what a page has brought.
_NEXT_PAGE = 0.9
#: A first page with a smaller share of new records says little about the next. A list that goes on has at least this
#: share of what it had so far.
_STALE, _LEAST_REST = 0.5, 0.3
#: New records per request that are hardly worth it.
_LITTLE = 0.3
#: Pages in a row without anything new that end a list of everything.
_MAX_IDLE_PAGES = 3
#: The last of the given queries show whether the next ones are worth it.
_GIVEN_TRIED = 10


@dataclass(frozen=True, slots=True)
class _Paused:
    """A query with further pages that seemed worth less than other queries."""

    query: Query
    next_page: str
    #: New records that the next page is expected to bring.
    gain: float
    shown: list[int]
    #: Number of results that was expected.
    total: float
    #: Whether only its first page was read, and hardly anything on it was new.
    is_stale: bool


class QueryHarvest:
    """Asks the most promising query until the estimated coverage is reached or nothing promising is left."""

    def __init__(
        self,
        session: SearchSession,
        records: HarvestedRecords,
        source: QuerySource,
        harvest: SearchHarvest,
        report: Callable[[], None],
    ) -> None:
        self.session, self.records, self.source, self.harvest = session, records, source, harvest
        self.pool = QueryPool(harvest.behaviour.page_size or 10)
        self.captures = CaptureRecord()
        self._report = report
        self._reported = 0
        self._totals: Counter[int] = Counter()
        self._paused: list[_Paused] = []
        #: The share of new records on second pages: many searches show the same ones first, whatever the query.
        self._later_share = 0.3
        self._is_complete = False
        self._schema = learn_schema(records.raws(), records.heads)

    async def run(self, given: Iterable[tuple[str, str]] = ()) -> None:
        """Harvest; ``given`` are queries to begin with, as (field, value)."""
        limits = self.session.limits
        self._learn(range(len(self.records.records)))
        if self.harvest.behaviour.lists_without_query:
            await self._list_everything()
        await self._ask_given(given)
        for name, values in self.source.choices.items():
            for value in values:
                if not self._is_complete and not self._is_enough():
                    await self._ask(((name, value),))
        while not self._is_enough():
            best = self.pool.best()
            expected = best[1] if best is not None else 0.0
            paused = max(self._paused, key=lambda one: one.gain, default=None)
            if paused is not None and paused.gain >= max(expected, limits.least_gain):
                self._paused.remove(paused)
                await self._ask(paused.query, paused)
            elif best is None:
                self.harvest.ending = "no more queries are left"
                return
            elif expected < limits.least_gain and self.captures.coverage is not None:
                self.harvest.ending = "further queries would bring few new records"
                return
            else:
                await self._ask(best[0])

    async def _ask_given(self, given: Iterable[tuple[str, str]]) -> None:
        """Ask the queries to begin with, as long as the last ones have brought more than others promise."""
        brought: deque[int] = deque(maxlen=_GIVEN_TRIED)
        for one in given:
            best = self.pool.best()
            is_worth_less = best is not None and sum(brought) < best[1] * len(brought)
            if self._is_enough() or (len(brought) == _GIVEN_TRIED and is_worth_less):
                return
            before = len(self.records.records)
            await self._ask((one,))
            brought.append(len(self.records.records) - before)

    def _is_enough(self) -> bool:
        limits = self.session.limits
        self.harvest.coverage = coverage = self.captures.coverage
        if len(self.records.records) >= limits.max_records:
            raise SearchEnded(f"{limits.max_records:,} records are enough")
        # The last queries may be alike and bring the same records: few records may have been hit only once, either.
        if coverage is not None and coverage >= limits.coverage and (self._is_complete or self._is_exhausted()):
            self.harvest.ending = f"nearly all records are known (by estimate {coverage:.1%})"
            return True
        return False

    def _is_exhausted(self) -> bool:
        """Whether few records were hit only once, and the best query would hardly bring anything."""
        best = self.pool.best()
        if any(paused.gain >= _LITTLE for paused in self._paused):
            return False
        return self.pool.unseen <= _MAX_SINGLE_HITS and (best is None or best[1] < _LITTLE)

    async def _list_everything(self) -> None:
        """Follow the pages of a search without a query."""
        idle = shown = 0
        has_ended = True
        pages = 0
        listed: set[int] = set()
        async for result in self.session.result_pages((), self._rule):
            pages += 1
            numbers, new = self.records.add(result.records, ())
            self._learn(new)
            shown += len(numbers)
            listed.update(numbers)
            self._save_progress()
            idle = 0 if new else idle + 1
            if idle >= _MAX_IDLE_PAGES and shown > 3 * len(self.records.records):
                has_ended = False
                break
        if pages >= self.session.limits.max_pages_per_query:
            has_ended = False
            self.harvest.notes.append(f"An empty query has more than {pages:,} pages; the rest was left out.")
        # Records that are on several pages have moved while the pages were read, and others with them.
        has_moved = shown > len(listed)
        self._is_complete = has_ended and not has_moved and shown > (self.harvest.behaviour.page_size or 0)
        self.captures.known = len(self.records.records)

    async def _ask(self, query: Query, paused: _Paused | None = None) -> None:
        """Ask a query, or continue a paused one, and follow its pages while they are worth their requests."""
        before = len(self.records.records)
        total = paused.total if paused is not None else self.pool.begin(query)
        earlier = paused.shown if paused is not None else []
        shown: list[int] = []
        ended = True
        pages = 0
        async for result in self.session.result_pages(query, self._rule, paused.next_page if paused else ""):
            pages += 1
            numbers, new = self.records.add(result.records, query)
            if numbers and set(numbers) <= {*earlier, *shown}:
                break  # the same page again
            shown += numbers
            self._learn(new)
            self._save_progress()
            share = self._found_first(query, numbers) / max(1, len(numbers))
            if pages == 1 and paused is not None and paused.is_stale:
                self._later_share = 0.7 * self._later_share + 0.3 * share
            is_stale = pages == 1 and paused is None and share < _STALE
            if is_stale:
                share = max(share, self._later_share)
            # The longer a list was, the longer it may still be, whatever was estimated.
            read = len(earlier) + len(shown)
            rest = max(total - read, _LEAST_REST * read)
            gain = _NEXT_PAGE * share * min(len(numbers), rest)
            if result.links and not self._is_worth_more(query, gain):
                ended = False
                if new or not self._is_complete:
                    self._paused.append(_Paused(query, result.links[0], gain, [*earlier, *shown], total, is_stale))
                break
        if pages >= self.session.limits.max_pages_per_query:
            self.harvest.notes.append(f"A query has more than {pages:,} pages; the rest was left out.")
        found = len(self.records.records) - before
        self.captures.add(len(set(shown)), found)
        self.captures.known = len(self.records.records)
        self.pool.record_answer(query, sorted(set(shown)), found, pages)
        if ended:
            self._look_for_cap(query, len(shown) + len(earlier))

    def _found_first(self, query: Query, numbers: Iterable[int]) -> int:
        """How many records no other query has found before: probing may have asked this one, too."""
        return sum(self.records.records[number].found_by == query for number in numbers)

    def _is_worth_more(self, query: Query, gain: float) -> bool:
        """Whether the next page is likely to bring as much as the next query."""
        if self._is_complete:
            return gain > 0
        self.pool.asked.add(query)
        known = self.pool.matching.pop(query, None)
        best = self.pool.best()
        if known is not None:
            self.pool.matching[query] = known
        return best is None or gain >= min(best[1], _NEXT_PAGE * self.pool.page_size)

    def _look_for_cap(self, query: Query, number: int) -> None:
        """Notice if several queries have the same large number of results: the search shows no more."""
        page_size = self.harvest.behaviour.page_size or 0
        if number < page_size or number < 2:
            return
        self._totals[number] += 1
        top = max(self._totals)
        if self._totals[top] >= (_CAPPED_PAGED_QUERIES if self.harvest.behaviour.has_paging else _CAPPED_QUERIES):
            self.harvest.behaviour.max_results = self.pool.max_results = top
        if self.pool.max_results == number and self.harvest.behaviour.combination == "and":
            self.source.combines = True
            word = query[0][1]
            if query[0][0] == self.source.main and " " not in word and word not in self.source.overflowing:
                self.source.overflowing.add(word)
                self._learn(range(len(self.records.records)))

    def _learn(self, numbers: Iterable[int]) -> None:
        """Add the queries that records suggest."""
        for number in numbers:
            fields = self._schema.read(self.records.records[number].raw)
            self.pool.add_record(number, self.source.queries(fields))

    def _save_progress(self) -> None:
        if len(self.records.records) >= max(self._reported + _REPORT_EVERY, self._reported * _REPORT_GROWTH):
            self._reported = len(self.records.records)
            self._report()

    @property
    def _rule(self) -> RecordRule:
        assert self.harvest.rule is not None
        return self.harvest.rule
