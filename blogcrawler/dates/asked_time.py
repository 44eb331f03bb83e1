"""Reads the moments that people ask for."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

__all__ = ["asked_moment"]

_PERIOD = re.compile(r"(\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?", re.ASCII)
_DIGITS = re.compile(r"(\d{8})(\d{2})(\d{2})(\d{2})?", re.ASCII)
_INSTANT = timedelta(microseconds=1)


def asked_moment(text: str) -> datetime | None:
    """The moment that a text names: a time, or the end of a day, a month or a year. ``None`` if it is not a moment.

    ``2014``, ``2014-03``, ``2014-03-01``, ``2014-03-01T12:00``, with a space instead of the T, with an offset, or as
    the timestamp of a web archive (``20140301120000``). Without an offset it is UTC.
    """
    text = text.strip()
    try:
        if period := _PERIOD.fullmatch(text):
            return _end(*(int(part) if part else None for part in period.groups()))
        if digits := _DIGITS.fullmatch(text):
            text = f"{digits[1]}T{digits[2]}{digits[3]}{digits[4] or '00'}"
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _end(year: int | None, month: int | None, day: int | None) -> datetime:
    """The last instant of a day, a month or a year."""
    start = datetime(year or 0, month or 1, day or 1, tzinfo=UTC)
    if day:
        return start + timedelta(days=1) - _INSTANT
    if month:
        return (start.replace(day=28) + timedelta(days=4)).replace(day=1) - _INSTANT
    return start.replace(month=12, day=31) + timedelta(days=1) - _INSTANT
