"""The search over posts in an SQL database: keeps the index up to date, and asks it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy import text as sql

from ...errors import StoreError, UsageError
from ...unicode_repair import clean_text
from ..search_interface import SearchQuery, SearchResult
from ..statements import Run, begin_writing
from ..tables import posts
from .backend import Candidate, Match, SearchBackend
from .documents import date_range, document_of, filter_tokens, first_number
from .fts5 import Fts5Backend
from .hits import hit_of
from .snippets import TermMatcher
from .tsvector import TsvectorBackend
from .words_query import parse_words

__all__ = ["SqlSearch", "create_search_tables"]

_logger = logging.getLogger(__name__)

_BATCH = 200
"""Posts that are indexed in one transaction. Many at once cost much less per post than one."""

_AT_ONCE = 20
"""Posts of a transaction whose texts are in memory at once."""

_BACKLOG = 5_000
"""More posts than that are not indexed without saying so."""

_RANKED = 2_000
_RANKED_BY_TITLE = 500
"""Matching posts that are ranked: the newest, and the newest with the words in their titles."""

_COUNTED = 10_000
"""Matching posts that are counted."""

_TEXT_COLUMNS = [
    posts.c[name]
    for name in ("id", "url", "blog", "title", "authors", "published", "language", "tags", "text", "comments", "posts")
]
_PLACES = ("all", "posts", "comments")


def create_search_tables(connection: Connection, existing_posts: bool) -> None:
    """Create the tables of the search index; ``existing_posts`` are queued for it."""
    backend = _backend(connection.dialect.name)
    backend.create(connection)
    if existing_posts:
        backend.clear(connection)


def _backend(dialect: str) -> SearchBackend:
    return Fts5Backend() if dialect == "sqlite" else TsvectorBackend()


class SqlSearch:
    """Indexes posts and searches them.

    Triggers of the database put every post that is saved, changed or removed into a queue, in the same transaction.
    Posts are indexed from the queue in batches: when the store is closed, and before a search, which therefore finds
    everything.
    """

    def __init__(self, run: Run, dialect: str) -> None:
        self._run = run
        self._backend = _backend(dialect)
        self._saved = 0

    def note_saved(self, number: int) -> None:
        """Call this after posts were saved."""
        self._saved += number

    def close(self) -> None:
        """Index as many posts as have been saved; a backlog beyond them is left for the next search."""
        try:
            for _ in range(-(-self._saved // _BATCH)):
                self._index_batch()
        except StoreError as error:  # they are saved, and stay in the queue
            _logger.warning("The newest posts will be indexed by the next search: %s", error)

    def rebuild(self, progress: Callable[[int], None] | None) -> int:
        def clear(connection: Connection) -> None:
            begin_writing(connection)
            self._backend.clear(connection)

        self._run(clear)
        return self._catch_up(progress)

    def search(self, query: SearchQuery, blog: str | None, limit: int, offset: int) -> SearchResult:
        """Posts that match; ``blog`` is the full address of the query's blog."""
        if query.where not in _PLACES:
            raise UsageError(f"{query.where} is not one of {', '.join(_PLACES)}")
        query = _cleaned(query)
        words = query.words
        parsed = parse_words(words)
        first, end = date_range(query.since, query.until)
        match = Match(parsed, query.where, tuple(filter_tokens(query, blog)), first, end)
        self._index_new_posts()
        if words.strip() and not (parsed.required or parsed.excluded):
            return SearchResult((), 0, True)

        def work(connection: Connection) -> SearchResult:
            found, total, is_exact = self._find(connection, match, max(limit, 0), max(offset, 0))
            rows = _rows(connection, [one.post_id for one in found])
            matcher = TermMatcher(parsed.required)
            hits = [hit_of(rows[one.post_id], matcher, query.where) for one in found if one.post_id in rows]
            return SearchResult(tuple(hits), total, is_exact)

        return self._run(work)

    def _find(
        self, connection: Connection, match: Match, limit: int, offset: int
    ) -> tuple[Sequence[Candidate], int, bool]:
        """One page of candidates, the number of all, and whether that number is exact."""
        if not match.words.required:
            found: Sequence[Candidate] = self._backend.newest(connection, match, limit, offset)
            return found, *self._total(connection, match, offset + len(found) if len(found) < limit and found else None)
        newest = self._backend.newest(connection, match, _RANKED)
        if len(newest) < _RANKED:
            return self._by_score(connection, match, newest, ())[offset : offset + limit], len(newest), True
        titles = self._with_titles(connection, match)
        best = self._by_score(connection, match, newest, titles)
        page = best[offset : offset + limit]
        if len(page) < limit:  # beyond the ranked ones: the others, newest first
            ranked = {one.post_id for one in titles}
            skipped, missing = max(0, offset - len(best)), limit - len(page)
            older = self._backend.newest(connection, match, skipped + missing + len(ranked), _RANKED)
            page += [one for one in older if one.post_id not in ranked][skipped : skipped + missing]
        return page, *self._total(connection, match, None)

    def _with_titles(self, connection: Connection, match: Match) -> list[Candidate]:
        """The newest candidates with the words in their titles: they may be older than those that are ranked."""
        if match.where == "comments" or match.words.excluded:  # what is excluded may be elsewhere in the post
            return []
        return self._backend.newest(connection, replace(match, where="title"), _RANKED_BY_TITLE)

    def _total(self, connection: Connection, match: Match, known: int | None) -> tuple[int, bool]:
        if known is not None:
            return known, True
        counted = self._backend.count(connection, match, _COUNTED + 1)
        return min(counted, _COUNTED), counted <= _COUNTED

    def _by_score(
        self, connection: Connection, match: Match, newest: Sequence[Candidate], titles: Sequence[Candidate]
    ) -> list[Candidate]:
        found = list(dict.fromkeys((*newest, *titles)))
        scores = self._backend.scores(connection, match, found) or {one.post_id: 1.0 for one in titles}
        return sorted(found, key=lambda one: (scores.get(one.post_id, 0.0), one.number), reverse=True)

    def _index_new_posts(self) -> None:
        """Index everything that is queued. What cannot be indexed (the database is read-only) is not found."""
        queued = "SELECT count(*) FROM (SELECT 1 FROM search_queue LIMIT :limit) AS queued"
        backlog = self._run(lambda connection: connection.scalar(sql(queued), {"limit": _BACKLOG})) or 0
        if not backlog:
            return
        if backlog == _BACKLOG:
            backlog = self._run(lambda connection: connection.scalar(sql("SELECT count(*) FROM search_queue"))) or 0
            _logger.warning("Indexing %s posts for search. This happens once and may take a while.", f"{backlog:,}")
        try:
            self._catch_up(_log_progress(backlog) if backlog > _BACKLOG else None)
        except StoreError as error:
            _logger.warning("The newest posts are missing from the results, because they cannot be indexed: %s", error)

    def _catch_up(self, progress: Callable[[int], None] | None) -> int:
        total = 0
        while number := self._index_batch():
            total += number
            if progress is not None:
                progress(total)
        return total

    def _index_batch(self) -> int:
        """Index some of the queued posts, in one transaction; returns the number of posts taken from the queue."""

        def work(connection: Connection) -> int:
            begin_writing(connection)
            taken = _by_date(connection, self._backend.take(connection, _BATCH))
            if self._backend.remove(connection, taken):
                return len(taken)
            for start in range(0, len(taken), _AT_ONCE):
                some = taken[start : start + _AT_ONCE]
                documents = {key: document_of(row) for key, row in _rows(connection, some).items()}
                self._backend.add(connection, documents)
            return len(taken)

        return self._run(work)


