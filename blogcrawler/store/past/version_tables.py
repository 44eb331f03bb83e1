"""The SQL tables of the past: earlier records of posts, and the times during which posts were gone."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Identity, Index, Integer, LargeBinary, Table, Text

from ..tables import metadata

__all__ = ["absences", "versions"]

# Earlier records. `delta` makes the record from the next newer one, see record_delta. Times are seconds since 1970.
versions = Table(
    "post_versions",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("post_id", BigInteger, nullable=False),  # posts.id
    Column("until", BigInteger, nullable=False),
    Column("kinds", Text, nullable=False),  # separated by spaces
    Column("delta", LargeBinary, nullable=False),
    Index("post_versions_by_post", "post_id", "id"),
    Index("post_versions_by_time", "until"),
)

# When posts were gone that exist again.
absences = Table(
    "absences",
    metadata,
    Column("post_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)
