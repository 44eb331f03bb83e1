"""The folder ``media/`` of a blog: each file once, under the digest of its content."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ArchiveError
from ..index_file import open_index
from .media_types import MediaType

__all__ = ["Holding", "MediaLibrary"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS held (
    url TEXT PRIMARY KEY, sha256 TEXT NOT NULL, path TEXT NOT NULL, mime TEXT NOT NULL,
    bytes INTEGER NOT NULL, fetched REAL NOT NULL
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Holding:
    """A file that was fetched from an address. ``path`` is relative to the blog's folder, ``fetched`` Unix time."""

    url: str
    sha256: str
    path: str
    mime: str
    bytes: int
    fetched: float

    def record(self) -> dict[str, Any]:
        """The medium as it stands in the record of a post."""
        return {"url": self.url, "path": self.path, "mime": self.mime, "bytes": self.bytes, "sha256": self.sha256}


class MediaLibrary:
    """Keeps files as ``media/ab/abcd….jpg`` in a blog's folder, and knows which address brought which file.

    Names are made of the digest and the type alone, so no address can lead out of the folder. A file appears under
    its name when it is whole. Which address was fetched is in ``media/index.db``, so that a crawl that goes on, or the
    next one, need not ask again; the index may be deleted. Several processes may use a folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._db: sqlite3.Connection | None = None

    def held(self, url: str) -> Holding | None:
        """What is held of an address, if it is there."""
        if self._db is None and not self._index_path.exists():
            return None
        with self._errors():
            row = self._index().execute("SELECT * FROM held WHERE url = ?", (url,)).fetchone()
        holding = Holding(*row) if row else None
        return holding if holding and self._is_there(holding.path, holding.bytes) else None

    def add(self, url: str, content: bytes, kind: MediaType) -> Holding:
        """Keep a file that was fetched from an address; nothing is written if its content is held already."""
        digest = hashlib.sha256(content).hexdigest()
        path = f"media/{digest[:2]}/{digest}.{kind.extension}"
        holding = Holding(url, digest, path, kind.mime, len(content), time.time())
        with self._errors():
            if not self._is_there(path, len(content)):
                self._write(self._folder / path, content)
            row = (holding.url, digest, path, kind.mime, holding.bytes, holding.fetched)
            self._index().execute("INSERT OR REPLACE INTO held VALUES (?, ?, ?, ?, ?, ?)", row)
        return holding

    def close(self) -> None:
        """Close the index."""
        if self._db is not None:
            db, self._db = self._db, None
            db.close()

    @property
    def _index_path(self) -> Path:
        return self._folder / "media" / "index.db"

    def _is_there(self, path: str, size: int) -> bool:
        try:
            return (self._folder / path).stat().st_size == size
        except OSError:
            return False

    @staticmethod
    def _write(file: Path, content: bytes) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        unnamed = file.with_name(f"{file.name}.{secrets.token_hex(4)}.new")
        try:
            unnamed.write_bytes(content)
            unnamed.replace(file)
        except BaseException:
            unnamed.unlink(missing_ok=True)
            raise

    def _index(self) -> sqlite3.Connection:
        if self._db is None:
            self._index_path.parent.mkdir(parents=True, exist_ok=True)
            # Where it was damaged: the files are still there, only their addresses are forgotten.
            self._db = open_index(self._index_path, _SCHEMA)
        return self._db

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            raise ArchiveError(
                f"Cannot keep media in {self._folder / 'media'}: {reason}. Free some space, set BLOGCRAWLER_HOME to "
                "another disk, or switch media off with BLOGCRAWLER_MEDIA_ENABLED=0."
            ) from error
