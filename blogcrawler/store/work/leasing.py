"""Which blogs are free, and leasing them. The queue and the schedule of updates share this."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, and_, exists, func, literal, or_, select

from ...urls import server_of
from ..statements import begin_writing
from ..tables import blogs, leases, workers

__all__ = ["ALL_WORK", "adopt_blogs", "free_blogs", "hold", "lock_leases"]

#: The name of the row that says whether all work is paused.
ALL_WORK = ""

#: Number of the PostgreSQL advisory lock for taking blogs: "work" in ASCII. Without it, two workers that look at the
#: same moment would take two blogs of one server.
_LEASE_LOCK = 0x776F726B

_others = leases.alias("others")


def lock_leases(connection: Connection) -> None:
    """Let nobody else take blogs until the transaction ends."""
    begin_writing(connection)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LEASE_LOCK})")


def adopt_blogs(connection: Connection) -> None:
    """Make the leases of blogs that have none: new blogs, due now. Not while the first crawl of a blog is running."""
    own = leases.c.blog_digest == blogs.c.key_digest
    crawl = and_(leases.c.blog_digest == blogs.c.seed_digest, leases.c.task == "crawl")
    lacking = select(blogs.c.key_digest, blogs.c.url).where(~exists().where(or_(own, crawl)))
    rows = [
        {"blog_digest": key, "due_at": 0, "until": 0, "url": url, "server": server_of(url), "task": "update"}
        for key, url in connection.execute(lacking).all()
    ]
    if rows:
        connection.execute(leases.insert(), rows)


def free_blogs(now: datetime, due: datetime, holder: str, per_address: int = 0) -> Select[Any]:
    """The query for the leases that may be taken, in the order in which they are to be taken.

    They are due, nobody holds them, nobody else crawls their server, and fewer than ``per_address`` (0: any number)
    crawl others at its IP address.
    """
    at = int(now.timestamp())
    same = or_(_others.c.server == leases.c.server, _others.c.blog_digest == leases.c.blog_digest)
    busy = exists().where(same, _others.c.until > at, _others.c.holder != holder)
    all_paused = exists().where(workers.c.name == ALL_WORK, workers.c.paused)
    query = (
        select(leases)
        .where(leases.c.until <= at, leases.c.due_at <= int(due.timestamp()))
        .where(~leases.c.paused, ~leases.c.given_up, ~busy, ~all_paused)
        .order_by(leases.c.priority.desc(), leases.c.task.desc(), leases.c.due_at, leases.c.url)
    )
    if per_address:
        there = (_others.c.address == leases.c.address, _others.c.until > at, _others.c.holder != holder)
        crowd = select(func.count()).select_from(_others).where(*there).scalar_subquery()
        query = query.where(or_(leases.c.address.is_(None), crowd < per_address))
    return query


def hold(
    connection: Connection, rows: Sequence[Any], holder: str, now: datetime, until: datetime, **values: Any
) -> None:
    """Lease blogs. Counts how often they were taken over from holders that had died."""
    for row in rows:
        taken_over = literal(1) if row["holder"] not in (None, holder) else literal(0)
        statement = leases.update().where(leases.c.blog_digest == row["blog_digest"])
        held = {"holder": holder, "until": int(until.timestamp()), "began_at": int(now.timestamp())}
        connection.execute(
            statement.values(**held, **values, takeovers=func.coalesce(leases.c.takeovers, 0) + taken_over)
        )
