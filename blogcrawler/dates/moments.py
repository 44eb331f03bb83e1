"""Compare dates of different precision: a feed gives the instant, a page perhaps only the day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

__all__ = ["dates_agree", "is_earlier", "parse_instant"]

#: The largest offset from UTC of any time zone.
_MAX_OFFSET = timedelta(hours=14)


def dates_agree(one: str | None, other: str | None) -> bool:
    """Whether two dates may be the same moment, given their precision."""
    if one == other:
        return True
    first, second = parse_instant(one), parse_instant(other)
    if first is None or second is None:
        return False
    assert one is not None
    assert other is not None
    apart = abs(first - second)
    if len(one) <= 10 or len(other) <= 10:  # a day
        return apart < timedelta(days=1) + _MAX_OFFSET
    if _has_zone(one) and _has_zone(other):
        return apart < timedelta(minutes=1)
    return apart <= _MAX_OFFSET and apart % timedelta(minutes=15) < timedelta(minutes=1)


def is_earlier(one: str | None, other: str | None) -> bool:
    """Whether an ISO date is before another: by day, unless both have a time and an offset."""
    if not one or not other:
        return False
    first, second = datetime.fromisoformat(one), datetime.fromisoformat(other)
    if first.tzinfo and second.tzinfo:
        return first < second
    return first.date() < second.date()


def _has_zone(text: str) -> bool:
    return datetime.fromisoformat(text).tzinfo is not None


def parse_instant(text: str | None) -> datetime | None:
    """An ISO date as an aware ``datetime``: UTC if it has no zone, midnight if it has no time.

    ``None`` also for a moment that has no year in UTC.
    """
    try:
        moment = datetime.fromisoformat(text or "")
        if moment.tzinfo is None:
            return moment.replace(tzinfo=UTC)
        moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment
