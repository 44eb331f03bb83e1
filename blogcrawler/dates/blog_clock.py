"""The blog's clock: its offset from UTC, and the hour to assume where posts only show their day.

The feed gives the instant, the page a date by the blog's own clock, often without an offset. The difference between the
two on the training pages is the blog's offset from UTC, which may change with the season.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from .page_moment import Moment
from .time_zones import usual_offsets

__all__ = ["Clock", "learn_clock", "offset_minutes"]

#: An hour is the usual one if there are this many training pages and this share of them has another day in UTC.
_MIN_PAGES, _NEARLY_ALL = 4, 0.7
#: A post may be saved a little later than its page says.
_TOLERANCE_MINUTES = 1.5
_MINUTES_PER_DAY = 24 * 60
_MIDNIGHT = "00:00:00"
#: Summer time differs from winter time by this much.
_SUMMER_TIME_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """``zone`` has the offset from UTC in minutes by day of the year, ``hour`` the time to add to dates without one.

    ``usual`` means that only most posts have this hour. An hour below 0 is on the day before, one of 24 or more on the
    day after.
    """

    zone: tuple[tuple[int, int], ...] = ()
    hour: str = ""
    usual: bool = False

    def set(self, moment: Moment) -> Moment:
        """The moment with the offset that the training pages had, and with their hour if it has none."""
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
    """The offset that explains the gap between two clocks: whole quarters of an hour, give or take 90 seconds."""
    minutes = gap.total_seconds() / 60
    quarter = round(minutes / 15) * 15
    return quarter if abs(minutes - quarter) <= _TOLERANCE_MINUTES else None


def learn_clock(pairs: Iterable[tuple[Moment, datetime]]) -> Clock:
    """Learn the clock from pairs of what a page shows and what the feed says."""
    pairs = [(moment, target) for moment, target in pairs if target.tzinfo is not None]
    timed = [(moment, target, when) for moment, target in pairs if (when := moment.when()) is not None]
    if timed:
        return _clock_from_times([(moment, target, when) for moment, target, when in timed if when.tzinfo is None])
    return _clock_from_days(pairs)


def _clock_from_times(shown: Sequence[tuple[Moment, datetime, datetime]]) -> Clock:
    gaps = [
        (moment, offset_minutes(when - target.astimezone(UTC).replace(tzinfo=None))) for moment, target, when in shown
    ]
    explained = [(moment.day, minutes) for moment, minutes in gaps if minutes is not None]
    return Clock(_by_day_of_year(explained)) if 2 * len(explained) >= len(shown) else Clock()


def _clock_from_days(pairs: Sequence[tuple[Moment, datetime]]) -> Clock:
    """Learn from pages that show only days: the feed's offset, and the hour if all or nearly all posts share it."""
    local = [(moment, target) for moment, target in pairs if target.utcoffset() and moment.day == target.date()]
    zone = [(moment.day, int((target.utcoffset() or timedelta()).total_seconds() // 60)) for moment, target in local]
    if not zone:
        return _clock_from_utc(pairs)
    hours = {target.strftime("%H:%M:%S") for _, target in pairs}
    if len(hours) == 1 and (len(pairs) >= 3 or hours == {_MIDNIGHT}):  # how the feed writes a day
        return Clock(_by_day_of_year(zone), hours.pop())
    hour = _usual_hour([target for _, target in local]) if len(local) >= _NEARLY_ALL * len(pairs) else ""
    return Clock(_by_day_of_year(zone), hour, usual=bool(hour))


def _usual_hour(targets: Sequence[datetime]) -> str:
    """The usual hour of posts, if nearly all have another day in UTC than on the blog's clock; else empty.

    These are posts of the evening west of Greenwich, or of the morning east of it. Without the hour, their day would be
    wrong in UTC. In all other cases the day stays as the page shows it: no hour is invented without need.
    """
    other = sorted(60 * one.hour + one.minute for one in targets if one.astimezone(UTC).date() != one.date())
    if len(targets) < _MIN_PAGES or len(other) < _NEARLY_ALL * len(targets):
        return ""
    return _hour_text(other[len(other) // 2])


def _clock_from_utc(pairs: Sequence[tuple[Moment, datetime]]) -> Clock:
    """Learn from a feed in UTC: the hour there, if it is nearly always on the day before, or the day after.

    Many programs give midnight by the blog's clock to posts without an hour.
    """
    minutes = sorted(
        int((target - datetime(moment.day.year, moment.day.month, moment.day.day, tzinfo=UTC)).total_seconds() // 60)
        for moment, target in pairs
    )
    for other in ([m for m in minutes if m < 0], [m for m in minutes if m >= _MINUTES_PER_DAY]):
        if len(minutes) >= _MIN_PAGES and len(other) >= _NEARLY_ALL * len(minutes):
            return Clock(((1, 0),), _hour_text(other[len(other) // 2]), usual=other[0] != other[-1])
    return Clock()


def _hour_text(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}:00"


def _by_day_of_year(seen: Sequence[tuple[date, int]]) -> tuple[tuple[int, int], ...]:
    """The offsets that differ from the most frequent one by no more than summer time.

    Two that a time zone explains change on its usual days.
    """
    if not seen:
        return ()
    (usual, _), *_ = Counter(minutes for _, minutes in seen).most_common(1)
    kept = [(day, minutes) for day, minutes in seen if abs(minutes - usual) <= _SUMMER_TIME_MINUTES]
    changing = usual_offsets(kept) if len({minutes for _, minutes in kept}) > 1 else ()
    return changing or tuple(sorted({day.timetuple().tm_yday: minutes for day, minutes in kept}.items()))
