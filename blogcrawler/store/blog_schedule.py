"""Leases, watched documents and visits of blogs, in SQL tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, or_, select

from ..items import Blog, Visit, WatchedDocument
from ..urls import address_key
from .rows import BLOG_FIELDS, row_digest, to_blog
from .statements import Run, begin_writing, upsert
from .storable_values import clean_value
from .tables import blogs, leases, sources, visits

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
        self._save_lease = upsert(leases, [leases.c.blog_digest], dialect)
        self._hold = upsert(leases, [leases.c.blog_digest], dialect, keep=["due_at"])
        self._save_source = upsert(sources, [sources.c.blog_digest, sources.c.url_digest], dialect)

    def lease(self, holder: str, now: datetime, until: datetime, due: datetime, limit: int = 1) -> list[Blog]:
        ended = and_(leases.c.until <= int(now.timestamp()), leases.c.due_at <= int(due.timestamp()))
        free = or_(leases.c.until.is_(None), ended)
        query = select(blogs.c.key_digest, *_BLOG).outerjoin(leases, leases.c.blog_digest == blogs.c.key_digest)
        query = query.where(free).order_by(func.coalesce(leases.c.due_at, 0), blogs.c.key).limit(limit)
        return self._lease_found(query, holder, until)

    def lease_blog(self, blog: str, holder: str, now: datetime, until: datetime) -> Blog | None:
        query = select(blogs.c.key_digest, *_BLOG).outerjoin(leases, leases.c.blog_digest == blogs.c.key_digest)
        free = or_(leases.c.until.is_(None), leases.c.until <= int(now.timestamp()), leases.c.holder == holder)
        return next(iter(self._lease_found(query.where(blogs.c.key_digest == _key(blog), free), holder, until)), None)

    def _lease_found(self, query: Any, holder: str, until: datetime) -> list[Blog]:
        def work(connection: Connection) -> list[Blog]:
            begin_writing(connection)
            # PostgreSQL skips rows that another process is leasing at this moment. SQLite waits instead.
            found = list(connection.execute(query.with_for_update(of=blogs, skip_locked=True)).mappings())
            rows = [
                {"blog_digest": row["key_digest"], "due_at": 0, "holder": holder, "until": int(until.timestamp())}
                for row in found
            ]
            if rows:
                connection.execute(self._hold, rows)
            return [to_blog(dict(row)) for row in found]

        return self._run(work)

    def renew(self, holder: str, until: datetime) -> None:
        update = leases.update().where(leases.c.holder == holder).values(until=int(until.timestamp()))
        self._run(lambda connection: connection.execute(update))

    def holder(self, blog: str) -> str | None:
        query = select(leases.c.holder).where(leases.c.blog_digest == _key(blog))
        return self._run(lambda connection: connection.scalar(query))

    def release(self, holder: str, blog: str, due: datetime) -> None:
        row = {"blog_digest": _key(blog), "due_at": int(due.timestamp()), "holder": None, "until": 0}
        own_or_free = or_(leases.c.holder == holder, leases.c.holder.is_(None))
        update = leases.update().where(leases.c.blog_digest == _key(blog), own_or_free).values(**row)
        self._run(lambda connection: connection.execute(update))

    def held_until(self, due: datetime, now: datetime) -> datetime | None:
        overdue = leases.c.due_at <= int(due.timestamp())
        query = select(func.min(leases.c.until)).where(overdue, leases.c.until > int(now.timestamp()))
        first = self._run(lambda connection: connection.scalar(query))
        return datetime.fromtimestamp(first, UTC) if first else None

    def next_due(self) -> datetime | None:
        query = (
            select(func.min(func.coalesce(leases.c.due_at, 0)))
            .select_from(blogs)
            .outerjoin(leases, leases.c.blog_digest == blogs.c.key_digest)
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
