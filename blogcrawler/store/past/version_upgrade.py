"""Convert the earlier records of databases of older versions, which stored each of them as a whole."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Connection, Integer, LargeBinary, MetaData, Table, Text, inspect, select

from ..rows import POST_FIELDS, to_post
from ..tables import posts
from .record_delta import make_delta, packed
from .version_chain import seconds
from .version_tables import versions

__all__ = ["compact_versions"]

_COLUMNS = [posts.c[name] for name in POST_FIELDS]
_whole_versions = Table(
    "versions",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("key_digest", LargeBinary),
    Column("until", Text),
    Column("kinds", JSON),
    Column("record", JSON),
)


def compact_versions(connection: Connection) -> None:
    """Move all earlier records to the table of differences, post by post."""
    if not inspect(connection).has_table(_whole_versions.name):
        return
    whole = _whole_versions.c
    for (key,) in connection.execute(select(whole.key_digest).distinct()).all():
        query = select(posts.c.id, *_COLUMNS).where(posts.c.key_digest == key).order_by(posts.c.url.desc()).limit(1)
        post = connection.execute(query).mappings().first()
        if post is None:
            continue
        base, rows = packed(to_post(post)), []
        for row in connection.execute(select(_whole_versions).where(whole.key_digest == key).order_by(whole.id.desc())):
            record = packed(to_post({name: row.record.get(name) for name in POST_FIELDS}))
            rows.append(
                {
                    "post_id": post["id"],
                    "until": seconds(row.until) or 0,
                    "kinds": " ".join(row.kinds),
                    "delta": make_delta(base, record),
                }
            )
            base = record
        connection.execute(versions.insert(), rows[::-1])
    _whole_versions.drop(connection)
