"""Dates of records as other formats write them."""

from __future__ import annotations

from datetime import UTC, datetime

from ..items import Comment, Post

__all__ = ["known_moment", "moment", "post_date"]


def moment(text: str | None) -> datetime | None:
    """A date or time of a record, with a time zone; UTC if it names none, midnight if it is only a date."""
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        found.astimezone(UTC)  # fails in the years 1 and 9999
        return found
    except (ValueError, OverflowError):
        return None


def post_date(post: Post) -> str | None:
    """The day of a post: ``2024-03-31``; ``None`` if it is unknown or not a date."""
    found = moment(post.published)
    return found.date().isoformat() if found else None


def known_moment(post: Post, reply: Comment | None = None) -> datetime:
    """The time of a post or a reply for formats that require one: else its estimate, else when it was fetched."""
    if reply is not None and (own := moment(reply.published)):
        return own
    estimate = (post.dating or {}).get("date")
    return (
        moment(post.published)
        or moment(estimate if isinstance(estimate, str) else None)
        or moment(post.fetched)
        or datetime(1970, 1, 1, tzinfo=UTC)
    )
