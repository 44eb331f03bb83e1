"""The number of posts of each blog and month, kept by triggers: counting them takes seconds in a large archive."""

# ruff: noqa: S608 - statements are built from constants only

from __future__ import annotations

import logging
import time

from sqlalchemy import BigInteger, Column, Connection, LargeBinary, Table, Text, func, select
from sqlalchemy import text as sql

from ..rows import rank
from ..tables import metadata, posts

__all__ = ["COUNTED_FIELDS", "create_post_counts", "post_counts"]

_logger = logging.getLogger(__name__)

_POSTS_PER_STEP = 5000
_SECONDS_BETWEEN_MESSAGES = 10

#: The fields whose presence is counted, each with the condition that a post has it; ``{row}`` is its row.
COUNTED_FIELDS = {
    "title": "coalesce({row}.title, '') <> ''",
    "authors": "json_array_length({row}.authors) > 0",
    "published": f"{{row}}.rank < {rank(None)}",
    "text": "{row}.text <> ''",
}

post_counts = Table(
    "post_counts",
    metadata,
    Column("blog_digest", LargeBinary, primary_key=True),
    Column("month", Text, primary_key=True),  # 2024-03, in UTC; empty without a date
    Column("posts", BigInteger, nullable=False),
    Column("comments", BigInteger, nullable=False),  # the messages of threads, too
    *(Column(f"with_{name}", BigInteger, nullable=False) for name in COUNTED_FIELDS),
)

_SUMS = ("posts", "comments", *(f"with_{name}" for name in COUNTED_FIELDS))
_COLUMNS = ", ".join(("blog_digest", "month", *_SUMS))
_ADD = ", ".join(f"{name} = post_counts.{name} + excluded.{name}" for name in _SUMS)
#: What the sums depend on.
_SOURCES = "blog_digest, rank, title, authors, text, comments, posts"

_MONTHS = {
    "sqlite": "coalesce(strftime('%Y-%m', -{row}.rank / 1000000, 'unixepoch'), '')",
    "postgresql": f"CASE WHEN {{row}}.rank < {rank(None)} THEN"
    " to_char(timezone('UTC', to_timestamp(-{row}.rank / 1000000)), 'YYYY-MM') ELSE '' END",
}


def create_post_counts(connection: Connection, existing_posts: bool) -> None:
    """Create the triggers that keep the counts, and count ``existing_posts``."""
    dialect = connection.dialect.name
    for statement in _sqlite_triggers() if dialect == "sqlite" else _postgresql_triggers():
        connection.execute(sql(statement.replace(":=", r"\:=")))
    if existing_posts:
        connection.execute(post_counts.delete())
        _count_existing(connection)


def _count_existing(connection: Connection) -> None:
    """Count all posts in steps, with messages: in a large database this takes minutes."""
    sums = ", ".join(f"sum({value})" for value in _values("posts"))
    month = _MONTHS[connection.dialect.name].format(row="posts")
    step = sql(
        f"INSERT INTO post_counts ({_COLUMNS}) SELECT blog_digest, {month}, {sums} FROM posts"
        f" WHERE id > :last AND id <= :until GROUP BY 1, 2 ON CONFLICT (blog_digest, month) DO UPDATE SET {_ADD}"
    )
    first, end = connection.execute(select(func.min(posts.c.id), func.max(posts.c.id))).one()
    if end is None:
        return
    said = time.monotonic()
    for last in range(first - 1, end, _POSTS_PER_STEP):
        connection.execute(step, {"last": last, "until": last + _POSTS_PER_STEP})
        if time.monotonic() > said + _SECONDS_BETWEEN_MESSAGES:
            said = time.monotonic()
            _logger.warning(
                "Counted the posts up to number %s of %s", f"{min(last + _POSTS_PER_STEP, end):,}", f"{end:,}"
            )


def _values(row: str) -> list[str]:
    """What a row adds to each sum."""
    comments = f"json_array_length({row}.comments) + json_array_length({row}.posts)"
    has = [f"CASE WHEN {condition.format(row=row)} THEN 1 ELSE 0 END" for condition in COUNTED_FIELDS.values()]
    return ["1", comments, *has]


def _count(dialect: str, row: str, sign: str = "") -> str:
    """The statement that adds a row to the counts, or removes it with the sign ``-``."""
    values = ", ".join(f"{sign}({value})" for value in _values(row))
    month = _MONTHS[dialect].format(row=row)
    return (
        f"INSERT INTO post_counts ({_COLUMNS}) VALUES ({row}.blog_digest, {month}, {values})"
        f" ON CONFLICT (blog_digest, month) DO UPDATE SET {_ADD};"
    )


def _sqlite_triggers() -> list[str]:
    added, removed = _count("sqlite", "new"), _count("sqlite", "old", "-")
    return [
        f"CREATE TRIGGER IF NOT EXISTS post_counts_{name} AFTER {event} ON posts BEGIN {work} END"
        for name, event, work in (
            ("added", "INSERT", added),
            ("changed", f"UPDATE OF {_SOURCES}", f"{removed} {added}"),
            ("removed", "DELETE", removed),
        )
    ]


def _postgresql_triggers() -> list[str]:
    added, removed = _count("postgresql", "NEW"), _count("postgresql", "OLD", "-")
    return [
        "CREATE OR REPLACE FUNCTION count_posts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF TG_OP <> 'INSERT' THEN {removed} END IF;"
        f" IF TG_OP <> 'DELETE' THEN {added} END IF;"
        " RETURN NULL; END $$",
        "DROP TRIGGER IF EXISTS posts_counted ON posts",
        f"CREATE TRIGGER posts_counted AFTER INSERT OR DELETE OR UPDATE OF {_SOURCES} ON posts"
        " FOR EACH ROW EXECUTE FUNCTION count_posts()",
    ]
