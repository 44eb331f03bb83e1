"""What is still to be downloaded, in which order, and what has been: on disk, in bounded memory.

One SQLite file holds queue and seen-set. With a path it survives the process: what was being downloaded
when a crawl was killed is handed out again, what was done is never. Without a path SQLite keeps it in a
temporary file of its own, so that a large blog does not need large memory either.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from ...errors import UsageError
from ..disk_set import url_digest

__all__ = ["DiskFrontier", "Frontier"]

_QUEUED, _FLYING, _DONE, _FAILED = 0, 1, 2, 3
_NO_ROLE = 255
_LESSONS = 2000
_NEXT = "SELECT key, data FROM pages WHERE state = 0 ORDER BY priority DESC, number LIMIT 1"
_NEXT_FLIP = "SELECT key, data FROM pages WHERE state = 0 AND role = 1 ORDER BY priority DESC, number LIMIT 1"
#: Of further pages of lists (1) and lists by date (3).
_LAST = "SELECT key, data FROM pages WHERE state = 0 AND role IN (1, 3) AND role = ? ORDER BY number DESC LIMIT 1"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
    key BLOB PRIMARY KEY, state INTEGER NOT NULL, priority INTEGER NOT NULL, number INTEGER NOT NULL,
    role INTEGER NOT NULL, clue BLOB, data BLOB
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS queue ON pages (priority DESC, number) WHERE state = 0;
CREATE INDEX IF NOT EXISTS flips ON pages (priority DESC, number) WHERE state = 0 AND role = 1;
CREATE INDEX IF NOT EXISTS ends ON pages (role, number) WHERE state = 0 AND role IN (1, 3);
CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 0), record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS lessons (
    slot INTEGER PRIMARY KEY, number INTEGER NOT NULL, in_vain INTEGER NOT NULL, clue BLOB, post REAL, links REAL
);
"""


class Frontier(Protocol):
    """The order of downloads. ``key`` names a page, ``data`` is whatever the caller needs to fetch it."""

    def add(self, key: str, data: bytes, priority: int, *, clue: bytes = b"", again: bool = False) -> bool:
        """Queue a page; ``False`` if it is known already (unless it is to be fetched ``again``)."""

    def knows(self, key: str) -> bool:
        """Whether a page has ever been added."""

    def next(self) -> tuple[bytes, bytes] | None:
        """Take the page with the highest priority, the oldest among equals: a ticket and its data."""

    def done(self, ticket: bytes) -> None:
        """The page and all that came of it is stored: never hand it out again."""

    def failed(self, ticket: bytes) -> None:
        """The page cannot be had now: hand it out again when the crawl is taken up another time."""

    def __len__(self) -> int:
        """How many pages are queued."""


