"""Opening a database: which one, with which driver, in which state."""

from __future__ import annotations

import json
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from ..errors import StoreError, UsageError
from .interface import Store
from .sql_store import SqlStore
from .store_errors import store_error
from .tables import SCHEMA_VERSION, metadata, schema_version

__all__ = ["DATABASE_FILE", "database_name", "open_store"]

DATABASE_FILE = "blogcrawler.db"

_PATIENCE = 30
"""Seconds to wait while another process writes."""

_SCHEMA_LOCK = 0x626C6F67
"""PostgreSQL's advisory lock under which the tables are made: "blog"."""


def open_store(url: str | None, home: Path) -> Store:
    """The store at a database's address, or in the file ``blogcrawler.db`` of the home folder.

    ``url`` is one of SQLAlchemy's: ``postgresql://user:password@host/name`` (also ``postgres://``) or
    ``sqlite:///path``. Tables are made where there are none.
    """
    address = _address(url, home)
    place = _name(address)
    password = str(address.password) if address.password else None
    try:
        if address.drivername.startswith("sqlite") and address.database:
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        engine = _engine(address)
        try:
            connection = engine.connect()
            _prepare_schema(connection, place)
        except BaseException:
            engine.dispose()
            raise
    except (SQLAlchemyError, OSError) as error:
        raise store_error(place, error, password) from error
    return SqlStore(connection, partial(store_error, place, password=password))


def database_name(url: str | None, home: Path) -> str:
    """The database as it may be shown to people: without user and password."""
    return _name(_address(url, home))


def _address(url: str | None, home: Path) -> URL:
    if not url:
        return URL.create("sqlite+pysqlite", database=str(home / DATABASE_FILE))
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise UsageError(
            "the database's address cannot be read; it looks like postgresql://user:password@host/name"
        ) from None
    dialect = address.drivername.partition("+")[0]
    if dialect in ("postgresql", "postgres"):
        return address.set(drivername="postgresql+psycopg")
    if dialect == "sqlite":
        return address.set(drivername="sqlite+pysqlite")
    raise UsageError(f"blogcrawler stores in postgresql:// or sqlite:///, not in {dialect}://")


def _name(address: URL) -> str:
    if address.drivername.startswith("sqlite"):
        return address.database or ":memory:"
    host = address.host or str(address.query.get("host", "localhost"))
    port = f":{address.port}" if address.port else ""
    return f"postgresql://{host}{port}/{address.database or ''}"


def _engine(address: URL) -> Engine:
    options: dict[str, Any] = {
        "hide_parameters": True,
        "json_serializer": partial(json.dumps, ensure_ascii=False, separators=(",", ":")),
    }
    if address.drivername.startswith("postgresql"):
        arguments = {"client_encoding": "utf8", "connect_timeout": _PATIENCE}
        return create_engine(address, connect_args=arguments, **options)
    arguments = {"check_same_thread": False, "timeout": _PATIENCE}
    engine = create_engine(address, connect_args=arguments, **options)
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Readers beside a writer, and a commit that survives a killed process without waiting for the disk."""
    _retry_while_locked(partial(connection.execute, "PRAGMA journal_mode = WAL"))
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _retry_while_locked(action: Any) -> None:
    """SQLite does not wait by itself when two processes turn to WAL at once."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            action()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


def _prepare_schema(connection: Connection, place: str) -> None:
    version = _schema_version(connection)
    if version is None or version < SCHEMA_VERSION:
        version = _create_schema(connection)
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"database {place}: written by a newer blogcrawler (schema {version}, this one knows"
            f" {SCHEMA_VERSION}); upgrade blogcrawler or choose another place"
        )


def _schema_version(connection: Connection) -> int | None:
    with connection.begin():
        if not inspect(connection).has_table(schema_version.name):
            return None
        return connection.scalar(select(schema_version.c.version))


def _create_schema(connection: Connection) -> int:
    """Make the tables that are not there, unless another process was faster, and say which version they have."""
    with connection.begin():
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK})")
        metadata.create_all(connection)
        version = connection.scalar(select(schema_version.c.version))
        if version is None:
            connection.execute(schema_version.insert().values(version=SCHEMA_VERSION))
        elif version < SCHEMA_VERSION:  # so far, versions have only added tables and columns
            _add_columns(connection)
            connection.execute(schema_version.update().values(version=SCHEMA_VERSION))
    return max(version or 0, SCHEMA_VERSION)


def _add_columns(connection: Connection) -> None:
    """Give the tables of an older version the columns that they lack."""
    inspector = inspect(connection)
    for table in metadata.sorted_tables:
        there = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                written = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {written}")
