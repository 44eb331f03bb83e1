"""The folder ``media/`` of a blog: each file once, named after the digest of its content."""

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

__all__ = ["MediaLibrary", "StoredFile"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS held (
    url TEXT PRIMARY KEY, sha256 TEXT NOT NULL, path TEXT NOT NULL, mime TEXT NOT NULL,
    bytes INTEGER NOT NULL, fetched REAL NOT NULL
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that was downloaded from a URL. ``path`` is relative to the blog's folder, ``fetched`` is Unix time."""

    url: str
    sha256: str
    path: str
    mime: str
    bytes: int
    fetched: float

    def record(self) -> dict[str, Any]:
        """The medium as it is listed in the record of a post."""
        return {"url": self.url, "path": self.path, "mime": self.mime, "bytes": self.bytes, "sha256": self.sha256}


class MediaLibrary:
    """Stores files as ``media/ab/abcd….jpg`` in a blog's folder, and knows which file came from which URL.

    File names consist of the digest and the type only, so no URL can lead out of the folder. A file gets its name when
    it is complete. Which URLs were downloaded is in ``media/index.db``, so that a resumed crawl, or the next one, need
    not download them again; the index may be deleted. Several processes may use a folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._db: sqlite3.Connection | None = None

    def stored(self, url: str) -> StoredFile | None:
        """The file that was downloaded from a URL, if it is still there."""
        if self._db is None and not self._index_path.exists():
            return None
        with self._errors():
            row = self._index().execute("SELECT * FROM held WHERE url = ?", (url,)).fetchone()
        stored = StoredFile(*row) if row else None
        return stored if stored and self._exists(stored.path, stored.bytes) else None

    def add(self, url: str, content: bytes, kind: MediaType) -> StoredFile:
        """Store a file that was downloaded from a URL; nothing is written if its content is already there."""
        digest = hashlib.sha256(content).hexdigest()
        path = f"media/{digest[:2]}/{digest}.{kind.extension}"
        stored = StoredFile(url, digest, path, kind.mime, len(content), time.time())
        with self._errors():
            if not self._exists(path, len(content)):
                self._write(self._folder / path, content)
            row = (stored.url, digest, path, kind.mime, stored.bytes, stored.fetched)
            self._index().execute("INSERT OR REPLACE INTO held VALUES (?, ?, ?, ?, ?, ?)", row)
        return stored

    def close(self) -> None:
        """Close the index."""
        if self._db is not None:
            db, self._db = self._db, None
            db.close()

    @property
    def _index_path(self) -> Path:
        return self._folder / "media" / "index.db"

    def _exists(self, path: str, size: int) -> bool:
        try:
            return (self._folder / path).stat().st_size == size
        except OSError:
            return False

    @staticmethod
    def _write(file: Path, content: bytes) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_name(f"{file.name}.{secrets.token_hex(4)}.new")
        try:
            temporary.write_bytes(content)
            temporary.replace(file)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def _index(self) -> sqlite3.Connection:
        if self._db is None:
            self._index_path.parent.mkdir(parents=True, exist_ok=True)
            # If it was damaged, a new one is created: the files are still there, only their URLs are forgotten.
            self._db = open_index(self._index_path, _SCHEMA)
        return self._db

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            raise ArchiveError(
                f"Cannot store media in {self._folder / 'media'}: {reason}. Free some space, set BLOGCRAWLER_HOME to "
                "another disk, or switch media off with BLOGCRAWLER_MEDIA_ENABLED=0."
            ) from error
