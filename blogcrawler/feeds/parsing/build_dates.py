"""Dropping dates that say when the feed was built, not when its posts were published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time

from ...items import FeedEntry

__all__ = ["without_stamps"]

#: With this many posts or more, a shared timestamp is not a coincidence.
_MIN_POSTS = 4


def without_stamps(entries: Sequence[FeedEntry]) -> tuple[FeedEntry, ...]:
    """Remove a timestamp that all entries share: some generators stamp entries with the feed's build time.

    Midnight stays. It means a day, and a magazine may publish a whole issue on one day.
    """
    published = _is_build_time([entry.published for entry in entries])
    updated = _is_build_time([entry.updated for entry in entries])
    if not published and not updated:
        return tuple(entries)
    return tuple(
        replace(entry, published=None if published else entry.published, updated=None if updated else entry.updated)
        for entry in entries
    )


def _is_build_time(dates: Sequence[datetime | None]) -> bool:
    first = dates[0] if dates else None
    if first is None or len(dates) < _MIN_POSTS or first.time() == time():
        return False
    return all(date == first for date in dates)
