"""Turns database errors into one clear line, without passwords and SQL."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from ..errors import StoreError

__all__ = ["store_error"]

_ADVICE = {
    "disk is full": "the disk is full; free some space and run the same command again",
    "no space left": "the disk is full; free some space and run the same command again",
    "database is locked": "another program has locked it; wait for that program or stop it, then try again",
    "file is not a database": "this file is not an SQLite database; move it away or use another one",
    "unable to open database file": "cannot be opened; check that the folder exists and that you may write there",
    "no such module: fts5": "this Python's SQLite has no full-text search (FTS5); use another Python or PostgreSQL",
    "readonly database": "is read-only; check the permissions of the file and its folder",
}


def store_error(place: str, error: Exception, password: str | None = None) -> StoreError:
    """The :exc:`StoreError` to raise for an error of SQLAlchemy, its driver or the file system."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    reason = lines[0]
    if password:
        reason = reason.replace(password, "***")
    for sign, advice in _ADVICE.items():
        if sign in reason.lower():
            reason = advice
    return StoreError(f"database {place}: {reason}")
