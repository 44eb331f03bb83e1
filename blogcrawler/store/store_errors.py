"""Errors of the database as one clear line, without passwords and without SQL."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from ..errors import StoreError

__all__ = ["store_error"]

_ADVICE = {
    "disk is full": "the disk is full; make room and run the same command again",
    "no space left": "the disk is full; make room and run the same command again",
    "database is locked": "another program keeps it locked; wait for it or end it, and try again",
    "file is not a database": "this file is not an SQLite database; move it away or choose another place",
    "unable to open database file": "cannot be opened; does the folder exist, and may you write there?",
    "readonly database": "may not be written; look at the permissions of the file and its folder",
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
