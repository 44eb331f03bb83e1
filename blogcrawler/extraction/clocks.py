"""The blog's clock: its offset from UTC, and the hour where posts show only their day.

The feed gives the instant, the page a date by the blog's own clock, often without an offset. What lies between the
two on the training pages is the blog's offset from UTC, by season where it changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from .dates import Moment

__all__ = ["Clock", "learn_clock", "offset_minutes"]

#: So many training pages, and such a share of them within so many minutes, make an hour the usual one.
_LEAST_PAGES, _USUAL_SHARE, _ABOUT = 4, 0.7, 120
_DAY = 24 * 60
#: A clock is set forward by so much in summer.
_SUMMER = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """``zone`` has the offset from UTC in minutes by day of the year, ``hour`` what a mere day is completed with.

    ``usual`` says that the hour is not that of all posts but of most.
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
            return Moment(moment.day, hour, minute, second, offset)
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
        return Clock()
    hours = {target.strftime("%H:%M:%S") for _, target in pairs}
    if len(pairs) >= 3 and len(hours) == 1:  # it is no hour but the day's name
        return Clock(_plausible(zone), hours.pop())
    hour = _usual_hour([target for _, target in local]) if len(local) >= _USUAL_SHARE * len(pairs) else ""
    return Clock(_plausible(zone), hour, usual=bool(hour))


def _usual_hour(targets: Sequence[datetime]) -> str:
    """The hour around which nearly all posts appear, if it has another day in UTC than on the blog's clock.

    Posts of the evening west of Greenwich, or of the morning east of it: without the hour their day would be wrong
    for everybody who counts in UTC. Other days are left as the page shows them: an hour is not invented without need.
    """
    if len(targets) < _LEAST_PAGES:
        return ""
    minutes = sorted(60 * target.hour + target.minute for target in targets)
    around = [[m for m in minutes if first <= m <= first + _ABOUT] for first in minutes]
    most = max(around, key=len)
    other_day = sum(target.astimezone(UTC).date() != target.date() for target in targets)
    if len(most) < _USUAL_SHARE * len(minutes) or other_day < _USUAL_SHARE * len(minutes):
        return ""
    middle = most[len(most) // 2]
    return f"{middle // 60:02}:{middle % 60:02}:00"


def _plausible(zone: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """The offsets without those of single posts that have an oddity of their own."""
    if not zone:
        return ()
    (usual, _), *_ = Counter(zone.values()).most_common(1)
    return tuple(sorted((day, minutes) for day, minutes in zone.items() if abs(minutes - usual) <= _SUMMER))
