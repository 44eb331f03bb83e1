"""The SQL tables of archives behind search forms."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, Float, Identity, Index, Integer, LargeBinary, Table, Text

from .tables import metadata

__all__ = ["search_sources", "source_records"]

_json = JSON(none_as_null=True)

search_sources = Table(
    "search_sources",
    metadata,
    Column("key_digest", LargeBinary, primary_key=True),  # of urls.address_key(url)
    Column("url", Text, nullable=False),
    Column("form", _json, nullable=False),
    Column("behaviour", _json, nullable=False),
    Column("features", _json, nullable=False),
    Column("mappings", _json, nullable=False),
    Column("error_pattern", _json, nullable=False),
    Column("coverage", Float),
    Column("requests", Integer, nullable=False),
    Column("ending", Text, nullable=False),
    Column("notes", _json, nullable=False),
    Column("crawled", Text),
)

source_records = Table(
    "source_records",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("source_digest", LargeBinary, nullable=False),
    Column("url_digest", LargeBinary, nullable=False),
    Column("url", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("fields", _json, nullable=False),
    Column("found_by", _json, nullable=False),
    Column("fetched", Text),
    Index("source_records_by_url", "source_digest", "url_digest", unique=True),
)
