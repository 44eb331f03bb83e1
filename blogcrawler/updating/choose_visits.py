"""Which blogs to visit with a budget of requests."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from ..dates import parse_instant
from ..feeds import expected_gain
from ..items import Visit

__all__ = ["by_gain"]

_HOUR = timedelta(hours=1)


def by_gain(
    blogs: Iterable[str], last_visits: Mapping[str, Visit], now: datetime, besides: Collection[str] = ()
) -> list[str]:
    """The blogs that may be visited now, the one with the greatest expected gain first.

    Blogs whose pace is unknown come first: those that were never visited, and those that failed, after their pause.
    """
    gains = {}
    for blog in blogs:
        visit = last_visits.get(blog)
        if blog not in besides and (gain := _gain(visit, now)) is not None:
            gains[blog] = gain
    return sorted(gains, key=lambda blog: (-gains[blog], blog))


def _gain(visit: Visit | None, now: datetime) -> float | None:
    """What a visit is worth; ``None`` before the blog may be visited again."""
    if visit is None:
        return math.inf
    earliest, began = parse_instant(visit.earliest or visit.next), parse_instant(visit.began)
    if earliest is not None and earliest > now:
        return None
    if visit.rate is None or began is None:
        return math.inf
    return expected_gain(visit.rate, (now - began) / _HOUR)
