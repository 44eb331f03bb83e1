"""Dates of different precision: a feed has the instant, a page perhaps the day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

__all__ = ["dates_agree", "parse_instant"]

#: No zone is farther from UTC.
_FARTHEST = timedelta(hours=14)


def dates_agree(one: str | None, other: str | None) -> bool:
    """Whether two dates can be the same moment, as far as each of them says."""
    if one == other:
        return True
    first, second = parse_instant(one), parse_instant(other)
    if first is None or second is None:
        return False
    assert one is not None
    assert other is not None
    apart = abs(first - second)
    if len(one) <= 10 or len(other) <= 10:  # a day
        return apart < timedelta(days=1) + _FARTHEST
    if _has_zone(one) and _has_zone(other):
        return apart < timedelta(minutes=1)
    return apart <= _FARTHEST and apart % timedelta(minutes=15) < timedelta(minutes=1)


def _has_zone(text: str) -> bool:
    return datetime.fromisoformat(text).tzinfo is not None


def parse_instant(text: str | None) -> datetime | None:
    """An ISO date as a moment; without a zone it is UTC, without a time midnight."""
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
