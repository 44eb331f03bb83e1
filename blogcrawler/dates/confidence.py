"""The best date that is known of a post, where it comes from, and how sure it is.

Many places date a post: the feed, the page in several ways, its address, lists, the server. Each is believed as far
as it was right before: in general, and on this blog's posts whose date the feed told. Places that say the same make
each other surer, places that contradict each other less sure. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from .moments import parse_instant

__all__ = ["DateCandidate", "DateOrigin", "Dating", "agreement", "best_date", "between"]

#: From this confidence on, a date that follows from something is taken for the post's.
_SURE_ENOUGH = 0.5


class DateOrigin(StrEnum):
    """Where a date comes from."""

    FEED = "feed"
    JSON_LD = "json-ld"
    META = "meta"
    TIME = "time"
    TEXT = "text"
    URL = "url"
    LIST = "list"
    SITEMAP = "sitemap"
    HTTP = "http"
    COMMENTS = "comments"
    BATCH = "batch"
    NEIGHBOURS = "neighbours"
    VISITS = "visits"


#: How often each was right and wrong, before anything is known of a blog. Sitemaps and servers say when a page was
#: changed; that is when it was published only if the blog's own posts show so.
_BEFORE: dict[DateOrigin, tuple[float, float]] = {
    DateOrigin.FEED: (99, 1),
    DateOrigin.JSON_LD: (14, 1),
    DateOrigin.META: (14, 1),
    DateOrigin.TIME: (10, 1),
    DateOrigin.TEXT: (12, 1),
    DateOrigin.URL: (5, 1),
    DateOrigin.LIST: (12, 1),
    DateOrigin.SITEMAP: (2, 6),
    DateOrigin.HTTP: (1, 6),
    DateOrigin.COMMENTS: (3, 6),
    DateOrigin.BATCH: (1, 1),
    DateOrigin.NEIGHBOURS: (0, 1),
    DateOrigin.VISITS: (0, 1),
}
#: Those that do not state when a post was published, but from which it follows more or less.
_INDIRECT = frozenset(
    {
        DateOrigin.SITEMAP,
        DateOrigin.HTTP,
        DateOrigin.COMMENTS,
        DateOrigin.BATCH,
        DateOrigin.NEIGHBOURS,
        DateOrigin.VISITS,
    }
)
#: The posts to compare with are those from which the place was learned, so that a failure weighs more than a success.
_WEIGHTIER = 3
#: Nothing is surer than this: feeds have been wrong.
_SUREST = 0.99
#: Places on one page are filled by one program: a second one that says the same is worth so much of a first.
_SECOND = 0.4
#: A post is hardly younger than its first comment, and cannot be of tomorrow.
_YOUNGER_THAN_COMMENTS, _OF_TOMORROW = 0.3, 0.02
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)
#: No zone is farther from UTC.
_FARTHEST = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class DateCandidate:
    """A date that something says; it was right on the share ``agreed`` of ``of`` posts whose date the feed told.

    ``chance``, if given, is how likely it is right in itself: for what lies between two other dates.
    """

    date: str
    origin: DateOrigin
    agreed: float = 0.0
    of: int = 0
    chance: float | None = None

    @property
    def odds(self) -> float:
        """For how often it is right, how often wrong: 9 is 90 %."""
        right, wrong = _BEFORE[self.origin]
        share = self.chance
        if share is None:
            right, wrong = right + self.agreed * self.of, wrong + _WEIGHTIER * (1 - self.agreed) * self.of
            share = right / (right + wrong)
        return min(share, _SUREST) / (1 - min(share, _SUREST))


@dataclass(frozen=True, slots=True)
class Dating:
    """The best date known, where it comes from, and how likely it is the right day."""

    date: str
    origin: DateOrigin
    confidence: float

    @property
    def is_stated(self) -> bool:
        """Whether something says that the post was published then; else it only follows from something."""
        return self.origin not in _INDIRECT

    @property
    def is_usable(self) -> bool:
        """Whether it can be taken for the post's date."""
        return self.is_stated or self.confidence >= _SURE_ENOUGH

    def record(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return {"date": self.date, "from": str(self.origin), "confidence": self.confidence}


def best_date(
    candidates: Sequence[DateCandidate], commented: str | None = None, fetched: datetime | None = None
) -> Dating | None:
    """The most likely of some dates; among equals the first. ``commented`` is the date of the first comment.

    What only follows from other things (``_INDIRECT``) counts if nothing states the date.
    """
    stated = [one for one in candidates if one.origin not in _INDIRECT and parse_instant(one.date)]
    followed = [one for one in candidates if one.origin in _INDIRECT and parse_instant(one.date)]
    groups = list(_together(stated or followed))
    if not groups:
        return None
    odds = [_odds(group, commented, fetched) for group in groups]
    best = max(range(len(groups)), key=odds.__getitem__)
    first = groups[best][0]
    return Dating(first.date, first.origin, round(min(odds[best] / (1 + sum(odds)), _SUREST), 3))


def agreement(pairs: Iterable[tuple[str | None, str | None]]) -> tuple[int, int]:
    """How many of the pairs of dates are the same day, by either clock, of how many that have both."""
    both = [(one, other) for one, other in pairs if parse_instant(one) and parse_instant(other)]
    return sum(_same_day(one or "", other or "") for one, other in both), len(both)


def between(after: str, before: str, origin: DateOrigin) -> DateCandidate | None:
    """The day in the middle of two others, for a post that appeared after the one and before the other."""
    first, last = parse_instant(after), parse_instant(before)
    if first is None or last is None:
        return None
    first, last = min(first, last), max(first, last)
    days = (last.date() - first.date()).days
    middle = first + (last - first) / 2
    return DateCandidate(middle.date().isoformat(), origin, chance=round(_SUREST / (1 + days), 3))


def _together(candidates: Iterable[DateCandidate]) -> Iterable[list[DateCandidate]]:
    """The candidates that mean the same day, whatever the clock; the most exact one first."""
    groups: list[list[DateCandidate]] = []
    for one in candidates:
        for group in groups:
            if _same(group[0].date, one.date):
                group.append(one)
                break
        else:
            groups.append([one])
    return groups


def _odds(group: Sequence[DateCandidate], commented: str | None, fetched: datetime | None) -> float:
    told: dict[DateOrigin, float] = {}
    for one in group:
        told[one.origin] = max(told.get(one.origin, 0.0), one.odds)
    first, *others = sorted(told.values(), reverse=True)
    odds = first
    for other in others:
        odds *= max(other, 1.0) ** _SECOND
    when = parse_instant(group[0].date)
    assert when is not None
    talked = parse_instant(commented)
    if talked is not None and when - talked > _DAY + _FARTHEST:
        odds *= _YOUNGER_THAN_COMMENTS
    if fetched is not None and when - fetched > _DAY:
        odds *= _OF_TOMORROW
    return odds


def _same_day(one: str, other: str) -> bool:
    if one[:10] == other[:10]:
        return True
    first, second = parse_instant(one), parse_instant(other)
    assert first is not None
    assert second is not None
    return (first - _EPOCH).days == (second - _EPOCH).days


def _same(one: str, other: str) -> bool:
    """Whether two dates can be the same day."""
    first, second = parse_instant(one), parse_instant(other)
    assert first is not None
    assert second is not None
    if one[:10] == other[:10]:
        return True
    exact = len(one) > 10 and len(other) > 10
    return abs(first - second) < (_FARTHEST if exact else _DAY + _FARTHEST)
