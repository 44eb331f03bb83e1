"""The search index in SQLite: a full-text index (FTS5) without a copy of the texts."""

# ruff: noqa: S608 - queries are built from constants only; expressions are parameters

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection

from .backend import Candidate, Match
from .documents import ANY_POST, SearchDocument, number_ranges
from .tokens import indexed_text
from .words_query import Term, WordsQuery

__all__ = ["Fts5Backend"]

_COLUMNS = {
    "all": "{title names text comments}",
    "posts": "{title names text}",
    "comments": "{comments}",
    "title": "{title}",
}
_WEIGHTS = "10.0, 5.0, 1.0, 0.3, 0.0"
"""Of title, authors and tags, text, comments; filters do not count."""

_COMMON = 20_000
"""Documents with a word from which on it does not count for ranking: to weigh it, bm25 would read all of them."""

_MEMORY = 32 << 20
"""Bytes of index that are collected in memory. The more, the less must be merged later."""

_SMALL = 5_000
"""Documents of an index that takes a few seconds to build again."""

_INDEXED_COLUMNS = "blog, title, authors, published, language, tags, text, comments, posts"

# The index has no copy of the texts, so SQLite before 3.43 cannot delete from it. The documents of removed and changed
# posts stay in it, but have no post any more.
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS search_queue (post_id INTEGER PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS search_documents (number INTEGER PRIMARY KEY, post_id INTEGER)",
    "CREATE INDEX IF NOT EXISTS search_documents_by_post ON search_documents (post_id)",
    "CREATE VIRTUAL TABLE IF NOT EXISTS search_index USING"
    " fts5(title, names, text, comments, filters, content='', tokenize='ascii')",
    f"INSERT INTO search_index (search_index, rank) VALUES ('hashsize', {_MEMORY})",
    *(
        f"CREATE TRIGGER IF NOT EXISTS search_{name} AFTER {event} ON posts BEGIN"
        f" INSERT INTO search_queue SELECT {row}.id WHERE {row}.id NOT IN (SELECT post_id FROM search_queue); END"
        for name, event, row in (
            ("added", "INSERT", "new"),
            ("changed", f"UPDATE OF {_INDEXED_COLUMNS}", "new"),
            ("removed", "DELETE", "old"),
        )
    ),
)


