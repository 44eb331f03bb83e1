"""Time zones with summer time: which one explains the offsets of a blog, and when it usually changes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

__all__ = ["usual_offsets"]

#: One zone for each pair of offsets and each rule for the days of the change, the most populous first.
_ZONES = (
    *("Europe/Berlin", "Europe/London", "Europe/Athens", "Atlantic/Azores", "Europe/Moscow", "Europe/Chisinau"),
    *("America/New_York", "America/Chicago", "America/Los_Angeles", "America/Denver", "America/Halifax"),
    *("America/St_Johns", "America/Anchorage", "America/Adak", "America/Miquelon", "America/Havana"),
    *("America/Mexico_City", "America/Sao_Paulo", "America/Santiago", "America/Asuncion"),
    *("Australia/Sydney", "Australia/Adelaide", "Pacific/Auckland"),
    *("Asia/Jerusalem", "Asia/Beirut", "Africa/Cairo", "Asia/Tehran"),
)
#: The day of the change differs between years by up to a week: it is looked up in this many years before and after.
_YEARS = 3
_LAST_DAY = 365


def usual_offsets(seen: Collection[tuple[date, int]]) -> tuple[tuple[int, int], ...]:
    """The offsets in minutes on the days of the year next to a change, if a zone explains all that were ``seen``."""
    for name in _ZONES:
        if _explains(name, seen):
            return _changes(name, max(day.year for day, _ in seen))
    return ()


def _explains(name: str, seen: Iterable[tuple[date, int]]) -> bool:
    try:
        zone = ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError):  # no such data on this machine
        return False
    # On the day of a change there are two.
    return all(minutes in (_offset(zone, day, 0), _offset(zone, day, 23)) for day, minutes in seen)


def _offset(zone: ZoneInfo, day: date, hour: int) -> int:
    offset = datetime(day.year, day.month, day.day, hour, tzinfo=zone).utcoffset() or timedelta()
    return int(offset.total_seconds()) // 60


@lru_cache(64)
def _changes(name: str, year: int) -> tuple[tuple[int, int], ...]:
    zone, years = ZoneInfo(name), range(max(1, year - _YEARS), year + _YEARS + 1)
    usual = [
        Counter(_offset(zone, date(one, 1, 1) + timedelta(days=day), 12) for one in years).most_common(1)[0][0]
        for day in range(_LAST_DAY)
    ]
    return tuple(
        (day + 1, minutes)
        for day, minutes in enumerate(usual)
        if minutes != usual[day - 1] or minutes != usual[(day + 1) % _LAST_DAY]
    )
