"""Statements that the databases spell differently."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeVar

from sqlalchemy import Column, Connection, Table

__all__ = ["Run", "begin_writing", "upsert"]

T = TypeVar("T")


class Run(Protocol):
    """Does work in one transaction; errors of the database come out as ours."""

    def __call__(self, work: Callable[[Connection], T]) -> T: ...


def upsert(table: Table, identity: Sequence[Column[Any]], dialect: str, keep: Sequence[str] = ()) -> Any:
    """The statement that inserts a row or replaces the one with the same identity, but for the columns to keep."""
    # Only the one in use: the other takes a tenth of a second to import.
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    names = {column.name for column in identity}
    new = {
        column.name: insert.excluded[column.name]
        for column in table.columns
        if not column.primary_key and column.name not in names and column.name not in keep
    }
    return insert.on_conflict_do_update(index_elements=list(identity), set_=new)


def begin_writing(connection: Connection) -> None:
    """Let no other process of an SQLite database write from here on; it waits. PostgreSQL locks rows instead."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
