"""The index of an archive folder: for replay (CDXJ), for deduplication, and to find incomplete files."""

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

# Captures per transaction. What a killed process had not committed is read from its WARC file.
_BATCH_SIZE = 64

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
    """The URL, WARC-Date and file of a record that has a payload."""

    url: str
    date: str
    file: str


class CaptureIndex:
    """The index of one archive folder, kept in ``index.db`` and exported as ``index.cdxj``.

    It is in SQLite because a blog may have millions of captures: looking up a payload and sorting must not need memory,
    and several processes may write at once. How far each WARC file is indexed is stored in the same transaction as its
    captures, and what is missing is read from the WARC files again, so nothing is lost with the database.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "index.db"
        self._cdxj = folder / "index.cdxj"
        self._rows: list[tuple[str, int, str]] = []
        self._unsaved_originals: dict[str, Original] = {}
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
                "the next crawl rebuilds it from the WARC files."
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
        """The record with this payload, if there is one."""
        if unsaved := self._unsaved_originals.get(digest):
            return unsaved
        with self._errors():
            found = self._db.execute("SELECT url, date, file FROM payload WHERE digest = ?", (digest,)).fetchone()
        return Original(*found) if found else None

    def latest(self, url: str) -> tuple[str, Original] | None:
        """The digest and the record of the last complete response from a URL, if it is archived."""
        unsaved = [(digest, original) for digest, original in self._unsaved_originals.items() if original.url == url]
        if unsaved:
            return max(unsaved, key=lambda one: one[1].date)
        query = "SELECT digest, url, date, file FROM payload WHERE url = ? ORDER BY date DESC LIMIT 1"
        with self._errors():
            found = self._db.execute(query, (url,)).fetchone()
        return (found[0], Original(*found[1:])) if found else None

    def last_captures(self, limit: int) -> list[tuple[str, int, str]]:
        """File, offset and CDXJ line of the last captures, the latest first."""
        query = "SELECT file, offset, line FROM capture WHERE file = ? ORDER BY offset DESC LIMIT ?"
        found: list[tuple[str, int, str]] = []
        for file in sorted(self.files(), reverse=True):  # their names begin with the time
            with self._errors():
                found += self._db.execute(query, (file, limit - len(found)))
            if len(found) >= limit:
                break
        return found

    def captures(self, key: str) -> list[tuple[str, int, str]]:
        """File, offset and CDXJ line of all captures with this sort key, the latest first."""
        query = "SELECT file, offset, line FROM capture WHERE line >= ? AND line < ? ORDER BY line DESC"
        with self._errors():
            return list(self._db.execute(query, (f"{key} ", f"{key}!")))  # "!" follows the space

    def with_payload(self, digest: str) -> list[tuple[str, int, str]]:
        """File, offset and CDXJ line of all captures with this payload, the latest first."""
        query = "SELECT file, offset, line FROM capture WHERE instr(line, ?) ORDER BY line DESC"
        with self._errors():
            return list(self._db.execute(query, (f'"digest": "{digest}"',)))

    def files(self) -> dict[str, int]:
        """The indexed WARC files, each with the number of bytes that are indexed."""
        self.flush()
        with self._errors():
            return dict(self._db.execute("SELECT file, indexed FROM warc"))

    def add(self, file: str, indexed: int, captures: list[Capture]) -> None:
        """Add captures of a file, which is now indexed up to the byte ``indexed``."""
        for capture in captures:
            self._rows.append((file, capture.offset, capture.cdxj(file)))
            if capture.original:
                self._unsaved_originals.setdefault(capture.digest, Original(capture.url, capture.date, file))
        self._indexed[file] = indexed
        if len(self._rows) >= _BATCH_SIZE:
            self.flush()

    def flush(self) -> None:
        """Write what was added to the database."""
        if not self._indexed:
            return
        originals = ((digest, *original) for digest, original in self._unsaved_originals.items())
        with self._transaction() as db:
            db.executemany("INSERT OR REPLACE INTO capture VALUES (?, ?, ?)", self._rows)
            db.executemany("INSERT OR IGNORE INTO payload VALUES (?, ?, ?, ?)", originals)
            db.executemany("INSERT OR REPLACE INTO warc VALUES (?, ?)", self._indexed.items())
        self._rows.clear()
        self._unsaved_originals.clear()
        self._indexed.clear()

    def forget(self, file: str) -> None:
        """Remove a file from the index."""
        self.flush()
        with self._transaction() as db:
            for table in ("warc", "capture", "payload"):
                db.execute(f"DELETE FROM {table} WHERE file = ?", (file,))  # noqa: S608

    def export(self) -> None:
        """Write ``index.cdxj``, sorted, unless it is up to date.

        The file is replaced as a whole while the database is locked, so that two processes that finish at the same time
        cannot overwrite each other's lines.
        """
        self.flush()
        with self._transaction() as db:
            (size,) = db.execute("SELECT coalesce(sum(indexed), 0) FROM warc").fetchone()
            done = db.execute("SELECT bytes FROM exported").fetchone()
            if done == (size,) and self._cdxj.exists():
                return
            new_file = self._cdxj.with_suffix(".cdxj.new")
            with new_file.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(f"{line}\n" for (line,) in db.execute("SELECT line FROM capture ORDER BY line"))
                out.flush()
                os.fsync(out.fileno())
            new_file.replace(self._cdxj)
            db.execute("DELETE FROM exported")
            db.execute("INSERT INTO exported VALUES (?)", (size,))

    def close(self) -> None:
        """Close the database."""
        with self._errors():
            self._db.close()
