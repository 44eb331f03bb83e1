"""Asking a search form, within limits: requests, failures in a row, pages per query."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from ...dom import Page
from ...errors import SearchEnded
from ...urls import normalize
from ..forms.form import Form
from ..forms.submission import FormRequest, submit
from ..records.find_records import RecordRule
from ..records.result_page import ResultPage, read_result_page
from .error_pattern import ErrorPattern
from .query_choice import Query

__all__ = ["Answer", "ExplorationLimits", "FetchPage", "ProbedQuery", "SearchSession"]

#: Downloads a page; ``None`` if that fails or is not allowed.
FetchPage = Callable[[FormRequest], Awaitable[Page | None]]


@dataclass(frozen=True, slots=True)
class ExplorationLimits:
    """What an exploration may cost."""

    max_requests: int = 1000
    #: Share of the requests that may be spent on understanding the search before it is harvested.
    max_probing: float = 0.3
    max_pages_per_query: int = 500
    max_records: int = 500_000
    #: The exploration ends after this many requests in a row without an answer.
    max_failures: int = 4
    #: The harvest ends when this share of all records is known, by estimate.
    coverage: float = 0.985
    #: It also ends when a request is expected to bring fewer new records than this.
    least_gain: float = 0.1
    #: Whether to fetch the pages of single records, if they say more than the result pages.
    details: bool = True
    allow_post: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The page that answers a query."""

    query: Query
    page: Page

    @property
    def terms(self) -> tuple[str, ...]:
        """The values that were submitted."""
        return tuple(value for _, value in self.query if value)


@dataclass(frozen=True, slots=True)
class ProbedQuery:
    """A query that was asked while probing: the records on its first page, and its next page."""

    query: Query
    shown: tuple[int, ...]
    new: int
    next_page: str


class SearchSession:
    """Submits a form and follows result pages, and counts what that costs."""

    def __init__(self, form: Form, fetch: FetchPage, limits: ExplorationLimits) -> None:
        self.form = form
        self.limits = limits
        self.requests = 0
        self.failures = 0
        #: The further page of results that was asked for last, if it could not be fetched.
        self.failed_page = ""
        #: How the search reports that it found nothing: records on such a page are recommendations.
        self.error: ErrorPattern | None = None
        #: Queries whose first page need not be fetched again.
        self.probed: list[ProbedQuery] = []
        self._failed_in_a_row = 0
        self._fetch = fetch

    async def fetch(self, request: FormRequest) -> Page | None:
        """Download a page; raises ``SearchEnded`` if the budget is spent or nothing answers any more."""
        if self.requests >= self.limits.max_requests:
            raise SearchEnded(f"the budget of {self.limits.max_requests:,} requests is spent")
        self.requests += 1
        page = await self._fetch(request)
        if page is not None:
            self._failed_in_a_row = 0
            return page
        self.failures += 1
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= self.limits.max_failures:
            raise SearchEnded(f"the search has not answered {self._failed_in_a_row} requests in a row")
        return None

    async def ask(self, values: Mapping[str, str]) -> Answer | None:
        """Submit the form with these values."""
        request = submit(self.form, values, allow_post=self.limits.allow_post)
        page = await self.fetch(request)
        return None if page is None else Answer(tuple(sorted(values.items())), page)

    def note_probed(self, query: Query, shown: Sequence[int], new: Sequence[int], links: Sequence[str]) -> None:
        """Remember what the first page of a query has shown."""
        if shown and len(query) == 1 and all(one.query != query for one in self.probed):
            self.probed.append(ProbedQuery(query, tuple(shown), len(new), links[0] if links else ""))

    def read(self, page: Page, rule: RecordRule, terms: Sequence[str]) -> ResultPage:
        """Read a result page; one that reports that nothing was found has no records."""
        if self.error is not None and self.error.matches(page, " ".join(terms)):
            return ResultPage((), (), ())
        return read_result_page(page, rule, terms)

    async def result_pages(self, query: Query, rule: RecordRule, start: str = "") -> AsyncIterator[ResultPage]:
        """The result pages of a query, or those from ``start`` on. Ends when a page has no records or is repeated."""
        self.failed_page = ""
        if start:
            page = await self._further_page(start)
        else:
            answer = await self.ask(dict(query))
            page = answer.page if answer is not None else None
        visited: set[str] = set()
        number = 0
        while page is not None:
            number += 1
            visited.add(normalize(page.url) or page.url)
            result = self.read(page, rule, [value for _, value in query if value])
            yield result
            if not result.records or number >= self.limits.max_pages_per_query:
                return
            following = [url for url in result.links if (normalize(url) or url) not in visited]
            if not following:
                return
            visited.add(normalize(following[0]) or following[0])
            page = await self._further_page(following[0])

    async def _further_page(self, url: str) -> Page | None:
        page = await self.fetch(FormRequest(url))
        self.failed_page = url if page is None else ""
        return page
