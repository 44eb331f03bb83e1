"""Dates that are those of the feed, not of its posts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time

from ...items import FeedEntry

__all__ = ["without_stamps"]

#: So many posts do not appear in the same second.
_CROWD = 4


def without_stamps(entries: Sequence[FeedEntry]) -> tuple[FeedEntry, ...]:
    """The entries; where all have the same instant, without it: programs give them that at which the feed was made.

    Midnight is no such instant but a mere day, and an issue of a magazine may appear on one.
    """
    published = _stamp([entry.published for entry in entries])
    updated = _stamp([entry.updated for entry in entries])
    if not published and not updated:
        return tuple(entries)
    return tuple(
        replace(entry, published=None if published else entry.published, updated=None if updated else entry.updated)
        for entry in entries
    )


def _stamp(dates: Sequence[datetime | None]) -> bool:
    first = dates[0] if dates else None
    if first is None or len(dates) < _CROWD or first.time() == time():
        return False
    return all(date == first for date in dates)
