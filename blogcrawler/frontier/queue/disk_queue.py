"""The queue of a crawl and the set of pages it has seen, on disk and in bounded memory.

One SQLite file holds both. With a path it survives the process: pages that were in flight when a crawl was killed are
handed out again, finished pages never. Without a path SQLite uses a temporary file, so that a large blog does not need
much memory either.
"""
# ruff: noqa: S608 - queries are built from constants and the numbers of enums only

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from enum import IntEnum
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ..disk_set import url_digest
from ..links.link_features import Role

__all__ = ["DiskFrontier"]


class _State(IntEnum):
    QUEUED = 0
    IN_FLIGHT = 1
    DONE = 2
    FAILED = 3


#: The role of pages that were queued without link features. No ``Role`` has this number.
_NO_ROLE = 255
#: Lessons to keep.
_MAX_LESSONS = 2000
#: Roles whose newest page can be taken.
_NEWEST_ROLES = (Role.PAGINATION, Role.DATE_LIST)
_IS_QUEUED = f"state = {_State.QUEUED:d}"
_HAS_NEWEST_ROLE = f"role IN ({', '.join(str(int(role)) for role in _NEWEST_ROLES)})"
_BY_PRIORITY = "ORDER BY priority DESC, number LIMIT 1"
# SQLite uses a partial index only for queries that repeat its condition literally.
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS pages (
    key BLOB PRIMARY KEY, state INTEGER NOT NULL, priority INTEGER NOT NULL, number INTEGER NOT NULL,
    role INTEGER NOT NULL, features BLOB, request BLOB
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS queue ON pages (priority DESC, number) WHERE {_IS_QUEUED};
CREATE INDEX IF NOT EXISTS pagination ON pages (priority DESC, number)
    WHERE {_IS_QUEUED} AND role = {Role.PAGINATION:d};
CREATE INDEX IF NOT EXISTS newest ON pages (role, number) WHERE {_IS_QUEUED} AND {_HAS_NEWEST_ROLE};
CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 0), record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS lessons (
    slot INTEGER PRIMARY KEY, number INTEGER NOT NULL, fruitless INTEGER NOT NULL, features BLOB, post REAL, links REAL
);
"""


class DiskFrontier:
    """Hands out pages by priority, each once. ``key`` identifies a page, ``data`` is what the caller needs to fetch it.

    What a page led to is committed when the page is done, so that a killed crawl repeats exactly the pages that it had
    not finished. Raises ``UsageError`` if the file is in use by another crawl or is not a frontier.
    """

    def __init__(self, path: Path | None = None, remembered: int = 2_000) -> None:
        self.path = path
        #: When the crawl that this one continues was started.
        self.begun: datetime | None = None
        self._lock = _lock(path) if path is not None else None
        self._db = sqlite3.connect("" if path is None else str(path), isolation_level=None)
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            self._close()
            raise UsageError(f"{path} cannot be read ({error}); remove it to start the crawl again") from None
        self._recent: OrderedDict[bytes, None] = OrderedDict()
        self._remembered = remembered

    def _open(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL" if self.path else "PRAGMA journal_mode=OFF")
        # A killed process loses nothing with synchronous=OFF; only a killed machine could.
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute("PRAGMA cache_size=-1000")
        self._db.executescript(_SCHEMA)
        self._db.execute("SELECT request FROM pages LIMIT 0")  # fails on files of older versions
        self._db.execute(
            "UPDATE pages SET state = ? WHERE state IN (?, ?)", (_State.QUEUED, _State.IN_FLIGHT, _State.FAILED)
        )
        (self._queued,) = self._db.execute(f"SELECT count(*) FROM pages WHERE {_IS_QUEUED}").fetchone()
        (self._known,) = self._db.execute("SELECT count(*) FROM pages").fetchone()
        (self._done,) = self._db.execute("SELECT count(*) FROM pages WHERE state = ?", (_State.DONE,)).fetchone()
        (last,) = self._db.execute("SELECT max(number) FROM pages").fetchone()
        self._number: int = last or 0
        (last,) = self._db.execute("SELECT max(number) FROM lessons").fetchone()
        self._lesson: int = last or 0
        self._db.execute("BEGIN")

    def _remember(self, hashed: bytes) -> None:
        self._recent[hashed] = None
        if len(self._recent) > self._remembered:
            self._recent.popitem(last=False)

    def add(self, key: str, data: bytes, priority: int, *, features: bytes = b"", again: bool = False) -> bool:
        """Queue a page; ``False`` if it is known already, unless it must be fetched ``again``.

        ``features`` are the packed ``LinkFeatures`` of the link to the page.
        """
        hashed = url_digest(key)
        if hashed in self._recent and not again:
            return False
        if again:
            known = self._db.execute("SELECT state FROM pages WHERE key = ?", (hashed,)).fetchone()
            if known is not None:
                self._db.execute("DELETE FROM pages WHERE key = ?", (hashed,))
                self._queued -= known[0] == _State.QUEUED
                self._done -= known[0] == _State.DONE
                self._known -= 1
        self._number += 1
        role = features[0] if features else _NO_ROLE
        added = self._db.execute(
            "INSERT OR IGNORE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?)",
            (hashed, _State.QUEUED, priority, self._number, role, features, data),
        ).rowcount
        self._remember(hashed)
        self._queued += added
        self._known += added
        return added > 0

    def knows(self, key: str) -> bool:
        """Whether a page has ever been added."""
        hashed = url_digest(key)
        if hashed in self._recent:
            self._recent.move_to_end(hashed)
            return True
        known = self._db.execute("SELECT 1 FROM pages WHERE key = ?", (hashed,)).fetchone() is not None
        if known:
            self._remember(hashed)
        return known

    def next(self) -> tuple[bytes, bytes] | None:
        """Take the page with the highest priority, the oldest among equals: a ticket and the page's data."""
        return self._take(self._db.execute(f"SELECT key, request FROM pages WHERE {_IS_QUEUED} {_BY_PRIORITY}"))

    def next_with_role(self, role: Role) -> tuple[bytes, bytes] | None:
        """Take the page with the highest priority among those of a role."""
        query = f"SELECT key, request FROM pages WHERE {_IS_QUEUED} AND role = {role:d} {_BY_PRIORITY}"
        return self._take(self._db.execute(query))

    def next_at(self, position: int) -> tuple[bytes, bytes] | None:
        """Take the page at a position of the queue, counted from 0."""
        query = f"SELECT key, request FROM pages WHERE {_IS_QUEUED} {_BY_PRIORITY} OFFSET ?"
        return self._take(self._db.execute(query, (position,)))

    def newest(self, role: Role) -> tuple[bytes, bytes] | None:
        """Take the page of a role that was added last, whatever its priority: pagination and lists by date only."""
        if role not in _NEWEST_ROLES:
            raise ValueError(f"there is no index of the newest pages with the role {role.name}")
        query = f"SELECT key, request FROM pages WHERE {_IS_QUEUED} AND {_HAS_NEWEST_ROLE} AND role = ?"
        return self._take(self._db.execute(f"{query} ORDER BY number DESC LIMIT 1", (role,)))

    def _take(self, found: sqlite3.Cursor) -> tuple[bytes, bytes] | None:
        row: tuple[bytes, bytes] | None = found.fetchone()
        if row is not None:
            self._db.execute("UPDATE pages SET state = ? WHERE key = ?", (_State.IN_FLIGHT, row[0]))
            self._queued -= 1
        return row

    def done(self, ticket: bytes) -> None:
        """The page and all that it led to is stored: never hand it out again."""
        self._done += self._db.execute(
            "UPDATE pages SET state = ?, features = NULL, request = NULL WHERE key = ? AND state = ?",
            (_State.DONE, ticket, _State.IN_FLIGHT),
        ).rowcount
        self._commit()

    def failed(self, ticket: bytes) -> None:
        """The page is not available now: hand it out again when the crawl is resumed."""
        self._db.execute(
            "UPDATE pages SET state = ? WHERE key = ? AND state = ?", (_State.FAILED, ticket, _State.IN_FLIGHT)
        )
        self._commit()

    def top(self) -> tuple[int, int] | None:
        """Priority and role of the next page."""
        row: tuple[int, int] | None = self._db.execute(
            f"SELECT priority, role FROM pages WHERE {_IS_QUEUED} {_BY_PRIORITY}"
        ).fetchone()
        return row

    def best(self, limit: int, max_priority: int) -> list[tuple[bytes, int, bytes]]:
        """Ticket, priority and features of the next pages with at most ``max_priority``."""
        return self._db.execute(
            f"SELECT key, priority, features FROM pages WHERE {_IS_QUEUED} AND priority <= ?"
            " ORDER BY priority DESC, number LIMIT ?",
            (max_priority, limit),
        ).fetchall()

    def set_priorities(self, priorities: Iterable[tuple[int, bytes]]) -> None:
        """Change the priorities of queued pages: pairs of a priority and a ticket."""
        self._db.executemany("UPDATE pages SET priority = ? WHERE key = ?", priorities)

    def count_by_role(self) -> dict[int, int]:
        """The number of queued pages by the role of the links to them."""
        return dict(self._db.execute(f"SELECT role, count(*) FROM pages WHERE {_IS_QUEUED} GROUP BY role"))

    def count_from(self, priority: int) -> int:
        """The number of queued pages with at least this priority."""
        query = f"SELECT count(*) FROM pages WHERE {_IS_QUEUED} AND priority >= ?"
        return int(self._db.execute(query, (priority,)).fetchone()[0])

    @property
    def known_and_done(self) -> tuple[int, int]:
        """The number of pages that were ever queued, and of those that are done."""
        return self._known, self._done

    def save_lesson(self, fruitless: int, features: bytes, post: float, links: float) -> None:
        """Keep what was learned from a page; committed with the next page that is done. Old lessons are dropped."""
        self._lesson += 1
        self._db.execute(
            "INSERT OR REPLACE INTO lessons VALUES (?, ?, ?, ?, ?, ?)",
            (self._lesson % _MAX_LESSONS, self._lesson, fruitless, features, post, links),
        )

    def lessons(self) -> list[tuple[int, bytes, float, float]]:
        """The lessons, the oldest first."""
        return self._db.execute("SELECT fruitless, features, post, links FROM lessons ORDER BY number").fetchall()

    def save_state(self, record: dict[str, Any]) -> None:
        """Replace the state of the crawl (plain JSON values) and commit it with everything queued so far.

        ``clear`` keeps the state.
        """
        self._db.execute("INSERT OR REPLACE INTO state VALUES (0, ?)", (json.dumps(record),))
        self._commit()

    def state(self) -> dict[str, Any] | None:
        """The state that was saved last, or ``None``."""
        row = self._db.execute("SELECT record FROM state").fetchone()
        return json.loads(row[0]) if row else None

    @property
    def database(self) -> sqlite3.Connection:
        """The database, for tables that belong to the queue. Changes are committed when a page is done."""
        return self._db

    def _commit(self) -> None:
        self._db.execute("COMMIT")
        self._db.execute("BEGIN")

    def __len__(self) -> int:
        return int(self._queued)

    def is_empty(self) -> bool:
        """Whether no page has ever been added."""
        return self._db.execute("SELECT 1 FROM pages LIMIT 1").fetchone() is None

    def clear(self) -> None:
        """Forget all pages and lessons."""
        self._db.execute("DELETE FROM pages")
        self._db.execute("DELETE FROM lessons")
        self._queued = self._known = self._done = 0
        self._recent.clear()
        self._commit()

    def close(self) -> None:
        """Put the pages in flight back into the queue and close the file."""
        self._db.execute("UPDATE pages SET state = ? WHERE state = ?", (_State.QUEUED, _State.IN_FLIGHT))
        self._db.execute("COMMIT")
        self._close()

    def remove(self) -> None:
        """Close and delete the file: the crawl is complete."""
        if self.path is not None:
            for suffix in ("", "-wal", "-shm", ".lock"):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        self._close()

    def _close(self) -> None:
        self._db.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _lock(path: Path) -> int:
    """Keep other crawls from using the file: they would take each other's pages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise UsageError(f"another crawl is using {path.parent}; wait for it, or choose another JOBDIR") from None
    return lock
