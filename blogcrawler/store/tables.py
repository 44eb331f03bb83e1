"""The tables. A post's row is its record, field by field, and what is needed to find and sort it.

Addresses can be longer than PostgreSQL lets an indexed value be, so SHA-256 digests of them are indexed.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

__all__ = ["SCHEMA_VERSION", "blogs", "metadata", "posts", "schema_version"]

SCHEMA_VERSION = 1
"""Raised with every change of the tables; a database of a higher one is not touched."""

metadata = MetaData()

_json = JSON(none_as_null=True)

schema_version = Table("schema_version", metadata, Column("version", Integer, nullable=False))

blogs = Table(
    "blogs",
    metadata,
    Column("key_digest", LargeBinary, primary_key=True),  # of `key`
    Column("key", Text, nullable=False),  # address.address_key(url)
    Column("url", Text, nullable=False),
    Column("title", Text),
    Column("language", Text),
    Column("feed", Text),
    Column("rules", _json),
    Column("pattern", _json),
    Column("crawled", Text),
)

posts = Table(
    "posts",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("url_digest", LargeBinary, nullable=False, unique=True),
    Column("key_digest", LargeBinary, nullable=False),  # of address.address_key(url)
    Column("blog_digest", LargeBinary, nullable=False),  # of address.address_key(blog)
    Column("rank", BigInteger, nullable=False),  # ascending is newest first, see rows.rank
    Column("url", Text, nullable=False),
    Column("blog", Text, nullable=False),
    Column("title", Text),
    Column("authors", _json, nullable=False),
    Column("published", Text),
    Column("updated", Text),
    Column("language", Text),
    Column("tags", _json, nullable=False),
    Column("content_html", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("links", _json, nullable=False),
    Column("media", _json, nullable=False),
    Column("comments", _json, nullable=False),
    Column("comments_feed", Text),
    Column("comments_expected", BigInteger),
    Column("source", _json, nullable=False),
    Column("rendered", Boolean, nullable=False),
    Column("fetched", Text),
    Column("warc", _json),
    Index("posts_by_key", "key_digest"),
    Index("posts_by_rank", "rank", "id"),
    Index("posts_by_blog", "blog_digest", "rank", "id"),
)
