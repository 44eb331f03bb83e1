"""Statements that differ between databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeVar

from sqlalchemy import Column, Connection, CursorResult, Table

__all__ = ["Run", "begin_writing", "inserted_id", "upsert"]

T = TypeVar("T")


class Run(Protocol):
    """Runs ``work`` in one transaction and turns database errors into ``StoreError``."""

    def __call__(self, work: Callable[[Connection], T]) -> T: ...


def upsert(table: Table, identity: Sequence[Column[Any]], dialect: str, keep: Sequence[str] = ()) -> Any:
    """The statement that inserts a row, or replaces the row with the same identity but keeps its ``keep`` columns."""
    return _upsert(table, tuple(identity), dialect, tuple(keep))


@cache  # a crawl opens the database for each sitemap
def _upsert(table: Table, identity: tuple[Column[Any], ...], dialect: str, keep: tuple[str, ...]) -> Any:
    # Import only the dialect in use: the other one takes a tenth of a second.
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    names = {column.name for column in identity}
    new = {
        column.name: insert.excluded[column.name]
        for column in table.columns
        if not column.primary_key and column.name not in names and column.name not in keep
    }
    return insert.on_conflict_do_update(index_elements=list(identity), set_=new)


def begin_writing(connection: Connection) -> None:
    """Take the write lock of an SQLite database, so that other writers wait. PostgreSQL locks rows instead."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def inserted_id(result: CursorResult[Any]) -> int:
    """The id of the row that was just inserted."""
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])