class Fts5Backend:
    """Implements :class:`~.backend.SearchBackend`. The rows of the index have the numbers of documents as ids."""

    def create(self, connection: Connection) -> None:
        for statement in _SCHEMA:
            connection.exec_driver_sql(statement)

    def clear(self, connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO search_index (search_index) VALUES ('delete-all')")
        connection.exec_driver_sql("DELETE FROM search_documents")
        connection.exec_driver_sql("DELETE FROM search_queue")
        connection.exec_driver_sql("INSERT INTO search_queue SELECT id FROM posts")

    def take(self, connection: Connection, limit: int) -> list[int]:
        taken = "SELECT post_id FROM search_queue ORDER BY post_id LIMIT ?"
        found = [row[0] for row in connection.exec_driver_sql(taken, (limit,))]
        if found:
            connection.exec_driver_sql(
                "DELETE FROM search_queue WHERE post_id IN (SELECT value FROM json_each(?))", (json.dumps(found),)
            )
        return found

    def remove(self, connection: Connection, ids: Sequence[int]) -> bool:
        dropped = "UPDATE search_documents SET post_id = NULL WHERE post_id IN (SELECT value FROM json_each(?))"
        stale = connection.exec_driver_sql(dropped, (json.dumps(list(ids)),)).rowcount
        if not stale or not _is_too_stale(connection, stale):
            return False
        self.clear(connection)
        return True

    def add(self, connection: Connection, documents: dict[int, SearchDocument]) -> None:
        numbered = _numbered(connection, documents)
        if numbered:
            numbers = [(number, post_id) for number, post_id, _ in numbered]
            connection.exec_driver_sql("INSERT INTO search_documents VALUES (?, ?)", numbers)
            insert = "INSERT INTO search_index (rowid, title, names, text, comments, filters) VALUES (?, ?, ?, ?, ?, ?)"
            # One by one: the texts as they are indexed are as long as the posts.
            driver: Any = connection.connection.driver_connection
            driver.executemany(insert, (_index_row(number, one) for number, _, one in numbered))

    def newest(self, connection: Connection, match: Match, limit: int, offset: int = 0) -> list[Candidate]:
        query, parameters = _matching("number, post_id", match)
        found = _rows(connection, f"{query} ORDER BY number DESC LIMIT ? OFFSET ?", (*parameters, limit, offset))
        return [Candidate(*row) for row in found]

    def count(self, connection: Connection, match: Match, limit: int) -> int:
        query, parameters = _matching("1", match)
        counted = f"SELECT count(*) FROM ({query} LIMIT ?)"
        return int(connection.exec_driver_sql(counted, (*parameters, limit)).scalar_one())

    def scores(self, connection: Connection, match: Match, candidates: Sequence[Candidate]) -> dict[int, float]:
        rare = tuple(term for term in match.words.required if _is_rare(connection, match.where, term))
        if not rare or not candidates:
            return {}
        numbers = {one.number: one.post_id for one in candidates}
        # The plus sign makes SQLite read the index once and compare, instead of asking it for each candidate.
        ranked = (
            f"SELECT rowid, bm25(search_index, {_WEIGHTS}) FROM search_index WHERE search_index MATCH ?"
            " AND rowid BETWEEN ? AND ? AND +rowid IN (SELECT value FROM json_each(?))"
        )
        words = _words_expression(WordsQuery(rare), match.where)
        found = _rows(connection, ranked, (words, min(numbers), max(numbers), json.dumps(list(numbers))))
        return {numbers[number]: -score for number, score in found}


def _rows(connection: Connection, query: str, parameters: tuple[Any, ...]) -> list[Any]:
    """The rows of a query, from the driver itself: SQLAlchemy takes longer for thousands of rows than SQLite."""
    driver: Any = connection.connection.driver_connection
    rows: list[Any] = driver.execute(query, parameters).fetchall()
    return rows


def _index_row(number: int, one: SearchDocument) -> tuple[Any, ...]:
    return (number, *map(indexed_text, (one.title, one.names, one.text, one.comments)), one.filters)


def _numbered(connection: Connection, added: dict[int, SearchDocument]) -> list[tuple[int, int, SearchDocument]]:
    """Number, post id and document, by number: FTS5 collects documents in memory as long as their numbers rise."""
    used: dict[range, int] = {}
    found = []
    for post_id, document in added.items():
        for numbers in number_ranges(document.first_number):
            last = used[numbers] if numbers in used else _last_number(connection, numbers)
            used[numbers] = last
            if last + 1 in numbers:
                used[numbers] = last + 1
                found.append((last + 1, post_id, document))
                break
    return sorted(found, key=lambda one: one[0])


def _last_number(connection: Connection, numbers: range) -> int:
    """The last of these numbers that is in use."""
    query = "SELECT max(number) FROM search_documents WHERE number BETWEEN ? AND ?"
    ((last,),) = _rows(connection, query, (numbers.start, numbers.stop - 1))
    return numbers.start - 1 if last is None else int(last)


def _is_too_stale(connection: Connection, replaced: int) -> bool:
    """Whether building the index again is worth it: soon for a small index, which otherwise grows with every change.

    ``replaced`` documents were just removed and will be added again.
    """
    counted = "SELECT count(*), count(post_id) FROM search_documents"
    every, current = map(int, connection.exec_driver_sql(counted).one())
    stale, current = every - current, current + replaced
    return stale > current / 8 if current <= _SMALL else stale > 1000 + current


def _is_rare(connection: Connection, where: str, term: Term) -> bool:
    counted = "SELECT count(*) FROM (SELECT 1 FROM search_index WHERE search_index MATCH ? LIMIT ?)"
    words = _words_expression(WordsQuery((term,)), where)
    return int(connection.exec_driver_sql(counted, (words, _COMMON)).scalar_one()) < _COMMON


def _matching(columns: str, match: Match) -> tuple[str, tuple[Any, ...]]:
    """The query for documents that match, and its parameters."""
    numbers = "number >= ? AND number < ? AND post_id IS NOT NULL"
    expression = _expression(match)
    if not expression:
        return f"SELECT {columns} FROM search_documents WHERE {numbers}", (match.first, match.end)
    # With CROSS JOIN, SQLite reads the index first, newest first, and stops as soon as it has enough.
    query = (
        f"SELECT {columns} FROM (SELECT rowid AS number FROM search_index WHERE search_index MATCH ?"
        f" AND rowid >= ? AND rowid < ?) CROSS JOIN search_documents USING (number) WHERE post_id IS NOT NULL"
    )
    return query, (expression, match.first, match.end)


def _expression(match: Match) -> str:
    """The expression in the language of FTS5; empty if every document matches."""
    parts = [f'filters : "{token}"' for token in match.filters]
    if match.words.required:
        parts.append(_words_expression(match.words, match.where))
    elif match.words.excluded and not parts:
        parts.append(f'filters : "{ANY_POST}"')
    required = " AND ".join(f"({part})" for part in parts)
    if not match.words.excluded:
        return required
    return f"({required}) NOT {_COLUMNS[match.where]} : ({_terms(match.words.excluded, ' OR ')})"


def _words_expression(words: WordsQuery, where: str) -> str:
    return f"{_COLUMNS[where]} : ({_terms(words.required, ' AND ')})"


def _terms(terms: Iterable[Term], operator: str) -> str:
    # Tokens are letters and digits, so they need no escaping.
    return operator.join(f'"{" ".join(term.tokens)}"{" *" if term.last_is_prefix else ""}' for term in terms)
