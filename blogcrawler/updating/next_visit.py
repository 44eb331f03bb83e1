"""When to visit a blog next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ..dates import parse_instant
from ..feeds import SHORTEST, FeedHints, FeedRhythm
from ..http import current_until
from ..items import Visit, WatchedDocument

__all__ = ["NextVisit", "after_failure", "after_success"]

#: The pause after a failed visit. It doubles with each further failure, up to the maximum.
_PAUSE_AFTER_FAILURE, _MAX_PAUSE_AFTER_FAILURES = timedelta(hours=6), timedelta(days=14)
#: Doubling more often than this makes no difference.
_MAX_DOUBLINGS = 10


@dataclass(frozen=True, slots=True)
class NextVisit:
    """When a blog is due, when it may be visited at the earliest, and how many posts per hour are expected."""

    due: datetime
    earliest: datetime
    rate: float | None = None


def after_failure(visits: Sequence[Visit], now: datetime) -> NextVisit:
    """When to try a blog again that did not answer; ``visits`` are the earlier ones, oldest first."""
    failures = 0
    for visit in reversed(visits):
        if visit.outcome != "failed":
            break
        failures += 1
    due = now + min(_PAUSE_AFTER_FAILURE * (1 << min(failures, _MAX_DOUBLINGS)), _MAX_PAUSE_AFTER_FAILURES)
    return NextVisit(due, due)


def after_success(published: Iterable[str], feed: WatchedDocument | None, now: datetime) -> NextVisit:
    """When to visit a blog again, by how often it publishes, how much its feed holds and what the feed asks for."""
    dates = [moment for date in published if (moment := parse_instant(date))]
    hints = FeedHints.from_record(feed.facts) if feed else FeedHints()
    capacity: int | None = feed.facts.get("entries") if feed else None
    rhythm = FeedRhythm.learn(dates, now)
    earliest = now + max(SHORTEST, hints.shortest)
    if feed is not None and (expires := current_until(feed)) is not None:
        earliest = max(earliest, expires)
    return NextVisit(max(rhythm.next_visit(now, capacity, hints), earliest), earliest, rhythm.rate)
