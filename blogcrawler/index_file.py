"""An index of files, kept in their folder as SQLite. It can be rebuilt, so damage only costs time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

__all__ = ["open_index"]


def open_index(path: Path, schema: str) -> sqlite3.Connection:
    """Open the index at ``path``. A damaged one is deleted and created again, empty."""
    try:
        return _open(path, schema)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()
        return _open(path, schema)


def _open(path: Path, schema: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=60, isolation_level=None)
    try:
        # With a write-ahead log, commits survive a killed process without waiting for the disk.
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.executescript(schema)
    except sqlite3.Error:
        db.close()
        raise
    return db
