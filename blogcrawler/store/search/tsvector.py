"""The search index in PostgreSQL: a ``tsvector`` per post, made of our own tokens."""

# ruff: noqa: S608 - queries are built from constants only; expressions are parameters

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, text

from .backend import Candidate, Match
from .documents import ANY_POST, SearchDocument
from .tokens import tokens
from .words_query import Term

__all__ = ["TsvectorBackend", "vector_of"]

#: PostgreSQL has four labels for the parts of a document: A for the title, B for names, C for the text, D for comments.
_LABELS = {"all": "", "posts": "ABC", "comments": "D", "title": "A"}
_WEIGHTS = "{0.1, 0.2, 0.5, 1.0}"
"""Of D, C, B and A."""

_LAST_POSITION = 16_383
_MAX_POSITIONS = 255
_MAX_TOKEN = 500
_MAX_VECTOR = 700_000
"""Limits of ``tsvector``; its size is counted generously."""

_GAP = 5
"""Positions between two parts, so that no phrase reaches from one into the other."""

_INDEXED_COLUMNS = "blog, title, authors, published, language, tags, text, comments, posts"

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS search_queue (post_id bigint PRIMARY KEY, changes bigint NOT NULL DEFAULT 0)",
    "CREATE TABLE IF NOT EXISTS search_documents"
    " (post_id bigint PRIMARY KEY, number bigint NOT NULL, vector tsvector NOT NULL)",
    "CREATE INDEX IF NOT EXISTS search_documents_by_number ON search_documents (number, post_id)",
    "CREATE INDEX IF NOT EXISTS search_documents_by_vector ON search_documents USING gin (vector)",
    # An update rather than nothing: it locks the row, so that whoever takes it from the queue waits or skips it.
    """CREATE OR REPLACE FUNCTION search_enqueue() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE changed bigint;
    BEGIN
        IF TG_OP = 'DELETE' THEN changed := OLD.id; ELSE changed := NEW.id; END IF;
        INSERT INTO search_queue (post_id) VALUES (changed)
            ON CONFLICT (post_id) DO UPDATE SET changes = search_queue.changes + 1;
        RETURN NULL;
    END $$""",
    "DROP TRIGGER IF EXISTS search_changed ON posts",
    f"CREATE TRIGGER search_changed AFTER INSERT OR DELETE OR UPDATE OF {_INDEXED_COLUMNS} ON posts"
    " FOR EACH ROW EXECUTE FUNCTION search_enqueue()",
)


