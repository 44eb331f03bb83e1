"""A budget of requests for many blogs: what a visit is worth, and how many requests may be made by now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

__all__ = ["RequestBudget", "expected_gain"]

#: A post that is found within this many hours is in time. One that is not counts as if it had waited that much longer.
_IN_TIME_HOURS, _LATE_HOURS = 24.0, 168.0
_DAY = timedelta(days=1)


def expected_gain(rate: float, hours: float, late_hours: float = _LATE_HOURS) -> float:
    """What a visit is worth, at ``rate`` posts per hour and ``hours`` since the last visit.

    It is the time that the expected posts have waited in total. If always the blog with the most is visited, a blog
    with four times as many posts is visited twice as often, the best use of a budget (Cho and Garcia-Molina, "Effective
    Page Refresh Policies for Web Crawlers"). After a day, each post of that day counts more, so that the budget
    rather suffices for visits once a day than for visits every two days to more blogs.
    """
    late = late_hours * _IN_TIME_HOURS if hours >= _IN_TIME_HOURS else 0.0
    return rate * (hours * hours / 2 + late)


@dataclass(slots=True)
class RequestBudget:
    """A number of requests a day. It accrues from hour to hour, and for a day at most.

    ``last`` is when requests were last made, before this was created; ``None`` if long ago.
    """

    per_day: int
    now: datetime
    last: datetime | None = None
    _left: float = 0.0

    def __post_init__(self) -> None:
        self._left = self._accrued(_DAY if self.last is None else self.now - self.last)

    def available(self, now: datetime) -> int:
        """The number of requests that may be made now."""
        self._left = min(self._left + self._accrued(now - self.now), self.per_day)
        self.now = max(self.now, now)
        return int(self._left + 1e-6)

    def spend(self, requests: int) -> None:
        """Take requests from the budget. A visit that needs more than is left is finished, and the next ones wait."""
        self._left -= requests

    def _accrued(self, passed: timedelta) -> float:
        return self.per_day * min(max(passed / _DAY, 0.0), 1.0)
