"""Leases, watched documents and visits of blogs, in SQL tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, func, or_, select

from ..items import Blog, Visit, WatchedDocument
from ..urls import address_key
from .rows import BLOG_FIELDS, row_digest, to_blog
from .statements import Run, upsert
from .storable_values import clean_value
from .tables import blogs, leases, sources, visits
from .work import adopt_blogs, free_blogs, hold, lock_leases

__all__ = ["SqlBlogSchedule"]

_SOURCE = [sources.c[field.name] for field in fields(WatchedDocument)]
_VISIT = [visits.c[field.name] for field in fields(Visit)]
_BLOG = [blogs.c[name] for name in BLOG_FIELDS]
_DUE = select(leases.c.due_at).where(leases.c.blog_digest == bindparam("blog"))
_VISITS = select(*_VISIT).where(visits.c.blog_digest == bindparam("blog")).order_by(visits.c.id.desc())
_LAST_VISITS = _VISITS.limit(bindparam("last"))


class SqlBlogSchedule:
    """Implements :class:`~blogcrawler.store.BlogSchedule`. A lease is a row with a holder and an end."""

    def __init__(self, run: Run, dialect: str) -> None:
        self._run = run
        self._save_source = upsert(sources, [sources.c.blog_digest, sources.c.url_digest], dialect)

    def lease(self, holder: str, now: datetime, until: datetime, due: datetime, limit: int = 1) -> list[Blog]:
        def work(connection: Connection) -> list[Blog]:
            lock_leases(connection)
            adopt_blogs(connection)
            query = free_blogs(now, due, holder).where(leases.c.task == "update").limit(limit)
            return self._hold(connection, query, holder, now, until)

        return self._run(work)

    def lease_blog(self, blog: str, holder: str, now: datetime, until: datetime) -> Blog | None:
        def work(connection: Connection) -> Blog | None:
            lock_leases(connection)
            adopt_blogs(connection)
            free = or_(leases.c.until <= int(now.timestamp()), leases.c.holder == holder)
            query = select(leases).where(leases.c.blog_digest == _key(blog), free)
            return next(iter(self._hold(connection, query, holder, now, until)), None)

        return self._run(work)

    def _hold(
        self, connection: Connection, query: Select[Any], holder: str, now: datetime, until: datetime
    ) -> list[Blog]:
        rows = connection.execute(query).mappings().all()
        hold(connection, rows, holder, now, until)
        known = select(*_BLOG).where(blogs.c.key_digest == bindparam("key"))
        found = (connection.execute(known, {"key": row["blog_digest"]}).mappings().first() for row in rows)
        return [to_blog(dict(row)) for row in found if row is not None]

    def renew(self, holder: str, until: datetime) -> None:
        update = leases.update().where(leases.c.holder == holder).values(until=int(until.timestamp()))
        self._run(lambda connection: connection.execute(update))

    def holder(self, blog: str) -> str | None:
        query = select(leases.c.holder).where(leases.c.blog_digest == _key(blog))
        return self._run(lambda connection: connection.scalar(query))

    def release(self, holder: str, blog: str, due: datetime) -> None:
        row = {"due_at": int(due.timestamp()), "holder": None, "until": 0, "began_at": None, "takeovers": 0}
        own_or_free = or_(leases.c.holder == holder, leases.c.holder.is_(None))
        update = leases.update().where(leases.c.blog_digest == _key(blog), own_or_free).values(**row)
        self._run(lambda connection: connection.execute(update))

    def held_until(self, due: datetime, now: datetime) -> datetime | None:
        overdue = and_(leases.c.due_at <= int(due.timestamp()), leases.c.task == "update")
        query = select(func.min(leases.c.until)).where(overdue, leases.c.until > int(now.timestamp()))
        first = self._run(lambda connection: connection.scalar(query))
        return datetime.fromtimestamp(first, UTC) if first else None

    def next_due(self) -> datetime | None:
        query = (
            select(func.min(func.coalesce(leases.c.due_at, 0)))
            .select_from(blogs)
            .outerjoin(leases, leases.c.blog_digest == blogs.c.key_digest)
            .where(or_(leases.c.task.is_(None), leases.c.task == "update"))
        )
        first = self._run(lambda connection: connection.scalar(query))
        return None if first is None else datetime.fromtimestamp(first, UTC)

    def due(self, blog: str) -> datetime | None:
        at = self._run(lambda connection: connection.scalar(_DUE, {"blog": _key(blog)}))
        return datetime.fromtimestamp(at, UTC) if at else None

    def sources(self, blog: str) -> list[WatchedDocument]:
        query = select(*_SOURCE).where(sources.c.blog_digest == _key(blog)).order_by(sources.c.url)
        return [WatchedDocument(**row) for row in self._rows(query)]

    def save_source(self, source: WatchedDocument) -> None:
        row = {name: clean_value(value) for name, value in asdict(source).items()}
        row |= {"blog_digest": _key(source.blog), "url_digest": row_digest(row["url"])}
        self._run(lambda connection: connection.execute(self._save_source, row))

    def take_source(self, source: WatchedDocument, due: str) -> bool:
        same = and_(sources.c.blog_digest == _key(source.blog), sources.c.url_digest == row_digest(source.url))
        unchanged = sources.c.due.is_(None) if source.due is None else sources.c.due == source.due
        take = sources.update().where(same, unchanged).values(due=due)
        return bool(self._run(lambda connection: connection.execute(take)).rowcount)

    def drop_source(self, blog: str, url: str) -> None:
        match = and_(sources.c.blog_digest == _key(blog), sources.c.url_digest == row_digest(clean_value(url)))
        self._run(lambda connection: connection.execute(sources.delete().where(match)))

    def save_visit(self, visit: Visit) -> None:
        row = {name: clean_value(value) for name, value in asdict(visit).items()} | {"blog_digest": _key(visit.blog)}
        self._run(lambda connection: connection.execute(visits.insert(), row))

    def visits(self, blog: str, last: int | None = None) -> list[Visit]:
        query = _VISITS if last is None else _LAST_VISITS
        values = {"blog": _key(blog), "last": last}
        found = self._run(lambda connection: list(connection.execute(query, values).mappings()))
        return [Visit(**row) for row in reversed(found)]

    def last_visits(self) -> dict[str, Visit]:
        last = select(func.max(visits.c.id)).group_by(visits.c.blog_digest)
        return {row["blog"]: Visit(**row) for row in self._rows(select(*_VISIT).where(visits.c.id.in_(last)))}

    def _rows(self, query: Any) -> Sequence[Any]:
        return self._run(lambda connection: list(connection.execute(query).mappings()))


def _key(blog: str) -> bytes:
    return row_digest(address_key(blog))
