"""The queue of blogs, in SQL tables."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, update

from ...unicode_repair import clean_text
from ...urls import address_key, server_of
from ..rows import row_digest
from ..statements import Run, upsert
from ..tables import blogs, leases, workers
from ..work_interface import QueuedBlog, WorkerState
from .leasing import ALL_WORK, adopt_blogs, free_blogs, hold, lock_leases

__all__ = ["SqlWorkQueue"]

_MAX_REASON = 500
_FREE = {"holder": None, "until": 0, "began_at": None}
_FRESH_START = {"failures": 0, "takeovers": 0, "given_up": False, "reason": None}


class SqlWorkQueue:
    """Implements :class:`~blogcrawler.store.WorkQueue`. A blog in the queue is its row in the table of leases."""

    def __init__(self, run: Run, dialect: str) -> None:
        self._run = run
        self._save_worker = upsert(workers, [workers.c.name], dialect, keep=["draining", "paused", "began_at"])

    def add(self, blog: QueuedBlog, now: datetime) -> bool:
        def work(connection: Connection) -> bool:
            lock_leases(connection)
            at, key = int(now.timestamp()), _key(blog.url)
            known = connection.execute(select(leases).where(leases.c.blog_digest == key)).mappings().first()
            if known is not None and known["until"] > at:
                return False
            values = {"url": clean_text(blog.url), "server": server_of(blog.url), "task": "crawl", "due_at": at}
            values |= {"priority": blog.priority, "options": dict(blog.options), "added_at": at, "paused": False}
            values |= _FREE | _FRESH_START
            if known is None:
                connection.execute(leases.insert().values(blog_digest=key, **values))
            else:
                if known["task"] == "crawl":
                    values["added_at"] = known["added_at"]
                connection.execute(update(leases).where(leases.c.blog_digest == key).values(**values))
            return True

        return self._run(work)

    def take(
        self, holder: str, now: datetime, until: datetime, place: str = "", per_address: int = 0
    ) -> QueuedBlog | None:
        def work(connection: Connection) -> QueuedBlog | None:
            lock_leases(connection)
            adopt_blogs(connection)
            found = connection.execute(free_blogs(now, now, holder, per_address).limit(1)).mappings().all()
            hold(connection, found, holder, now, until, place=place)
            return _queued(found[0]) if found else None

        return self._run(work)

    def renew(self, holder: str, until: datetime) -> QueuedBlog | None:
        def work(connection: Connection) -> QueuedBlog | None:
            own = leases.c.holder == holder
            connection.execute(update(leases).where(own).values(until=int(until.timestamp())))
            found = connection.execute(select(leases).where(own)).mappings().first()
            return _queued(found) if found else None

        return self._run(work)

    def share_address(self, holder: str, address: str, most: int, now: datetime) -> bool:
        def work(connection: Connection) -> bool:
            lock_leases(connection)
            there = select(func.count()).where(leases.c.address == address, leases.c.until > int(now.timestamp()))
            others = connection.scalar(there.where(leases.c.holder != holder)) or 0
            connection.execute(update(leases).where(leases.c.holder == holder).values(address=address))
            return others < most

        return self._run(work)

    def finish(self, holder: str, due: datetime) -> None:
        def work(connection: Connection) -> None:
            lock_leases(connection)
            found = connection.execute(select(leases).where(leases.c.holder == holder)).mappings().first()
            if found is None:
                return
            own = leases.c.blog_digest == found["blog_digest"]
            values = _FREE | _FRESH_START | {"task": "update", "due_at": int(due.timestamp()), "priority": 0}
            values |= {"options": None, "place": None}
            # The blog may have another address than the one it was queued with.
            named = or_(blogs.c.key_digest == found["blog_digest"], blogs.c.seed_digest == found["blog_digest"])
            homes = connection.execute(select(blogs.c.key_digest, blogs.c.url).where(named)).all()
            if not homes or found["blog_digest"] in {bytes(key) for key, _ in homes}:
                connection.execute(update(leases).where(own).values(**values))
                return
            connection.execute(delete(leases).where(own))
            adopt_blogs(connection)
            for key, _ in homes:
                unheld = (leases.c.blog_digest == key, leases.c.holder.is_(None))
                connection.execute(update(leases).where(*unheld).values(**values))

        self._run(work)

    def put_back(self, holder: str, due: datetime, reason: str | None = None) -> None:
        self._end(holder, {"due_at": int(due.timestamp()), "reason": reason})

    def fail(self, holder: str, due: datetime | None, reason: str) -> None:
        values: dict[str, Any] = {"reason": reason, "failures": leases.c.failures + 1, "given_up": due is None}
        if due is not None:
            values["due_at"] = int(due.timestamp())
        self._end(holder, values)

    def _end(self, holder: str, values: dict[str, Any]) -> None:
        if values["reason"] is not None:
            values["reason"] = clean_text(values["reason"])[:_MAX_REASON]
        statement = update(leases).where(leases.c.holder == holder).values(**values, **_FREE)
        self._run(lambda connection: connection.execute(statement))

    def blog(self, url: str) -> QueuedBlog | None:
        query = select(leases).where(leases.c.blog_digest == _key(url))
        found = self._run(lambda connection: connection.execute(query).mappings().first())
        return _queued(found) if found else None

    def blogs(self) -> list[QueuedBlog]:
        order = (leases.c.priority.desc(), leases.c.task.desc(), leases.c.due_at, leases.c.url)
        query = select(leases).where(leases.c.url.is_not(None)).order_by(*order)

        def work(connection: Connection) -> list[QueuedBlog]:
            lock_leases(connection)
            adopt_blogs(connection)
            return [_queued(row) for row in connection.execute(query).mappings()]

        return self._run(work)

    def remove(self, url: str) -> bool:
        free = leases.c.until <= int(datetime.now(UTC).timestamp())
        own = (leases.c.blog_digest == _key(url), leases.c.task == "crawl", free)

        def work(connection: Connection) -> bool:
            lock_leases(connection)
            return connection.execute(delete(leases).where(*own)).rowcount > 0

        return self._run(work)

    def pause(self, url: str | None = None) -> bool:
        return self._pause_all(True) if url is None else self._change(url, {"paused": True})

    def resume(self, url: str | None = None) -> bool:
        if url is None:
            return self._pause_all(False)
        return self._change(url, {"paused": False, "due_at": int(datetime.now(UTC).timestamp())} | _FRESH_START)

    def _change(self, url: str, values: dict[str, Any]) -> bool:
        statement = update(leases).where(leases.c.blog_digest == _key(url)).values(**values)

        def work(connection: Connection) -> bool:
            lock_leases(connection)
            adopt_blogs(connection)
            return connection.execute(statement).rowcount > 0

        return self._run(work)

    def _pause_all(self, paused: bool) -> bool:
        def work(connection: Connection) -> bool:
            lock_leases(connection)
            connection.execute(delete(workers).where(workers.c.name == ALL_WORK))
            row = {"name": ALL_WORK, "machine": "", "process": 0, "slots": 0, "began_at": 0, "seen_at": 0}
            if paused:
                connection.execute(workers.insert().values(**row, draining=False, paused=True))
            return True

        return self._run(work)

    def is_paused(self) -> bool:
        query = select(workers.c.paused).where(workers.c.name == ALL_WORK)
        return bool(self._run(lambda connection: connection.scalar(query)))

    def report(self, worker: WorkerState) -> bool:
        row = {"name": worker.name, "machine": worker.machine, "process": worker.process, "slots": worker.slots}
        row |= {"began_at": int(worker.began.timestamp()), "seen_at": int(worker.seen.timestamp())}
        query = select(workers.c.draining).where(workers.c.name == worker.name)

        def work(connection: Connection) -> bool:
            connection.execute(self._save_worker, row | {"draining": worker.draining, "paused": False})
            return bool(connection.scalar(query))

        return self._run(work)

    def workers(self) -> list[WorkerState]:
        query = select(workers).where(workers.c.name != ALL_WORK).order_by(workers.c.name)
        found = self._run(lambda connection: connection.execute(query).mappings().all())
        return [_worker(row) for row in found]

    def drain(self, worker: str | None = None) -> int:
        chosen = workers.c.name != ALL_WORK
        if worker is not None:
            chosen = chosen & or_(workers.c.name == worker, workers.c.machine == worker)
        statement = update(workers).where(chosen).values(draining=True)
        return self._run(lambda connection: connection.execute(statement).rowcount)

    def forget(self, worker: str) -> None:
        statement = delete(workers).where(workers.c.name == worker)
        self._run(lambda connection: connection.execute(statement))


def _key(url: str) -> bytes:
    return row_digest(address_key(url))


def _moment(at: int | None) -> datetime | None:
    return datetime.fromtimestamp(at, UTC) if at else None


def _queued(row: Mapping[Any, Any]) -> QueuedBlog:
    names = ("task", "priority", "holder", "paused", "given_up", "failures", "takeovers", "reason", "place")
    return QueuedBlog(
        url=row["url"] or "",
        due=_moment(row["due_at"]),
        until=_moment(row["until"]),
        began=_moment(row["began_at"]),
        added=_moment(row["added_at"]),
        server=row["server"] or "",
        options=row["options"] or {},
        **{name: row[name] for name in names},
    )


def _worker(row: Mapping[Any, Any]) -> WorkerState:
    began, seen = (datetime.fromtimestamp(row[name], UTC) for name in ("began_at", "seen_at"))
    names = ("name", "machine", "process", "slots", "draining")
    return WorkerState(**{name: row[name] for name in names}, began=began, seen=seen)
