"""A date as a page states it: perhaps only the day, perhaps without an offset."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone

from .persian import from_persian
from .vocabulary import zone_offset

__all__ = ["Clock", "Moment", "page_moment", "stated_offset"]

_SIGNED_OFFSET = re.compile(r"([+\-−])(\d{1,2}):?(\d{2})?")
#: Years of the Buddhist calendar, which Thai blogs use, are ahead by this much.
_BUDDHIST_YEARS_AHEAD = 543

#: Hour, minute, second, and the offset from UTC if it is stated.
Clock = tuple[int, int, int, timedelta | None]


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, with the time of day and the offset if they are known."""

    day: date
    hour: int | None = None
    minute: int = 0
    second: int = 0
    offset: timedelta | None = None

    def iso(self) -> str:
        """ISO 8601: a date, a date with time, or with time and offset."""
        moment = self.when()
        return moment.isoformat() if moment else self.day.isoformat()

    def when(self) -> datetime | None:
        """The moment as a ``datetime``, aware if the offset is known; ``None`` without a time of day."""
        if self.hour is None:
            return None
        zone = None if self.offset is None else timezone(self.offset)
        return datetime(self.day.year, self.day.month, self.day.day, self.hour, self.minute, self.second, tzinfo=zone)

    def same_day(self, other: datetime) -> bool:
        """Whether it is the day of ``other``, by either clock."""
        if self.day == other.date():
            return True
        mine = self.when()
        if mine is None or mine.tzinfo is None or other.tzinfo is None:
            return other.tzinfo is not None and self.day == other.astimezone(UTC).date()
        return mine.astimezone(UTC).date() == other.astimezone(UTC).date()


def page_moment(year: int, month: int, day: int, clock: Clock | None = None) -> Moment | None:
    """The moment of these numbers; years may have two digits, or be Buddhist or Persian. ``None`` for no real date."""
    if year < 100:
        year += 2000 if year < 70 else 1900
    elif 2500 <= year < 2600:
        year -= _BUDDHIST_YEARS_AHEAD
    elif 1300 <= year < 1450:
        persian = from_persian(year, month, day)
        return Moment(persian, *clock or ()) if persian else None
    if not 1990 <= year <= 2100:
        return None
    try:
        value = date(year, month, day)
    except ValueError:
        return None
    return Moment(value, *clock) if clock else Moment(value)


def stated_offset(text: str | None) -> timedelta | None:
    """``+01:00``, ``UTC``, ``GMT-3``, ``CEST``."""
    if not text:
        return None
    signed = _SIGNED_OFFSET.search(text)
    if not signed:
        return zone_offset(text)
    span = timedelta(hours=int(signed[2]), minutes=int(signed[3] or 0))
    return (-span if signed[1] in "-−" else span) if span < timedelta(hours=24) else None
