"""What an archive folder holds: for replay (CDXJ), for deduplication, and for finding torn files."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import ArchiveError
from ..index_file import open_index
from .capture import Capture

__all__ = ["CaptureIndex", "Original"]

_BATCH = 64  # captures a transaction; what a killed process had not yet committed is read from its WARC file

_SCHEMA = """
CREATE TABLE IF NOT EXISTS warc (file TEXT PRIMARY KEY, indexed INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS capture (
    file TEXT, offset INTEGER, line TEXT NOT NULL, PRIMARY KEY (file, offset)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS payload (
    digest TEXT PRIMARY KEY, url TEXT NOT NULL, date TEXT NOT NULL, file TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS payload_by_url ON payload (url, date);
CREATE TABLE IF NOT EXISTS exported (bytes INTEGER NOT NULL);
"""


class Original(NamedTuple):
    """The address, WARC-Date and file of a record that holds a payload."""

    url: str
    date: str
    file: str


class CaptureIndex:
    """The index of one archive folder, kept in ``index.db`` and exported as ``index.cdxj``.

    SQLite, because a blog may have millions of captures: the question "is this payload held?" must not
    cost memory, the sort must not either, and several processes may write at once. Nothing is lost with
    the file: how far each WARC file is indexed is noted in the same transaction as its captures, and
    what is missing is read from the WARC files again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "index.db"
        self._cdxj = folder / "index.cdxj"
        self._rows: list[tuple[str, int, str]] = []
        self._fresh: dict[str, Original] = {}
        self._indexed: dict[str, int] = {}
        with self._errors():
            self._db = open_index(self._path, _SCHEMA)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise ArchiveError(
                f"Cannot use the archive's index {self._path}: {error}. If it is damaged, delete it: "
                "the next crawl makes it anew from the WARC files."
            ) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def original(self, digest: str) -> Original | None:
        """The record that holds this payload, if one does."""
        if fresh := self._fresh.get(digest):
            return fresh
        with self._errors():
            found = self._db.execute("SELECT url, date, file FROM payload WHERE digest = ?", (digest,)).fetchone()
        return Original(*found) if found else None

    def latest(self, url: str) -> tuple[str, Original] | None:
        """The digest and the record of the last whole answer from an address, if it is held."""
        fresh = [(digest, original) for digest, original in self._fresh.items() if original.url == url]
        if fresh:
            return max(fresh, key=lambda one: one[1].date)
        query = "SELECT digest, url, date, file FROM payload WHERE url = ? ORDER BY date DESC LIMIT 1"
        with self._errors():
            found = self._db.execute(query, (url,)).fetchone()
        return (found[0], Original(*found[1:])) if found else None

    def last(self, most: int) -> list[tuple[str, int, str]]:
        """File, offset and CDXJ line of the last captures, the latest first."""
        query = "SELECT file, offset, line FROM capture WHERE file = ? ORDER BY offset DESC LIMIT ?"
        found: list[tuple[str, int, str]] = []
        for file in sorted(self.files(), reverse=True):  # their names say when they were begun
            with self._errors():
                found += self._db.execute(query, (file, most - len(found)))
            if len(found) >= most:
                break
        return found

    def files(self) -> dict[str, int]:
        """The WARC files known, each with the number of bytes that are indexed."""
        self.flush()
        with self._errors():
            return dict(self._db.execute("SELECT file, indexed FROM warc"))

    def add(self, file: str, indexed: int, captures: list[Capture]) -> None:
        """Note captures of a file, and that it is indexed up to a byte."""
        for capture in captures:
            self._rows.append((file, capture.offset, capture.cdxj(file)))
            if capture.original:
                self._fresh.setdefault(capture.digest, Original(capture.url, capture.date, file))
        self._indexed[file] = indexed
        if len(self._rows) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Bring what was added into the database."""
        if not self._indexed:
            return
        originals = ((digest, *original) for digest, original in self._fresh.items())
        with self._transaction() as db:
            db.executemany("INSERT OR REPLACE INTO capture VALUES (?, ?, ?)", self._rows)
            db.executemany("INSERT OR IGNORE INTO payload VALUES (?, ?, ?, ?)", originals)
            db.executemany("INSERT OR REPLACE INTO warc VALUES (?, ?)", self._indexed.items())
        self._rows.clear()
        self._fresh.clear()
        self._indexed.clear()

    def forget(self, file: str) -> None:
        """Drop all that is known of a file."""
        self.flush()
        with self._transaction() as db:
            for table in ("warc", "capture", "payload"):
                db.execute(f"DELETE FROM {table} WHERE file = ?", (file,))  # noqa: S608

    def export(self) -> None:
        """Write ``index.cdxj``, sorted, unless it already says what the index says.

        The file is replaced as a whole while the database is locked, so that two processes that
        finish at the same time cannot overwrite each other's lines.
        """
        self.flush()
        with self._transaction() as db:
            (size,) = db.execute("SELECT coalesce(sum(indexed), 0) FROM warc").fetchone()
            done = db.execute("SELECT bytes FROM exported").fetchone()
            if done == (size,) and self._cdxj.exists():
                return
            fresh = self._cdxj.with_suffix(".cdxj.new")
            with fresh.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(f"{line}\n" for (line,) in db.execute("SELECT line FROM capture ORDER BY line"))
                out.flush()
                os.fsync(out.fileno())
            fresh.replace(self._cdxj)
            db.execute("DELETE FROM exported")
            db.execute("INSERT INTO exported VALUES (?)", (size,))

    def close(self) -> None:
        """Close the database."""
        with self._errors():
            self._db.close()
