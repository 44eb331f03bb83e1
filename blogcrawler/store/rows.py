"""Conversion between items and table rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from ..items import Blog, Post
from ..urls import address_key
from .storable_values import LARGEST_INTEGER, storable

__all__ = ["BLOG_FIELDS", "POST_FIELDS", "blog_row", "post_row", "rank", "row_digest", "to_blog", "to_post"]

POST_FIELDS = tuple(field.name for field in fields(Post))
BLOG_FIELDS = tuple(field.name for field in fields(Blog))

_EPOCH = datetime(1970, 1, 1)
_MICROSECOND = timedelta(microseconds=1)


def row_digest(text: str) -> bytes:
    """The digest under which an address is indexed."""
    return sha256(text.encode()).digest()


def post_row(post: Post) -> dict[str, Any]:
    """The row of a post in the table ``posts``."""
    post = storable(post)
    row = {name: getattr(post, name) for name in POST_FIELDS}
    row["comments"] = [comment.record() for comment in post.comments]
    row["posts"] = [one.record() for one in post.posts]
    row["url_digest"] = row_digest(post.url)
    row["key_digest"] = row_digest(address_key(post.url))
    row["blog_digest"] = row_digest(address_key(post.blog))
    row["rank"] = rank(post.published)
    return row


def blog_row(blog: Blog) -> dict[str, Any]:
    """The row of a blog in the table ``blogs``."""
    blog = storable(blog)
    row = {name: getattr(blog, name) for name in BLOG_FIELDS}
    row["key"] = address_key(blog.url)
    row["key_digest"] = row_digest(row["key"])
    row["seed_digest"] = row_digest(address_key(blog.seed)) if blog.seed else None
    return row


def to_post(row: Any) -> Post:
    """The post of a row: the inverse of :func:`post_row`."""
    return Post.from_record(row)


def to_blog(row: Mapping[str, Any]) -> Blog:
    """The blog of a row: the inverse of :func:`blog_row`."""
    return Blog(**{name: row[name] for name in BLOG_FIELDS})


def rank(published: str | None) -> int:
    """A sort key that is smaller for newer dates: microseconds before 1970, UTC.

    A date without a time counts as midnight; missing and invalid dates sort last.
    """
    try:
        instant = datetime.fromisoformat(published or "")
    except ValueError:
        return LARGEST_INTEGER
    since_epoch = instant.replace(tzinfo=None) - _EPOCH - (instant.utcoffset() or timedelta())
    return -(since_epoch // _MICROSECOND)