class TsvectorBackend:
    """Implements :class:`~.backend.SearchBackend`."""

    def create(self, connection: Connection) -> None:
        for statement in _SCHEMA:
            connection.execute(text(statement.replace(":=", r"\:=")))

    def clear(self, connection: Connection) -> None:
        connection.execute(text("DELETE FROM search_documents"))
        connection.execute(text("INSERT INTO search_queue (post_id) SELECT id FROM posts ON CONFLICT DO NOTHING"))

    def take(self, connection: Connection, limit: int) -> list[int]:
        taken = (
            "DELETE FROM search_queue WHERE post_id IN (SELECT post_id FROM search_queue ORDER BY post_id LIMIT :limit"
            " FOR UPDATE SKIP LOCKED) RETURNING post_id"
        )
        return [row[0] for row in connection.execute(text(taken), {"limit": limit})]

    def remove(self, connection: Connection, ids: Sequence[int]) -> bool:
        connection.execute(text("DELETE FROM search_documents WHERE post_id = ANY(:ids)"), {"ids": list(ids)})
        return False

    def add(self, connection: Connection, documents: dict[int, SearchDocument]) -> None:
        rows = [
            {"post_id": post_id, "number": one.first_number, "vector": vector_of(one)}
            for post_id, one in documents.items()
        ]
        if rows:
            insert = (
                "INSERT INTO search_documents (post_id, number, vector)"
                " VALUES (:post_id, :number, CAST(:vector AS tsvector)) ON CONFLICT (post_id)"
                " DO UPDATE SET number = excluded.number, vector = excluded.vector"
            )
            connection.execute(text(insert), rows)

    def newest(self, connection: Connection, match: Match, limit: int, offset: int = 0) -> list[Candidate]:
        query, parameters = _matching("number, post_id", match)
        ordered = f"{query} ORDER BY number DESC, post_id DESC LIMIT :limit OFFSET :offset"
        found = connection.execute(text(ordered), parameters | {"limit": limit, "offset": offset})
        return [Candidate(*row) for row in found]

    def count(self, connection: Connection, match: Match, limit: int) -> int:
        query, parameters = _matching("1", match)
        counted = text(f"SELECT count(*) FROM ({query} LIMIT :limit) AS matching")
        return int(connection.execute(counted, parameters | {"limit": limit}).scalar_one())

    def scores(self, connection: Connection, match: Match, candidates: Sequence[Candidate]) -> dict[int, float]:
        ranked = text(
            f"SELECT post_id, ts_rank('{_WEIGHTS}', vector, CAST(:words AS tsquery)) FROM search_documents"
            " WHERE post_id = ANY(:ids)"
        )
        words = _terms(match.words.required, _LABELS[match.where], " & ")
        found = connection.execute(ranked, {"words": words, "ids": [one.post_id for one in candidates]})
        return {post_id: float(score) for post_id, score in found}


def vector_of(document: SearchDocument) -> str:
    """The document as the text of a ``tsvector``."""
    places: dict[str, list[str]] = {token: [] for token in document.filters.split()}
    position, size = 1, 0
    parts = (("A", document.title), ("B", document.names), ("C", document.text), ("D", document.comments))
    for label, part in parts:
        for token in tokens(part):
            token = token[:_MAX_TOKEN]
            known = places.get(token)
            if known is None:
                if size > _MAX_VECTOR:
                    continue
                known = places[token] = []
                size += len(token.encode()) + 8
            if len(known) < _MAX_POSITIONS and size <= _MAX_VECTOR:
                known.append(f"{min(position, _LAST_POSITION)}{label}")
                size += 2
            position += 1
        position += _GAP
    # Tokens are letters and digits, so they need no escaping.
    return " ".join(f"'{token}':{','.join(found)}" if found else f"'{token}'" for token, found in places.items())


def _matching(columns: str, match: Match) -> tuple[str, dict[str, Any]]:
    """The query for documents that match, and its parameters."""
    query = f"SELECT {columns} FROM search_documents WHERE number >= :first AND number < :end"
    parameters: dict[str, Any] = {"first": match.first, "end": match.end}
    expression = _expression(match)
    if expression:
        query += " AND vector @@ CAST(:expression AS tsquery)"
        parameters["expression"] = expression
    return query, parameters


def _expression(match: Match) -> str:
    """The expression in the language of ``tsquery``; empty if every document matches."""
    labels = _LABELS[match.where]
    parts = [f"'{token}'" for token in match.filters]
    if match.words.required:
        parts.append(_terms(match.words.required, labels, " & "))
    if match.words.excluded:
        parts += [*([] if parts else [f"'{ANY_POST}'"]), f"!({_terms(match.words.excluded, labels, ' | ')})"]
    return " & ".join(parts)


def _terms(terms: Iterable[Term], labels: str, operator: str) -> str:
    return operator.join(_phrase(term, labels) for term in terms)


def _phrase(term: Term, labels: str) -> str:
    last = len(term.tokens) - 1
    marked = []
    for at, token in enumerate(term.tokens):
        mark = f"{'*' if at == last and term.last_is_prefix else ''}{labels}"
        marked.append(f"'{token[:_MAX_TOKEN]}'{f':{mark}' if mark else ''}")
    return f"({' <-> '.join(marked)})"
