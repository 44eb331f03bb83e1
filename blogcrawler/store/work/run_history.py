"""Past crawls and visits, in an SQL table."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Connection, func, select

from ...items import Run as PastRun
from ...urls import address_key
from ..rows import row_digest
from ..statements import Run, inserted_id
from ..storable_values import clean_value
from ..tables import runs

__all__ = ["SqlRunHistory"]

_COLUMNS = [runs.c[field.name] for field in fields(PastRun)]


class SqlRunHistory:
    """Implements :class:`~blogcrawler.store.RunHistory`."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def save(self, run: PastRun) -> int:
        row = {name: clean_value(value) for name, value in asdict(run).items() if name != "id"}
        row["blog_digest"] = row_digest(address_key(run.blog))
        return self._run(lambda connection: inserted_id(connection.execute(runs.insert(), row)))

    def run(self, number: int) -> PastRun | None:
        return next(iter(self._found(select(*_COLUMNS).where(runs.c.id == number))), None)

    def of_holder(self, holder: str) -> PastRun | None:
        query = select(*_COLUMNS).where(runs.c.holder == holder).order_by(runs.c.id.desc()).limit(1)
        return next(iter(self._found(query)), None)

    def recent(self, blog: str | None = None, limit: int = 50) -> list[PastRun]:
        query = select(*_COLUMNS).order_by(runs.c.id.desc()).limit(limit)
        if blog is not None:
            query = query.where(runs.c.blog_digest == row_digest(address_key(blog)))
        return self._found(query)

    def last(self, number: int = 1) -> dict[str, list[PastRun]]:
        place = func.row_number().over(partition_by=runs.c.blog_digest, order_by=runs.c.id.desc()).label("place")
        ranked = select(runs.c.id, place).subquery()
        chosen = select(ranked.c.id).where(ranked.c.place <= number)
        found: dict[str, list[PastRun]] = {}
        for run in self._found(select(*_COLUMNS).where(runs.c.id.in_(chosen)).order_by(runs.c.id.desc())):
            found.setdefault(run.blog, []).append(run)
        return found

    def totals(self) -> dict[tuple[str, str], dict[str, int]]:
        sums = [func.sum(column).label(column.name) for column in (runs.c.posts, runs.c.requests, runs.c.bytes)]
        query = select(runs.c.kind, runs.c.outcome, func.count().label("runs"), *sums)
        grouped = query.group_by(runs.c.kind, runs.c.outcome)
        found = self._run(lambda connection: connection.execute(grouped).mappings().all())
        names = ("runs", "posts", "requests", "bytes")
        return {(row["kind"], row["outcome"]): {name: int(row[name]) for name in names} for row in found}

    def _found(self, query: Any) -> list[PastRun]:
        def work(connection: Connection) -> list[PastRun]:
            return [PastRun(**row) for row in connection.execute(query).mappings()]

        return self._run(work)
