"""The SQL tables. The row of a post has one column per field of its record, plus columns for searching and sorting.

Addresses can be too long for an index in PostgreSQL, so their SHA-256 digests are indexed instead.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)

__all__ = [
    "SCHEMA_VERSION",
    "blogs",
    "leases",
    "metadata",
    "post_states",
    "posts",
    "runs",
    "schema_version",
    "sources",
    "visits",
    "workers",
]

SCHEMA_VERSION = 12
"""Increased with every change to the tables; databases with a higher version are refused."""

metadata = MetaData()

_json = JSON(none_as_null=True)

schema_version = Table("schema_version", metadata, Column("version", Integer, nullable=False))

blogs = Table(
    "blogs",
    metadata,
    Column("key_digest", LargeBinary, primary_key=True),  # of `key`
    Column("key", Text, nullable=False),  # urls.address_key(url)
    Column("url", Text, nullable=False),
    Column("title", Text),
    Column("language", Text),
    Column("feed", Text),
    Column("rules", _json),
    Column("pattern", _json),
    Column("knowledge", _json),
    Column("crawled", Text),
    Column("seed", Text),
    Column("seed_digest", LargeBinary),  # of urls.address_key(seed)
    Column("folder", Text),
    Column("private_host", Text),
    Column("faults", _json),
)

posts = Table(
    "posts",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("url_digest", LargeBinary, nullable=False, unique=True),
    Column("key_digest", LargeBinary, nullable=False),  # of urls.address_key(url)
    Column("blog_digest", LargeBinary, nullable=False),  # of urls.address_key(blog)
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
    Column("type", Text, nullable=False, server_default="post"),
    Column("posts", _json, nullable=False, server_default="[]"),
    Column("dating", _json),
    Column("confidence", _json, nullable=False, server_default="{}"),
    Index("posts_by_key", "key_digest"),
    Index("posts_by_rank", "rank", "id"),
    Index("posts_by_blog", "blog_digest", "rank", "id"),
)

# When each post was and will be checked. Times are texts as in records; `due_at` is `due` as a number.
post_states = Table(
    "looks",
    metadata,
    Column("url_digest", LargeBinary, primary_key=True),
    Column("key_digest", LargeBinary, nullable=False),
    Column("blog_digest", LargeBinary, nullable=False),
    Column("url", Text, nullable=False),
    Column("found", Text),
    Column("checked", Text),
    Column("fresh", Text),
    Column("due", Text),
    Column("due_at", BigInteger, nullable=False),  # seconds since 1970
    Column("gone", Text),
    Column("etag", Text),
    Column("modified", Text),
    Column("restructured", Text),
    Column("markup", Text),
    Index("looks_by_key", "key_digest"),
    Index("looks_by_due", "blog_digest", "due_at"),
)

# Watched documents: feeds, sitemaps, robots.txt.
sources = Table(
    "sources",
    metadata,
    Column("blog_digest", LargeBinary, primary_key=True),
    Column("url_digest", LargeBinary, primary_key=True),
    Column("blog", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("etag", Text),
    Column("modified", Text),
    Column("right", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("trusted", Integer, nullable=False),
    Column("checked", Text),
    Column("changed", Text),
    Column("due", Text),
    Column("digest", Text),
    Column("body", Text),
    Column("reading", _json, nullable=False),
    Column("facts", _json, nullable=False),
)

# Past visits to blogs.
visits = Table(
    "visits",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("blog_digest", LargeBinary, nullable=False),
    Column("blog", Text, nullable=False),
    Column("began", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("requests", Integer, nullable=False),
    Column("new", Integer, nullable=False),
    Column("changed", Integer, nullable=False),
    Column("gone", Integer, nullable=False),
    Column("entries", Integer),
    Column("overflowed", Boolean, nullable=False),
    Column("next", Text),
    Column("note", Text),
    Column("rate", Float),
    Column("earliest", Text),
    Index("visits_by_blog", "blog_digest", "id"),
)

# What is to be done next: when each blog is due, for an update or its first crawl, and who holds it until when. There
# is a row for each known blog, and for each address that waits for its first crawl. Times are seconds since 1970.
leases = Table(
    "leases",
    metadata,
    Column("blog_digest", LargeBinary, primary_key=True),
    Column("due_at", BigInteger, nullable=False),
    Column("holder", Text),
    Column("until", BigInteger, nullable=False),
    Column("url", Text),
    Column("server", Text),  # see urls.server_of
    Column("address", Text),  # of the server, as far as known
    Column("task", Text, nullable=False, server_default="update"),  # or "crawl"
    Column("priority", Integer, nullable=False, server_default="0"),
    Column("options", _json),
    Column("paused", Boolean, nullable=False, server_default=false()),
    Column("given_up", Boolean, nullable=False, server_default=false()),
    Column("failures", Integer, nullable=False, server_default="0"),  # in a row
    Column("takeovers", Integer, nullable=False, server_default="0"),
    Column("reason", Text),  # of the last failure
    Column("added_at", BigInteger),
    Column("began_at", BigInteger),
    Column("place", Text),  # where the files of an unfinished crawl are
)

# The running workers. The row without a name says whether all work is paused.
workers = Table(
    "workers",
    metadata,
    Column("name", Text, primary_key=True),
    Column("machine", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("slots", Integer, nullable=False),
    Column("began_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("draining", Boolean, nullable=False),
    Column("paused", Boolean, nullable=False),
)

# Past crawls and visits, and what each has done.
runs = Table(
    "runs",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("blog_digest", LargeBinary, nullable=False),
    Column("blog", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("holder", Text),
    Column("began", Text, nullable=False),
    Column("ended", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("posts", Integer, nullable=False),
    Column("changed", Integer, nullable=False),
    Column("gone", Integer, nullable=False),
    Column("requests", Integer, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("fields", _json, nullable=False),
    Column("failures", _json, nullable=False),
    Column("rejected", _json, nullable=False),
    Column("faults", _json, nullable=False),
    Column("notes", _json, nullable=False),
    Index("runs_by_blog", "blog_digest", "id"),
    Index("runs_by_holder", "holder"),
)
