"""The rhythm of a feed: how often and at which hours of the week posts appear, and when to read it again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from itertools import accumulate, pairwise
from statistics import median

from .update_hints import FeedHints

__all__ = ["LONGEST", "SHORTEST", "FeedRhythm", "Patience"]

HOURS = 168
SHORTEST = timedelta(hours=1)
LONGEST = timedelta(days=7)
#: A visit is due, at the latest, when this share of the feed's entries may be new.
_MAX_NEW_SHARE = 0.25
#: Hours per post while nothing is known, and the number of posts that the prior counts for.
_PRIOR_HOURS, _PRIOR_POSTS = 30 * 24.0, 0.3
#: Hours over which a post's hour of the week is spread, and the number of posts that an even week counts for.
_SPREAD_HOURS, _EVEN_POSTS = 3.0, 15.0
_HOUR = timedelta(hours=1)
_MIDNIGHT = time()


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for posts: until they have waited for this many hours in total, and never longer than this."""

    waited_hours: float = 0.5
    longest: timedelta = LONGEST


@dataclass(frozen=True, slots=True)
class FeedRhythm:
    """Posts as an inhomogeneous Poisson process: ``rate`` in posts per hour, times the ``shape`` of the week.

    ``shape`` has a factor for each hour of the week (UTC, from Monday), 1 on average.
    """

    rate: float
    shape: tuple[float, ...] = (1.0,) * HOURS

    @classmethod
    def learn(cls, published: Iterable[datetime], now: datetime) -> FeedRhythm:
        """Learn from dates of publication. Old posts count less, and the time since the last one counts, too.

        A date at midnight, in its own time zone, is taken for a day without a time: it does not tell the hour.
        """
        stated = [date for date in published if _aware(date) <= now]
        dates = sorted(map(_aware, stated))
        if not dates:
            return cls(1 / _PRIOR_HOURS)
        gaps = [(b - a) / _HOUR for a, b in pairwise(dates)]
        typical = median(gaps) if gaps else _PRIOR_HOURS
        # The half-life is about ten posts, so that slow and fast blogs are learned equally well.
        memory = min(max(10 * typical, 7 * 24.0), 400 * 24.0)
        seen = sum(0.5 ** ((now - date) / _HOUR / memory) for date in dates)
        span = (now - dates[0]) / _HOUR
        watched = memory / math.log(2) * (1 - 0.5 ** (span / memory))
        rate = (seen + _PRIOR_POSTS) / (watched + _PRIOR_POSTS * max(typical, 1.0))
        return cls(rate, _shape(stated))

    def expected(self, start: datetime, end: datetime) -> float:
        """The expected number of posts between two moments."""
        hours = (end - start) / _HOUR
        if hours <= 0:
            return 0.0
        weeks, rest = divmod(hours, HOURS)
        first = (start.weekday() * 24 + start.hour + start.minute / 60) % HOURS
        total = weeks * HOURS + _until(self.shape, first + rest) - _until(self.shape, first)
        return self.rate * total

    def next_visit(
        self,
        now: datetime,
        capacity: int | None = None,
        hints: FeedHints | None = None,
        patience: Patience | None = None,
    ) -> datetime:
        """When to read a feed again that was just read.

        The total time that posts wait is limited. So the more posts, the less each waits, and a blog with four times as
        many posts is visited twice as often, which makes the best use of the requests (Cho and Garcia-Molina). A feed
        of ``capacity`` entries is read before it can overflow, and no feed in the hours or on the days on which it says
        that it is not updated.
        """
        hints, patience = hints or FeedHints(), patience or Patience()
        now = now.astimezone(UTC)
        max_new = _MAX_NEW_SHARE * capacity if capacity else math.inf
        at = now + max(SHORTEST, hints.shortest)
        expected = self.expected(now, at)
        waited = expected * ((at - now) / _HOUR) / 2
        hour, part = at.weekday() * 24 + at.hour, at.minute / 60
        more_hours = 0
        max_hours = (now + patience.longest - at) / _HOUR
        while more_hours < max_hours and waited < patience.waited_hours and expected < max_new:
            here, next_hour = self.shape[(hour + more_hours) % HOURS], self.shape[(hour + more_hours + 1) % HOURS]
            more = self.rate * (here + part * (next_hour - here))
            waited += expected + more / 2
            expected += more
            more_hours += 1
        at += more_hours * _HOUR
        for _ in range(HOURS):  # skipHours could name all hours
            if at.hour not in hints.skip_hours and at.weekday() not in hints.skip_days:
                break
            at += _HOUR
        return at


@lru_cache(maxsize=64)
def _sums(shape: tuple[float, ...]) -> tuple[float, ...]:
    """The sum of the factors from Monday until each hour, for two weeks."""
    return (0.0, *accumulate(shape + shape))


def _until(shape: tuple[float, ...], hours: float) -> float:
    """The sum of the factors in the hours since Monday, at most two weeks."""
    whole = int(hours)
    rest = hours - whole
    return _sums(shape)[whole] + (rest * shape[whole % HOURS] if rest else 0.0)


def _shape(dates: Sequence[datetime]) -> tuple[float, ...]:
    """How the posts spread over the week: a histogram, smoothed around the clock and towards an even week."""
    counts = [0.0] * HOURS
    for date in dates:
        if date.time() == _MIDNIGHT:
            for hour in range(date.weekday() * 24, date.weekday() * 24 + 24):
                counts[hour] += 1 / 24
        else:
            at = _aware(date)
            counts[at.weekday() * 24 + at.hour] += 1
    return _smooth(tuple(counts), len(dates))


@lru_cache(maxsize=64)
def _smooth(counts: tuple[float, ...], number: int) -> tuple[float, ...]:
    reach = int(3 * _SPREAD_HOURS)
    kernel = [math.exp(-0.5 * (k / _SPREAD_HOURS) ** 2) for k in range(-reach, reach + 1)]
    norm = sum(kernel)
    smooth = [
        sum(weight * counts[(hour + k - reach) % HOURS] for k, weight in enumerate(kernel)) / norm
        for hour in range(HOURS)
    ]
    return tuple((value * HOURS + _EVEN_POSTS) / (number + _EVEN_POSTS) for value in smooth)


def utc_dates(published: Iterable[datetime], now: datetime) -> list[datetime]:
    """The dates until now in order, in UTC."""
    return sorted(date for date in map(_aware, published) if date <= now)


def _aware(date: datetime) -> datetime:
    return date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)
