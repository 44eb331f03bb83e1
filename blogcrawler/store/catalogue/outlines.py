"""Blogs at a glance, from the kept counts of their posts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, func, select

from ...urls import address_key
from ..catalogue_interface import BlogOutline
from ..rows import rank, row_digest
from ..tables import blogs, leases, posts, visits
from .post_counts import COUNTED_FIELDS, post_counts

__all__ = ["blog_outlines", "post_total"]

_BLOGS_PER_QUERY = 400
"""SQLite allows a thousand parameters or more."""

_IS_DATED = posts.c.rank < rank(None)
_OWN = posts.c.blog_digest == blogs.c.key_digest
_VISIT = visits.alias()
_NEWEST_VISIT = (
    select(func.max(_VISIT.c.id)).where(_VISIT.c.blog_digest == blogs.c.key_digest).correlate(blogs).scalar_subquery()
)
#: The first and the last date come from the index of a blog's posts.
_KNOWN = (
    select(
        blogs.c.url,
        blogs.c.key_digest,
        select(posts.c.rank).where(_OWN, _IS_DATED).order_by(posts.c.rank.desc()).limit(1).scalar_subquery(),
        select(posts.c.rank).where(_OWN, _IS_DATED).order_by(posts.c.rank).limit(1).scalar_subquery(),
        visits.c.began,
        visits.c.outcome,
        leases.c.due_at,
    )
    .select_from(blogs)
    .outerjoin(visits, and_(visits.c.blog_digest == blogs.c.key_digest, visits.c.id == _NEWEST_VISIT))
    .outerjoin(leases, leases.c.blog_digest == blogs.c.key_digest)
    .order_by(blogs.c.key)
)
_COUNTS = [
    post_counts.c.blog_digest,
    post_counts.c.month,
    post_counts.c.posts,
    post_counts.c.comments,
    *(post_counts.c[f"with_{name}"] for name in COUNTED_FIELDS),
]


def blog_outlines(connection: Connection, addresses: Sequence[str] | None) -> dict[str, BlogOutline]:
    """These blogs at a glance, or all."""
    known, counts = _KNOWN, select(*_COUNTS).where(post_counts.c.posts > 0).order_by(post_counts.c.month)
    if addresses is None:
        return _outlines(connection, known, counts)
    digests = [row_digest(address_key(address)) for address in addresses]
    found: dict[str, BlogOutline] = {}
    for start in range(0, len(digests), _BLOGS_PER_QUERY):
        some = digests[start : start + _BLOGS_PER_QUERY]
        of_blogs = counts.where(post_counts.c.blog_digest.in_(some))
        found |= _outlines(connection, known.where(blogs.c.key_digest.in_(some)), of_blogs)
    return found


def post_total(connection: Connection) -> int:
    """The number of all posts."""
    return int(connection.scalar(select(func.coalesce(func.sum(post_counts.c.posts), 0))) or 0)


def _outlines(connection: Connection, known: Any, counts: Any) -> dict[str, BlogOutline]:
    months: dict[bytes, list[tuple[str, int]]] = defaultdict(list)
    sums: dict[bytes, list[int]] = {}
    for digest, month, *numbers in connection.execute(counts):
        key = bytes(digest)
        if month:
            months[key].append((month, numbers[0]))
        sums[key] = [one + other for one, other in zip(sums[key], numbers, strict=True)] if key in sums else numbers
    outlines = {}
    for url, digest, oldest, newest, began, outcome, due in connection.execute(known):
        number, comments, *filled = sums.get(bytes(digest), [0] * (len(_COUNTS) - 2))
        outlines[url] = BlogOutline(
            number,
            _day(oldest),
            _day(newest),
            tuple(months[bytes(digest)]),
            began,
            outcome,
            due or None,
            comments,
            tuple(zip(COUNTED_FIELDS, filled, strict=True)),
        )
    return outlines


def _day(ranked: int | None) -> str | None:
    """The day of a rank, or ``None`` for one that no calendar has."""
    if ranked is None:
        return None
    try:
        return (datetime(1970, 1, 1, tzinfo=UTC) - timedelta(microseconds=ranked)).date().isoformat()
    except OverflowError:
        return None