def _cleaned(query: SearchQuery) -> SearchQuery:
    """The query, with text that any database accepts."""
    author, tag, language = (text and clean_text(text) for text in (query.author, query.tag, query.language))
    return replace(query, words=clean_text(query.words), author=author, tag=tag, language=language)


def _rows(connection: Connection, ids: Iterable[int]) -> dict[int, Mapping[str, Any]]:
    """The rows of posts, by id."""
    found = connection.execute(select(*_TEXT_COLUMNS).where(posts.c.id.in_(list(ids)))).mappings()
    return {row["id"]: dict(row) for row in found}


def _by_date(connection: Connection, ids: Sequence[int]) -> list[int]:
    """The ids of posts in the order of their documents, which is the fastest to write; removed posts come first."""
    dates = connection.execute(select(posts.c.id, posts.c.published).where(posts.c.id.in_(ids)))
    numbers = {post_id: first_number(published) for post_id, published in dates}
    return sorted(ids, key=lambda post_id: numbers.get(post_id, 0))


def _log_progress(backlog: int) -> Callable[[int], None]:
    """Logs after every tenth of the posts."""
    step = max(1, backlog // 10)

    def log(done: int) -> None:
        if done // step > (done - _BATCH) // step:
            _logger.warning("Indexed %s of %s posts", f"{done:,}", f"{max(backlog, done):,}")

    return log
