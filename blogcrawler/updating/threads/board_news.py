"""Threads that a forum's lists show as new, changed or missing."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from scrapy.http import Response, TextResponse

from ...dates import parse_instant
from ...errors import NotFetched
from ...faults import attempt
from ...feeds import SHORTEST, left_out
from ...forum import (
    BOARD,
    KnownLinks,
    ListReading,
    ListRow,
    RowColumns,
    covered_lists,
    is_board_due,
    is_sorted_by_activity,
    is_whole_due,
    list_links,
    moved_up,
    paged,
    postpone_whole,
    read_list,
    record_dates,
    record_marks,
    relearn_list,
    set_next_reading,
)
from ...http import forget_validators, is_html, record_trust, to_page
from ...items import PostState, ThreadSummary, WatchedDocument
from ...urls import page_key
from ..context import VisitState
from ..document_request import request_document
from ..feeds.feed_news import unlisted_posts
from ..intents import Download, FetchPost, ListPosts, LookUpPosts, LookUpThreads, Steps
from .thread_fetch import save_knowledge

__all__ = ["BoardNews", "changed_rows"]

logger = logging.getLogger(__name__)

#: Pages of a list and lists to read in one visit.
_MAX_PAGES, _MAX_LISTS = 500, 500
#: Lists that have a smaller share of the known threads say nothing about those that they leave out.
_MIN_LISTED_SHARE = 0.5
#: Threads to check in one visit because no list has them any more.
_MAX_MISSING = 50


class BoardNews:
    """Reads the lists of a forum. ``posts`` are the threads to fetch.

    First the home page, with a conditional request: it shows which lists have changed, or which threads. Of a list
    sorted by activity, pages are read as long as they have news; once a day, and less often while nothing is missing,
    all lists are read to their ends, to notice threads that are gone.
    """

    def __init__(self, visit: VisitState) -> None:
        self._visit = visit
        home = visit.blog.url
        is_first = home not in visit.documents
        self.home = visit.documents.setdefault(home, WatchedDocument(home, home, BOARD))
        self._whole = is_first or is_whole_due(self.home, visit.now()) or visit.since is not None
        self._posts: dict[str, FetchPost] = {}
        self._listed: dict[str, set[str]] = {}
        self._waiting: dict[str, WatchedDocument] = {}
        self._read: set[str] = set()
        self._is_complete = True

    @property
    def posts(self) -> list[FetchPost]:
        """The threads to fetch."""
        return list(self._posts.values())

    def read(self) -> Steps[None]:
        """Read the lists. A quiet forum costs one request."""
        yield from self._read_list(self.home)
        now = self._visit.now()
        for document in list(self._boards()):
            is_quiet = bool(document.facts.get("row")) and not self._whole
            if not is_quiet and (self._whole or is_board_due(document, now)):
                self._wait_for(document)
        while self._waiting and len(self._read) < _MAX_LISTS:
            _, document = self._waiting.popitem()
            yield from self._read_list(document)
        if self._whole:
            yield from self._find_missing()
        for document in self._boards():
            record_dates(self.home, document.facts.get("dates", ()))
        set_next_reading(self.home, now)

    def settle(self, failed: Iterable[str]) -> None:
        """Forget what lists say about threads that could not be fetched, or are gone: the next visit compares again."""
        keys = set(map(page_key, failed))
        for document in (self.home, *self._boards()):
            if keys.intersection(document.reading):
                forget_validators(document)
                document.reading = {key: mark for key, mark in document.reading.items() if key not in keys}

    def next_reading(self) -> datetime:
        """When the first list is due; those whose changes the home page shows need not be read by themselves."""
        now = self._visit.now()
        alone = [one for one in self._boards() if not one.facts.get("row")]
        moments = [parse_instant(one.due) for one in (self.home, *alone)]
        return max(min((moment for moment in moments if moment), default=now), now + SHORTEST)

    def _boards(self) -> list[WatchedDocument]:
        """The watched lists besides the home page, without those that the home page covers."""
        boards = [one for one in self._visit.documents.values() if one.kind == BOARD and one is not self.home]
        return [one for one in boards if not one.facts.get("covered")]

    def _wait_for(self, document: WatchedDocument) -> None:
        if document.url not in self._read:
            self._waiting.setdefault(document.url, document)

    # --- one list ---------------------------------------------------------------------------------------------

    def _read_list(self, document: WatchedDocument) -> Steps[None]:
        self._read.add(document.url)
        is_home, whole = document is self.home, self._whole or not document.checked
        try:
            answer = yield from request_document(document, self._visit, whole)
            if answer.response is not None and answer.response.status >= 400:
                raise NotFetched(f"{document.url} answers with HTTP {answer.response.status}")
        except NotFetched as error:
            if is_home:
                raise
            logger.info("%s", error)
            forget_validators(document)
            self._is_complete = False
            return
        if answer.response is None:
            set_next_reading(document, self._visit.now(), document.facts.get("size"))
            return
        before = len(self._posts)
        yield from self._read_pages(document, answer.response, whole)
        record_trust(document, answer, len(self._posts) > before, self._visit.now())

    def _read_pages(self, document: WatchedDocument, response: Response, whole: bool) -> Steps[None]:
        """Read the pages of a list as long as they have news, or to the last one."""
        before, seen = list(document.reading), {page_key(response.url)}
        marks: dict[str, str] = {}
        same: set[str] = set()
        dates: list[str | None] = []
        for number in range(_MAX_PAGES):
            reading = yield from self._list_in(response, document)
            if reading is None:
                self._is_complete = False
                break
            if number == 0:
                self._note_lists(reading.lists)
            summaries: dict[str, ThreadSummary] = yield LookUpThreads([row.url for row in reading.threads])
            changed = yield from self._compare(document, reading.threads, summaries, marks, is_first=number == 0)
            same |= {page_key(row.url) for row in reading.threads if row.url not in changed}
            dates += [summaries[row.url].last for row in reading.threads if row.url in summaries]
            url = next((one for one in reading.further if page_key(one) not in seen), None)
            if url is None:
                whole = whole or number == 0
                break
            if not (whole or changed):
                break
            seen.add(page_key(url))
            try:
                response = yield Download(url)
            except NotFetched:
                self._is_complete = False
                break
        self._listed[document.url] = set(marks)
        missing = left_out([key for key in before if key in same or key not in marks], same)
        states: dict[str, PostState] = yield LookUpPosts(missing)
        self._add(unlisted_posts(states.values()))
        record_marks(document, marks, is_whole=whole and self._is_complete)
        record_dates(document, dates)
        set_next_reading(document, self._visit.now(), document.facts.get("size"))

    def _list_in(self, response: Response, document: WatchedDocument) -> Steps[ListReading | None]:
        """What a page of a list says; ``None`` if it is not a page. If its actions fail, new ones are learned."""
        if response.status >= 400 or not isinstance(response, TextResponse) or not is_html(response):
            return None
        blog, page = self._visit.known, to_page(response)
        urls = list_links(page, blog)
        states: dict[str, PostState] = yield LookUpPosts(urls)
        boards = {paged(one.url)[0] for one in self._boards()}
        known = KnownLinks([url for url in urls if url in states], [url for url in urls if paged(url)[0] in boards])
        application = blog.knowledge.application
        named = str(document.facts.get("level") or "")
        level = blog.knowledge.level(response, page) or (application.level(named) if application and named else None)
        if level is not None and level.terminal:
            level = application.level("threads") if application else None
        if level is not None:
            document.facts = document.facts | {"level": level.name}
        reading: ListReading | None = attempt("links", page.url, None, read_list, page, level, blog, known)
        if reading is not None and reading.is_failing and level is not None:
            learned = attempt("link_repair", page.url, [], relearn_list, page, level, blog, known)
            if learned:
                blog.knowledge.learn(learned)
                yield from save_knowledge(self._visit)
                level = blog.knowledge.application.level(level.name) if blog.knowledge.application else level
                reading = attempt("links", page.url, reading, read_list, page, level, blog, known)
        return reading

    def _note_lists(self, rows: Iterable[ListRow]) -> None:
        """Decide which of the lists that a list links to are to be read: new ones, and those that have changed."""
        documents = {paged(one.url)[0]: one for one in self._visit.documents.values() if one.kind == BOARD}
        for row in rows:
            document = documents.get(paged(row.url)[0])
            mark = row.mark()
            if document is None:
                url = self._visit.blog.url
                document = self._visit.documents[row.url] = WatchedDocument(url, row.url, BOARD, facts={"row": mark})
                self._wait_for(document)
            elif document in self._boards() and document.facts.get("row") != mark:
                document.facts = document.facts | {"row": mark}
                self._wait_for(document)

    def _compare(
        self,
        document: WatchedDocument,
        rows: Sequence[ListRow],
        summaries: Mapping[str, ThreadSummary],
        marks: dict[str, str],
        is_first: bool,
    ) -> Steps[set[str]]:
        """Compare the rows of a page with what is stored; returns the URLs of threads with news."""
        remembered = RowColumns.from_record(document.facts.get("columns", {}))
        columns = RowColumns.learn(rows, summaries).or_else(remembered)
        is_sorted = is_sorted_by_activity(rows, summaries)
        if is_first:
            document.facts = document.facts | {"columns": columns.record(), "sorted": is_sorted, "size": len(rows)}
            if not is_sorted:
                self.home.facts = self.home.facts | {"sorted": False}
        states: dict[str, PostState] = yield LookUpPosts([row.url for row in rows])
        found = changed_rows(rows, summaries, states, columns, document.reading, is_sorted)
        news = (row for row in rows if row.url in found)
        self._add(FetchPost(row.url, None, states.get(row.url), messages=columns.messages(row)) for row in news)
        marks |= {page_key(row.url): columns.mark(row) for row in rows if page_key(row.url) not in marks}
        return found

    def _add(self, posts: Iterable[FetchPost]) -> None:
        for post in posts:
            self._posts.setdefault(page_key(post.url), post)

    # --- all lists --------------------------------------------------------------------------------------------

    def _find_missing(self) -> Steps[None]:
        """Compare all lists, which were read to their ends, with the stored threads."""
        listed = set().union(*self._listed.values())
        states: list[PostState] = yield ListPosts()
        existing = [state for state in states if state.gone is None]
        missing = [state for state in existing if page_key(state.url) not in listed]
        if self._is_complete and len(existing) - len(missing) >= _MIN_LISTED_SHARE * len(existing):
            self._add(unlisted_posts(missing[:_MAX_MISSING]))
            for url in covered_lists(self._listed, self.home.url):
                document = self._visit.documents[url]
                document.facts = document.facts | {"covered": True}
        postpone_whole(self.home, self._visit.now(), quiet=not missing)


def changed_rows(
    rows: Sequence[ListRow],
    summaries: Mapping[str, ThreadSummary],
    states: Mapping[str, PostState],
    columns: RowColumns,
    before: Mapping[str, str],
    is_sorted: bool,
) -> set[str]:
    """The URLs of threads that are new, have changed, or are back, according to the rows of a list.

    ``before`` is what the list said at the last visit, by key. Where rows say nothing, the order of the list counts.
    """
    keys = {row.url: page_key(row.url) for row in rows}
    moved = moved_up(list(keys.values()), list(before)) if is_sorted else set()
    found = set()
    for row in rows:
        key, summary, state = keys[row.url], summaries.get(row.url), states.get(row.url)
        if summary is None or (state is not None and state.gone):
            has_news = before.get(key) != columns.mark(row)
        else:
            changed = columns.has_changed(row, summary, before.get(key))
            has_news = key in moved if changed is None else changed
        if has_news:
            found.add(row.url)
    return found
