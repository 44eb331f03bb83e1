"""Harvests a search: query after query, until little is left to find."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable

from ...terminal import percent
from ..probing.coverage import CaptureRecord
from ..probing.query_choice import Query, QueryPool, StartedQuery
from ..probing.search_session import SearchSession
from ..records.find_records import RecordRule
from ..records.harvested_records import HarvestedRecords
from ..records.output_schema import learn_schema
from .query_source import QuerySource
from .search_harvest import NEARLY_ALL, SearchHarvest

__all__ = ["QueryHarvest"]

#: The same number of results for this many queries is the most that the search shows; more if it has pages.
_CAPPED_QUERIES, _CAPPED_PAGED_QUERIES = 3, 8
#: What was harvested is reported, to be saved, when it has grown by this number and this factor.
_REPORT_EVERY, _REPORT_GROWTH = 200, 1.5
#: The share of records that only one query has hit, if nearly all are known.
_MAX_SINGLE_HITS = 0.05
#: New records per request that are hardly worth it.
_LITTLE = 0.3
#: Pages in a row without anything new that end a list of everything.
_MAX_IDLE_PAGES = 3
#: The last of the given queries show whether the next ones are worth it.
_GIVEN_TRIED = 10


class QueryHarvest:
    """Asks the most promising query until the estimated coverage is reached or nothing promising is left."""

    def __init__(
        self,
        session: SearchSession,
        records: HarvestedRecords,
        source: QuerySource,
        harvest: SearchHarvest,
        report: Callable[[], None],
        ask_how_words_combine: Callable[[], Awaitable[None]],
    ) -> None:
        self.session, self.records, self.source, self.harvest = session, records, source, harvest
        self.pool = QueryPool(harvest.behaviour.page_size or 10)
        self.captures = CaptureRecord()
        self._report = report
        self._ask_how_words_combine = ask_how_words_combine
        self._reported = 0
        #: Queries by their number of results.
        self._by_total: defaultdict[int, list[Query]] = defaultdict(list)
        self._is_complete = False
        self._schema = learn_schema(records.raws(), records.heads)

    async def run(self, given: Iterable[tuple[str, str]] = ()) -> None:
        """Harvest; ``given`` are queries to begin with, as (field, value)."""
        limits = self.session.limits
        self._learn(range(len(self.records.records)))
        if self.harvest.behaviour.is_stable is not False:
            await self._use_probed()
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
            started, gain = self.pool.best_started() or (None, 0.0)
            if started is not None and gain >= max(expected, limits.least_gain):
                await self._ask(started.query)
            elif best is None:
                self.harvest.ending = "no more queries are left"
                return
            elif expected < limits.least_gain and self.captures.coverage is not None:
                self.harvest.ending = "further queries would bring few new records"
                return
            else:
                await self._ask(best[0])

    async def _use_probed(self) -> None:
        """Count what probing has asked: first pages that are known need not be fetched again."""
        for one in self.session.probed:
            started = self.pool.start(one.query)
            self.pool.add_page(started, one.shown, one.new)
            self.pool.record_answer(one.query, one.shown, one.new)
            started.next_page = one.next_page
            if not one.next_page:
                del self.pool.started[one.query]
                await self._look_for_cap(one.query, len(one.shown))

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
            self.harvest.ending = f"{limits.max_records:,} records are enough"
            return True
        # The last queries may be alike and bring the same records: few records may have been hit only once, either.
        if coverage is not None and coverage >= limits.coverage and (self._is_complete or self._is_exhausted()):
            self.harvest.ending = f"{NEARLY_ALL} (by estimate {percent(coverage, 1)})"
            return True
        return False

    def _is_exhausted(self) -> bool:
        """Whether few records were hit only once, and the best query would hardly bring anything."""
        best = self.pool.best()
        started = self.pool.best_started()
        if started is not None and started[1] >= _LITTLE:
            return False
        least = _LITTLE if self.pool.max_results is None else self.session.limits.least_gain
        return self.pool.unseen <= _MAX_SINGLE_HITS and (best is None or best[1] < least)

    async def _list_everything(self) -> None:
        """Follow the pages of a search without a query. A page that fails is tried once more."""
        idle = shown = 0
        has_ended = True
        pages = 0
        listed: set[int] = set()
        start = ""
        while True:
            async for result in self.session.result_pages((), self._rule, start):
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
            if self.session.failed_page in ("", start):
                break
            start = self.session.failed_page
        if self.session.failed_page:
            has_ended = False
            self.harvest.notes.append(f"Page {pages + 1:,} of an empty query failed; the rest was left out.")
        if pages >= self.session.limits.max_pages_per_query:
            has_ended = False
            self.harvest.notes.append(f"An empty query has more than {pages:,} pages; the rest was left out.")
        # Records that are on several pages have moved while the pages were read, and others with them.
        has_moved = shown > len(listed)
        self._is_complete = has_ended and not has_moved and shown > (self.harvest.behaviour.page_size or 0)
        self.captures.known = len(self.records.records)

    async def _ask(self, query: Query) -> None:
        """Ask a query, or continue with its pages, and follow them while they are worth their requests.

        A page that fails is left for later, once.
        """
        if query in self.pool.asked and query not in self.pool.started:
            return  # probing has asked it, and it has no further pages
        before = len(self.records.records)
        known = query in self.pool.matching
        expected = self.pool.estimated(query) if known else None
        started = self.pool.start(query)
        shown: set[int] = set()
        pages = 0
        ended = True
        async for result in self.session.result_pages(query, self._rule, started.next_page):
            pages += 1
            numbers, new = self.records.add(result.records, query)
            if numbers and set(numbers) <= started.shown:
                break  # the same page again
            shown.update(numbers)
            self.pool.add_page(started, numbers, self._found_first(query, numbers))
            self._learn(new)
            self._save_progress()
            started.next_page = result.links[0] if result.links else ""
            if started.next_page and not (new if self._is_complete else self._is_worth_more(started)):
                ended = False
                break
        if self.session.failed_page not in ("", started.failed_page):
            started.next_page = started.failed_page = self.session.failed_page
            ended = False
        if pages >= self.session.limits.max_pages_per_query:
            self.harvest.notes.append(f"A query has more than {pages:,} pages; the rest was left out.")
        found = len(self.records.records) - before
        self.captures.add(len(shown), found)
        self.captures.known = len(self.records.records)
        self.pool.record_answer(query, sorted(shown), found, expected)
        if ended:
            del self.pool.started[query]
            await self._look_for_cap(query, len(started.shown))

    def _found_first(self, query: Query, numbers: Iterable[int]) -> int:
        """How many records no other query has found before: probing may have asked this one, too."""
        return sum(self.records.records[number].found_by == query for number in numbers)

    def _is_worth_more(self, started: StartedQuery) -> bool:
        """Whether the next page is likely to bring as much as the next query."""
        best = self.pool.best()
        return best is None or self.pool.gain(started) >= best[1]

    async def _look_for_cap(self, query: Query, number: int) -> None:
        """Notice if several queries have the same large number of results: the search shows no more."""
        page_size = self.harvest.behaviour.page_size or 0
        if number < page_size or number < 2:
            return
        self._by_total[number].append(query)
        top = max(self._by_total)
        needed = _CAPPED_PAGED_QUERIES if self.harvest.behaviour.has_paging else _CAPPED_QUERIES
        if len(self._by_total[top]) >= needed:
            self.harvest.behaviour.max_results = self.pool.max_results = top
            before = len(self.records.records)
            await self._ask_how_words_combine()
            self._learn(range(before, len(self.records.records)))
            self.captures.known = len(self.records.records)
        if self.pool.max_results == number and self.harvest.behaviour.combination == "and":
            self.source.combines = True
            cut_off = {one[0][1] for one in self._by_total[number] if one[0][0] == self.source.main}
            new = {word for word in cut_off if " " not in word} - self.source.overflowing
            if new:
                self.source.overflowing |= new
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
