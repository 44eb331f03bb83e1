"""Archives behind search forms and their records, in SQL tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Connection, func, select

from ..items import SearchSource, SourceRecord
from ..urls import address_key
from .rows import row_digest
from .search_source_tables import search_sources, source_records
from .statements import Run, upsert
from .storable_values import clean_value

__all__ = ["SqlSearchSources"]

_SOURCE = [search_sources.c[field.name] for field in fields(SearchSource)]
_RECORD = [source_records.c[field.name] for field in fields(SourceRecord)]
#: Records that are in memory at once.
_BATCH = 1000


class SqlSearchSources:
    """Implements :class:`~blogcrawler.store.SearchSources`."""

    def __init__(self, run: Run, dialect: str) -> None:
        self._run = run
        self._save_source = upsert(search_sources, [search_sources.c.key_digest], dialect)
        self._save_record = upsert(
            source_records, [source_records.c.source_digest, source_records.c.url_digest], dialect
        )

    def save(self, source: SearchSource, records: Iterable[SourceRecord]) -> None:
        digest = _digest(source.url)
        row = {name: clean_value(value) for name, value in asdict(source).items()} | {"key_digest": digest}
        rows: dict[bytes, dict[str, Any]] = {}
        for record in records:
            one = {name: clean_value(value) for name, value in asdict(record).items()}
            url_digest = row_digest(one["url"])
            rows[url_digest] = one | {"source_digest": digest, "url_digest": url_digest}

        def work(connection: Connection) -> None:
            connection.execute(self._save_source, row)
            if rows:
                connection.execute(self._save_record, list(rows.values()))

        self._run(work)

    def source(self, address: str) -> SearchSource | None:
        query = select(*_SOURCE).where(search_sources.c.key_digest == _digest(address))
        found = self._run(lambda connection: list(connection.execute(query).mappings()))
        return SearchSource(**found[0]) if found else None

    def all(self) -> list[SearchSource]:
        query = select(*_SOURCE).order_by(search_sources.c.url)
        return [SearchSource(**row) for row in self._run(lambda connection: list(connection.execute(query).mappings()))]

    def records(self, source: str) -> Iterator[SourceRecord]:
        last = 0
        first = select(source_records.c.id, *_RECORD).where(source_records.c.source_digest == _digest(source))
        first = first.order_by(source_records.c.id).limit(_BATCH)
        while page := self._page(first.where(source_records.c.id > last)):
            for row in page:
                yield SourceRecord(**{field.name: row[field.name] for field in fields(SourceRecord)})
            last = page[-1]["id"]

    def count(self, source: str) -> int:
        query = (
            select(func.count()).select_from(source_records).where(source_records.c.source_digest == _digest(source))
        )
        return self._run(lambda connection: connection.scalar(query) or 0)

    def states(self) -> dict[str, str]:
        counted = select(source_records.c.source_digest, func.count()).group_by(source_records.c.source_digest)
        counts = self._run(lambda connection: {row[0]: row[1] for row in connection.execute(counted)})
        return {source.url: f"{counts.get(_digest(source.url), 0)} {source.crawled}" for source in self.all()}

    def _page(self, query: Any) -> list[Any]:
        return self._run(lambda connection: list(connection.execute(query).mappings()))


def _digest(address: str) -> bytes:
    return row_digest(address_key(address))
