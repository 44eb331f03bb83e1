"""The blog's clock: its offset from UTC, and the hour where posts show only their day.

The feed gives the instant, the page a date by the blog's own clock, often without an offset. What lies between the
two on the training pages is the blog's offset from UTC, by season where it changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from .page_dates import Moment

__all__ = ["Clock", "learn_clock", "offset_minutes"]

#: So many training pages, and such a share of them with another day in UTC, make an hour the usual one.
_LEAST_PAGES, _USUAL_SHARE = 4, 0.7
_DAY = 24 * 60
_MIDNIGHT = "00:00:00"
#: A clock is set forward by so much in summer.
_SUMMER = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """``zone`` has the offset from UTC in minutes by day of the year, ``hour`` what a mere day is completed with.

    ``usual`` says that the hour is not that of all posts but of most. An hour below 0 is of the day before, one from 24
    on of the day after.
    """

    zone: tuple[tuple[int, int], ...] = ()
    hour: str = ""
    usual: bool = False

    def set(self, moment: Moment) -> Moment:
        """The moment with the offset, and where it has no hour the hour, that the training pages had."""
        if not self.zone or moment.offset is not None or (moment.hour is None and not self.hour):
            return moment
        day = moment.day.timetuple().tm_yday

        def apart(entry: tuple[int, int]) -> int:
            gap = abs(entry[0] - day)
            return min(gap, 366 - gap)

        offset = timedelta(minutes=min(self.zone, key=apart)[1])
        if moment.hour is None:
            hour, minute, second = (int(part) for part in self.hour.split(":"))
            days, hour = divmod(hour, 24)
            return Moment(moment.day + timedelta(days=days), hour, minute, second, offset)
        return Moment(moment.day, moment.hour, moment.minute, moment.second, offset)


def offset_minutes(gap: timedelta) -> int | None:
    """The offset that explains a gap between two clocks: whole quarters of an hour, seconds forgiven."""
    minutes = gap.total_seconds() / 60
    quarter = round(minutes / 15) * 15
    return quarter if abs(minutes - quarter) <= 1.5 else None


def learn_clock(pairs: Iterable[tuple[Moment, datetime]]) -> Clock:
    """The clock that explains what the pages show (``Moment``) by what the feed says (``datetime``)."""
    pairs = [(moment, target) for moment, target in pairs if target.tzinfo is not None]
    timed = [(moment, target, when) for moment, target in pairs if (when := moment.when()) is not None]
    if timed:
        return _by_the_hour([(moment, target, when) for moment, target, when in timed if when.tzinfo is None])
    return _by_the_day(pairs)


def _by_the_hour(shown: Sequence[tuple[Moment, datetime, datetime]]) -> Clock:
    gaps = [
        (moment, offset_minutes(when - target.astimezone(UTC).replace(tzinfo=None))) for moment, target, when in shown
    ]
    explained = [(moment.day.timetuple().tm_yday, minutes) for moment, minutes in gaps if minutes is not None]
    return Clock(_plausible(dict(explained))) if 2 * len(explained) >= len(shown) else Clock()


def _by_the_day(pairs: Sequence[tuple[Moment, datetime]]) -> Clock:
    """Of days, the offset that the feed states; the hour if all posts have the same, or if it tells the day in UTC."""
    local = [(moment, target) for moment, target in pairs if target.utcoffset() and moment.day == target.date()]
    zone = {
        moment.day.timetuple().tm_yday: int((target.utcoffset() or timedelta()).total_seconds() // 60)
        for moment, target in local
    }
    if not zone:
        return _in_utc(pairs)
    hours = {target.strftime("%H:%M:%S") for _, target in pairs}
    if len(hours) == 1 and (len(pairs) >= 3 or hours == {_MIDNIGHT}):  # it is no hour but the day's name
        return Clock(_plausible(zone), hours.pop())
    hour = _usual_hour([target for _, target in local]) if len(local) >= _USUAL_SHARE * len(pairs) else ""
    return Clock(_plausible(zone), hour, usual=bool(hour))


def _usual_hour(targets: Sequence[datetime]) -> str:
    """The hour around which posts appear, if nearly all have another day in UTC then than on the blog's clock.

    Posts of the evening west of Greenwich, or of the morning east of it: without the hour their day would be wrong
    for everybody who counts in UTC. Other days are left as the page shows them: an hour is not invented without need.
    """
    other = sorted(60 * one.hour + one.minute for one in targets if one.astimezone(UTC).date() != one.date())
    if len(targets) < _LEAST_PAGES or len(other) < _USUAL_SHARE * len(targets):
        return ""
    return _text(other[len(other) // 2])


def _in_utc(pairs: Sequence[tuple[Moment, datetime]]) -> Clock:
    """The same of a feed that has only UTC: the hour there, if it is nearly always of the day before, or after.

    Many programs give posts that have no hour midnight by the blog's clock.
    """
    minutes = sorted(
        int((target - datetime(moment.day.year, moment.day.month, moment.day.day, tzinfo=UTC)).total_seconds() // 60)
        for moment, target in pairs
    )
    for other in ([m for m in minutes if m < 0], [m for m in minutes if m >= _DAY]):
        if len(minutes) >= _LEAST_PAGES and len(other) >= _USUAL_SHARE * len(minutes):
            return Clock(((1, 0),), _text(other[len(other) // 2]), usual=other[0] != other[-1])
    return Clock()


def _text(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}:00"


def _plausible(zone: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """The offsets without those of single posts that have an oddity of their own."""
    if not zone:
        return ()
    (usual, _), *_ = Counter(zone.values()).most_common(1)
    return tuple(sorted((day, minutes) for day, minutes in zone.items() if abs(minutes - usual) <= _SUMMER))