class DiskFrontier:
    """A frontier in SQLite. What a page brought is committed with the page being done, so that a killed
    crawl does over exactly the pages that it had not finished.

    ``UsageError`` if the file is in use by another crawl, or is no such file.
    """

    def __init__(self, path: Path | None = None, remembered: int = 2_000) -> None:
        self.path = path
        #: When the crawl was begun that this one goes on with.
        self.begun: datetime | None = None
        self._lock = _lock(path) if path is not None else None
        self._db = sqlite3.connect("" if path is None else str(path), isolation_level=None)
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            self._close()
            raise UsageError(f"{path} cannot be read ({error}); remove it to begin the crawl anew") from None
        self._recent: OrderedDict[bytes, None] = OrderedDict()
        self._remembered = remembered

    def _open(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL" if self.path else "PRAGMA journal_mode=OFF")
        # A killed process loses nothing with synchronous=OFF; only a killed machine could.
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute("PRAGMA cache_size=-1000")
        self._db.executescript(_SCHEMA)
        self._db.execute("UPDATE pages SET state = ? WHERE state IN (?, ?)", (_QUEUED, _FLYING, _FAILED))
        (self._queued,) = self._db.execute("SELECT count(*) FROM pages WHERE state = ?", (_QUEUED,)).fetchone()
        (last,) = self._db.execute("SELECT max(number) FROM pages").fetchone()
        self._number: int = last or 0
        (last,) = self._db.execute("SELECT max(number) FROM lessons").fetchone()
        self._lesson: int = last or 0
        self._db.execute("BEGIN")

    def _remember(self, hashed: bytes) -> None:
        self._recent[hashed] = None
        if len(self._recent) > self._remembered:
            self._recent.popitem(last=False)

    def add(self, key: str, data: bytes, priority: int, *, clue: bytes = b"", again: bool = False) -> bool:
        hashed = url_digest(key)
        if hashed in self._recent and not again:
            return False
        if again:
            waiting = self._db.execute("SELECT state FROM pages WHERE key = ?", (hashed,)).fetchone()
            if waiting is not None:
                self._db.execute("DELETE FROM pages WHERE key = ?", (hashed,))
                self._queued -= waiting[0] == _QUEUED
        self._number += 1
        made = self._db.execute(
            "INSERT OR IGNORE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?)",
            (hashed, _QUEUED, priority, self._number, clue[0] if clue else _NO_ROLE, clue, data),
        ).rowcount
        self._remember(hashed)
        self._queued += made
        return made > 0

    def knows(self, key: str) -> bool:
        hashed = url_digest(key)
        if hashed in self._recent:
            self._recent.move_to_end(hashed)
            return True
        known = self._db.execute("SELECT 1 FROM pages WHERE key = ?", (hashed,)).fetchone() is not None
        if known:
            self._remember(hashed)
        return known

    def next(self, role: int | None = None) -> tuple[bytes, bytes] | None:
        return self._take(self._db.execute(_NEXT if role is None else _NEXT_FLIP).fetchone())

    def next_at(self, place: int) -> tuple[bytes, bytes] | None:
        """Take the page that is at a place of the queue, counted from 0."""
        return self._take(self._db.execute(f"{_NEXT} OFFSET ?", (place,)).fetchone())

    def last(self, role: int) -> tuple[bytes, bytes] | None:
        """Take what was added last of a role (further pages of lists, lists by date), whatever its priority."""
        return self._take(self._db.execute(_LAST, (role,)).fetchone())

    def _take(self, row: tuple[bytes, bytes] | None) -> tuple[bytes, bytes] | None:
        if row is not None:
            self._db.execute("UPDATE pages SET state = ? WHERE key = ?", (_FLYING, row[0]))
            self._queued -= 1
        return row

    def done(self, ticket: bytes) -> None:
        self._db.execute(
            "UPDATE pages SET state = ?, clue = NULL, data = NULL WHERE key = ? AND state = ?", (_DONE, ticket, _FLYING)
        )
        self._commit()

    def failed(self, ticket: bytes) -> None:
        self._db.execute("UPDATE pages SET state = ? WHERE key = ? AND state = ?", (_FAILED, ticket, _FLYING))
        self._commit()

    def top(self) -> tuple[int, int] | None:
        """Priority and role of the page that is next."""
        row: tuple[int, int] | None = self._db.execute(
            "SELECT priority, role FROM pages WHERE state = 0 ORDER BY priority DESC, number LIMIT 1"
        ).fetchone()
        return row

    def best(self, limit: int, highest: int) -> list[tuple[bytes, int, bytes]]:
        """Ticket, priority and clue of those that are next, of ``highest`` priority at most."""
        return self._db.execute(
            "SELECT key, priority, clue FROM pages WHERE state = 0 AND priority <= ?"
            " ORDER BY priority DESC, number LIMIT ?",
            (highest, limit),
        ).fetchall()

    def change(self, priorities: Iterable[tuple[int, bytes]]) -> None:
        """Give pages that wait another priority."""
        self._db.executemany("UPDATE pages SET priority = ? WHERE key = ?", priorities)

    def waiting(self) -> dict[int, int]:
        """How many pages wait, by the role that their clue states."""
        return dict(self._db.execute("SELECT role, count(*) FROM pages WHERE state = 0 GROUP BY role"))

    def keep_lesson(self, in_vain: int, clue: bytes, post: float, links: float) -> None:
        """Keep what was learned of a page, with the next page that is done; only the latest are kept."""
        self._lesson += 1
        self._db.execute(
            "INSERT OR REPLACE INTO lessons VALUES (?, ?, ?, ?, ?, ?)",
            (self._lesson % _LESSONS, self._lesson, in_vain, clue, post, links),
        )

    def lessons(self) -> list[tuple[int, bytes, float, float]]:
        """What was learned, the oldest first."""
        return self._db.execute("SELECT in_vain, clue, post, links FROM lessons ORDER BY number").fetchall()

    def save_state(self, record: dict[str, Any]) -> None:
        """Replace the state of the crawl (plain JSON values) and commit it with everything added to the queue so far.

        A killed crawl finds the state that was saved last. ``clear`` keeps it.
        """
        self._db.execute("INSERT OR REPLACE INTO state VALUES (0, ?)", (json.dumps(record),))
        self._commit()

    def state(self) -> dict[str, Any] | None:
        """The state that was saved last, or ``None``."""
        row = self._db.execute("SELECT record FROM state").fetchone()
        return json.loads(row[0]) if row else None

    @property
    def database(self) -> sqlite3.Connection:
        """The file, for what else is to be kept with the queue: it is written when a page is done."""
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
        """Forget all pages."""
        self._db.execute("DELETE FROM pages")
        self._db.execute("DELETE FROM lessons")
        self._queued = 0
        self._recent.clear()
        self._commit()

    def close(self) -> None:
        """Hand back what is in flight and close the file."""
        self._db.execute("UPDATE pages SET state = ? WHERE state = ?", (_QUEUED, _FLYING))
        self._db.execute("COMMIT")
        self._close()

    def remove(self) -> None:
        """Close and forget: the crawl is complete."""
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
    """Keep other crawls away while this one runs: they would take each other's pages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise UsageError(f"another crawl is using {path.parent}; wait for it, or choose another JOBDIR") from None
    return lock
