"""The requisites of a crawl that are still to be fetched, and those that were."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from .find_requisites import Requisite, RequisiteKind

__all__ = ["QueuedRequisite", "RequisiteQueue"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS requisites (
    blog TEXT, url TEXT, kind INTEGER NOT NULL, page TEXT NOT NULL,
    pages INTEGER NOT NULL, number INTEGER NOT NULL, state INTEGER NOT NULL, PRIMARY KEY (blog, url)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS waiting_requisites ON requisites (kind, number) WHERE state = 0;
"""
_WAITING, _TAKEN, _DONE = range(3)
#: A picture on this many pages is part of the template. Others may be fetched with the article.
_TEMPLATE_PAGES = 3


class QueuedRequisite(NamedTuple):
    """A requisite to fetch, the page that needs it first, and the page's blog."""

    url: str
    kind: RequisiteKind
    page: str
    blog: str


class RequisiteQueue:
    """Hands out each requisite once. The table is in the database of the crawl's queue, so it survives a kill.

    ``limit`` is the maximum number of requisites of one blog.
    """

    def __init__(self, database: sqlite3.Connection, limit: int) -> None:
        self._db = database
        self._limit = limit
        for statement in filter(str.strip, _SCHEMA.split(";")):
            self._db.execute(statement)
        # A killed crawl was fetching them.
        self._db.execute("UPDATE requisites SET state = ? WHERE state = ?", (_WAITING, _TAKEN))
        self._counts = Counter(dict(self._db.execute("SELECT blog, count(*) FROM requisites GROUP BY blog")))
        (last,) = self._db.execute("SELECT max(number) FROM requisites").fetchone()
        self._number: int = last or 0

    def add(self, requisites: Iterable[Requisite], page: str, blog: str) -> int:
        """Add the requisites of a page; returns the number of those that exceed the limit."""
        excess = 0
        for requisite in requisites:
            key = (blog, requisite.url)
            if self._db.execute("UPDATE requisites SET pages = pages + 1 WHERE (blog, url) = (?, ?)", key).rowcount:
                continue
            if self._counts[blog] >= self._limit:
                excess += 1
                continue
            self._counts[blog] += 1
            self._number += 1
            row = (*key, requisite.kind, page, 1, self._number, _WAITING)
            self._db.execute("INSERT INTO requisites VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        return excess

    def next(self, *, with_pictures: bool) -> QueuedRequisite | None:
        """Take a requisite, the oldest of the most important kind; without those pictures that may be an article's."""
        row = self._db.execute(
            "SELECT url, kind, page, blog FROM requisites WHERE state = 0 AND (kind < ? OR pages >= ? OR ?)"
            " ORDER BY kind, number LIMIT 1",
            (RequisiteKind.PICTURE, _TEMPLATE_PAGES, with_pictures),
        ).fetchone()
        if row is None:
            return None
        taken = QueuedRequisite(row[0], RequisiteKind(row[1]), *row[2:])
        self._set_state(taken, _TAKEN)
        return taken

    def done(self, requisite: QueuedRequisite) -> None:
        """The requisite was fetched, or cannot be: never hand it out again."""
        self._set_state(requisite, _DONE)

    def __len__(self) -> int:
        """The number of requisites to fetch."""
        return int(self._db.execute("SELECT count(*) FROM requisites WHERE state = 0").fetchone()[0])

    def _set_state(self, requisite: QueuedRequisite, state: int) -> None:
        key = (requisite.blog, requisite.url)
        self._db.execute("UPDATE requisites SET state = ? WHERE (blog, url) = (?, ?)", (state, *key))
