"""The SQL tables of watches: who watches for what, what is waiting to be matched, clips, and messages to be sent."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Identity,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    func,
    inspect,
    select,
)

from ..tables import metadata

__all__ = ["clips", "outbox", "renew_ids", "watch_events", "watch_owners", "watches"]

_json = JSON(none_as_null=True)


def _id() -> Column[int]:
    return Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True)


watch_owners = Table(
    "watch_owners",
    metadata,
    _id(),
    Column("name", Text, nullable=False, unique=True),
    Column("addresses", _json, nullable=False),
    Column("rhythm", Text, nullable=False),
    Column("timezone", Text, nullable=False),
    Column("secret", Text, nullable=False, unique=True),
    Column("paused", Boolean, nullable=False),
)

watches = Table(
    "watches",
    metadata,
    _id(),
    Column("owner", BigInteger, nullable=False),
    Column("query", Text, nullable=False),
    Column("matching", Text, nullable=False),
    Column("scope", _json, nullable=False),
    Column("synonyms", _json, nullable=False),
    Column("old_posts", Boolean, nullable=False),
    Column("created", Text, nullable=False),
    Index("watches_by_owner", "owner"),
    sqlite_autoincrement=True,  # the number of a watch that was removed must not be given to another
)

# Posts that were saved and not yet matched; `version` is the id of the earlier record.
watch_events = Table(
    "watch_events",
    metadata,
    _id(),
    Column("key_digest", LargeBinary, nullable=False),
    Column("version", BigInteger),
    Column("gone", Boolean, nullable=False),
    sqlite_autoincrement=True,  # a process that is late must not remove what another one has queued
)

clips = Table(
    "clips",
    metadata,
    _id(),
    Column("watch", BigInteger, nullable=False),
    Column("owner", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
    Column("found", Text, nullable=False),
    Column("record", _json, nullable=False),
    Column("packed", Boolean, nullable=False),  # it is in a message, or was never to be sent
    Index("clips_by_digest", "watch", "digest", unique=True),
    Index("clips_by_owner", "owner", "id"),
    Index("clips_to_pack", "packed", "owner"),
)

# Messages, one for each address. `due_at` and `held_until` are seconds since 1970.
outbox = Table(
    "outbox",
    metadata,
    _id(),
    Column("owner", BigInteger, nullable=False),
    Column("address", Text, nullable=False),
    Column("message_id", Text, nullable=False),
    Column("message", _json, nullable=False),
    Column("created", Text, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("held_until", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", Text),
    Column("sent", Text),
    Index("outbox_by_due", "sent", "due_at"),
    Index("outbox_by_owner", "owner", "id"),
)


def renew_ids(connection: Connection) -> None:
    """Copy tables of an older version, in which SQLite used the ids of removed rows again."""
    if connection.dialect.name != "sqlite":
        return
    for table in (watches, watch_events):
        for index in inspect(connection).get_indexes(table.name):
            connection.exec_driver_sql(f"DROP INDEX {index['name']}")
        connection.exec_driver_sql(f"ALTER TABLE {table.name} RENAME TO old_{table.name}")
        table.create(connection)
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        copy = f"INSERT INTO {table.name} ({names}) SELECT {names} FROM old_{table.name}"  # noqa: S608  our own names
        connection.exec_driver_sql(copy)
        connection.exec_driver_sql(f"DROP TABLE old_{table.name}")
    used = connection.scalar(select(func.max(clips.c.watch)))
    if used is not None:  # clips stay when their watch is removed
        row = watches.insert().values(
            owner=0, query="", matching="", scope={}, synonyms={}, old_posts=False, created=""
        )
        last = max(used, connection.scalar(select(func.max(watches.c.id))) or 0)
        connection.execute(row.values(id=last + 1))
        connection.execute(watches.delete().where(watches.c.id == last + 1))
