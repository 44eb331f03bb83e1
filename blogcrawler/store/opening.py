"""Opens the database and creates or upgrades its tables."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, or_, select, update
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from ..errors import StoreError, UsageError
from ..extras import needs_extra
from ..urls import address_key, server_of
from .catalogue import create_post_counts
from .interface import Store
from .past import compact_versions
from .rows import row_digest
from .search import create_search_tables
from .sql_store import SqlStore
from .store_errors import store_error
from .tables import (
    SCHEMA_VERSION,
    blogs,
    leases,
    metadata,
    post_states,
    posts,
    schema_version,
    sources,
    visits,
)
from .watches import renew_ids

__all__ = ["DATABASE_FILE", "database_name", "has_database", "open_existing_store", "open_store"]

_logger = logging.getLogger(__name__)

DATABASE_FILE = "blogcrawler.db"

#: The version of the tables since which the keys of addresses have no index files.
_KEYS_WITHOUT_INDEX_FILES = 6

#: The version of the tables since which there is a search index.
_SEARCH_INDEX = 7

#: The version of the tables since which earlier records are stored as differences.
_COMPACT_VERSIONS = 9

#: The version of the tables since which the posts of each month are counted.
_POST_COUNTS = 10

#: The version of the tables since which leases name the address and the server of their blog.
_LEASES_WITH_SERVERS = 11

#: The version of the tables since which the number of a watch is never used again.
_LASTING_WATCH_IDS = 12

_LOCK_TIMEOUT = 30
"""Seconds to wait for another process that is writing."""

_SCHEMA_LOCK = 0x626C6F67
"""Number of the PostgreSQL advisory lock for creating the tables: "blog" in ASCII."""


def open_store(url: str | None, home: Path) -> Store:
    """Open the database at ``url``, or the file ``blogcrawler.db`` in the home folder; create missing tables.

    ``url`` has SQLAlchemy's form: ``postgresql://user:password@host/name`` (also ``postgres://``) or
    ``sqlite:///path``.
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


def has_database(url: str | None, home: Path) -> bool:
    """Whether there may be a database. False for a file that does not exist yet."""
    return bool(url) or (home / DATABASE_FILE).exists()


def open_existing_store(url: str | None, home: Path) -> Store:
    """Open the database for reading; ``StoreError`` instead of creating an empty one in the home folder."""
    if not has_database(url, home):
        raise StoreError(
            f"{home} has no crawled blogs yet; crawl one (blogcrawler crawl URL) or give another folder (--home DIR)"
        )
    return open_store(url, home)


def database_name(url: str | None, home: Path) -> str:
    """The database's name for display: without user and password."""
    return _name(_address(url, home))


def _address(url: str | None, home: Path) -> URL:
    if not url:
        return URL.create("sqlite+pysqlite", database=str(home / DATABASE_FILE))
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise UsageError("not a valid database address; it looks like postgresql://user:password@host/name") from None
    dialect = address.drivername.partition("+")[0]
    if dialect in ("postgresql", "postgres"):
        return address.set(drivername="postgresql+psycopg")
    if dialect == "sqlite":
        return address.set(drivername="sqlite+pysqlite")
    raise UsageError(f"blogcrawler supports postgresql:// and sqlite:///, not {dialect}://")


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
        arguments = {"client_encoding": "utf8", "connect_timeout": _LOCK_TIMEOUT}
        with needs_extra("postgres"):
            return create_engine(address, connect_args=arguments, **options)
    arguments = {"check_same_thread": False, "timeout": _LOCK_TIMEOUT}
    engine = create_engine(address, connect_args=arguments, **options)
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Let readers work next to a writer, and make commits survive a killed process without waiting for the disk."""
    _retry_while_locked(partial(connection.execute, "PRAGMA journal_mode = WAL"))
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _retry_while_locked(action: Any) -> None:
    """Retry while the database is locked: SQLite does not wait when two processes switch to WAL at once."""
    end = time.monotonic() + _LOCK_TIMEOUT
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
        version = _create_schema(connection, place)
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"database {place}: written by a newer version of blogcrawler (schema {version}, this version"
            f" supports {SCHEMA_VERSION}); upgrade blogcrawler or use another database"
        )


def _schema_version(connection: Connection) -> int | None:
    with connection.begin():
        if not inspect(connection).has_table(schema_version.name):
            return None
        return connection.scalar(select(schema_version.c.version))


def _create_schema(connection: Connection, place: str) -> int:
    """Create or upgrade the tables, unless another process was faster; returns their version."""
    with connection.begin():
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK})")
        metadata.create_all(connection)
        version = connection.scalar(select(schema_version.c.version))
        if version is None:
            create_search_tables(connection, existing_posts=False)
            create_post_counts(connection, existing_posts=False)
            connection.execute(schema_version.insert().values(version=SCHEMA_VERSION))
        elif version < SCHEMA_VERSION:
            _logger.warning(
                "Converting the database %s to this version of blogcrawler. This happens once and may take minutes"
                " if it is large; wait until it is done.",
                place,
            )
            _add_columns(connection)
            if version < _COMPACT_VERSIONS:
                compact_versions(connection)
            if version < _KEYS_WITHOUT_INDEX_FILES:
                _renew_keys(connection)
            if version < _LEASES_WITH_SERVERS:
                _name_servers(connection)
            if version < _LASTING_WATCH_IDS:
                renew_ids(connection)
            if version < _SEARCH_INDEX:
                create_search_tables(connection, existing_posts=True)
            if version < _POST_COUNTS:
                create_post_counts(connection, existing_posts=True)
            connection.execute(schema_version.update().values(version=SCHEMA_VERSION))
            _logger.warning("The database %s is converted.", place)
    return max(version or 0, SCHEMA_VERSION)


def _renew_keys(connection: Connection) -> None:
    """Compute the keys of addresses again, which included the names of index files."""
    of_blogs, of_posts = (posts, post_states, sources, visits, leases), (posts, post_states)
    for url, old in connection.execute(select(blogs.c.url, blogs.c.key_digest)).all():
        new = row_digest(address_key(url))
        if new != old and not connection.scalar(select(blogs.c.url).where(blogs.c.key_digest == new)):
            change = update(blogs).where(blogs.c.key_digest == old)
            connection.execute(change.values(key=address_key(url), key_digest=new))
            for table in of_blogs:
                connection.execute(update(table).where(table.c.blog_digest == old).values(blog_digest=new))
    for named in (posts, post_states):
        has_index_file = or_(named.c.url.ilike("%/index.%"), named.c.url.ilike("%/default.%"))
        for url, old in connection.execute(select(named.c.url, named.c.key_digest).where(has_index_file)).all():
            for table in of_posts:
                new = row_digest(address_key(url))
                connection.execute(update(table).where(table.c.key_digest == old).values(key_digest=new))


def _name_servers(connection: Connection) -> None:
    """Give the leases of known blogs their addresses and servers."""
    for url, key in connection.execute(select(blogs.c.url, blogs.c.key_digest)).all():
        own = update(leases).where(leases.c.blog_digest == key)
        connection.execute(own.values(url=url, server=server_of(url)))


def _add_columns(connection: Connection) -> None:
    """Add the columns that tables of an older version lack."""
    inspector = inspect(connection)
    for table in metadata.sorted_tables:
        existing = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in existing:
                definition = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {definition}")
