"""The best known date of a post, its origin, and how certain it is.

Many places date a post: the feed, the page in several ways, its address, lists, the server. Each is trusted according
to its past accuracy: in general, and on this blog's posts whose date the feed states. Places that agree raise the
confidence, places that contradict each other lower it. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from .moments import parse_instant
from .reliability import Reliability, learned_reliability

__all__ = ["DateCandidate", "DateOrigin", "Dating", "agreement", "best_date", "between"]

#: A date that is only inferred is used from this confidence on.
_MIN_CONFIDENCE = 0.5


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
    MODIFIED = "modified"
    EDIT_LINE = "edit-line"
    NEWEST = "newest"
    BATCH = "batch"
    NEIGHBOURS = "neighbours"
    VISITS = "visits"


#: Origins that do not state the date of publication. It can only be inferred from them.
_INDIRECT = frozenset(
    {
        DateOrigin.SITEMAP,
        DateOrigin.HTTP,
        DateOrigin.COMMENTS,
        DateOrigin.MODIFIED,
        DateOrigin.EDIT_LINE,
        DateOrigin.NEWEST,
        DateOrigin.BATCH,
        DateOrigin.NEIGHBOURS,
        DateOrigin.VISITS,
    }
)
#: Nothing is more certain: even feeds can be wrong.
_MAX_CONFIDENCE = 0.99
#: Factors for the odds of dates after the first comment, and of dates in the future.
_AFTER_COMMENT_FACTOR, _FUTURE_FACTOR = 0.3, 0.005
_LEARNED = learned_reliability()
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)
#: The largest offset from UTC of any time zone.
_MAX_OFFSET = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class DateCandidate:
    """A date from one origin, which was right for the share ``agreed`` of ``of`` posts whose date the feed states.

    ``chance``, if given, is the probability that it is right, for dates that are only known to lie in a range.
    """

    date: str
    origin: DateOrigin
    agreed: float = 0.0
    of: int = 0
    chance: float | None = None

    def odds(self, reliability: Reliability = _LEARNED) -> float:
        """The odds that it is right: 9 means 90 %."""
        share = reliability.share(self.origin, self.agreed, self.of) if self.chance is None else self.chance
        return min(share, _MAX_CONFIDENCE) / (1 - min(share, _MAX_CONFIDENCE))


@dataclass(frozen=True, slots=True)
class Dating:
    """The best known date, its origin, and the probability that it is the right day."""

    date: str
    origin: DateOrigin
    confidence: float

    @property
    def is_stated(self) -> bool:
        """Whether the origin states the date of publication, instead of something that it is inferred from."""
        return self.origin not in _INDIRECT

    @property
    def is_usable(self) -> bool:
        """Whether it can be used as the post's date."""
        return self.is_stated or self.confidence >= _MIN_CONFIDENCE

    def record(self) -> dict[str, Any]:
        """The dating as plain JSON values."""
        return {"date": self.date, "from": str(self.origin), "confidence": self.confidence}


def best_date(
    candidates: Sequence[DateCandidate],
    commented: str | None = None,
    fetched: datetime | None = None,
    reliability: Reliability = _LEARNED,
) -> Dating | None:
    """The most likely date, the first one among equals. ``commented`` is the date of the first comment.

    Indirect origins only count if no origin states the date. The confidence of stated dates is calibrated, which does
    not change the choice.
    """
    stated = [one for one in candidates if one.origin not in _INDIRECT and parse_instant(one.date)]
    inferred = [one for one in candidates if one.origin in _INDIRECT and parse_instant(one.date)]
    groups = list(_group_by_day(stated or inferred))
    if not groups:
        return None
    odds = [_group_odds(group, commented, fetched, reliability) for group in groups]
    best = max(range(len(groups)), key=odds.__getitem__)
    first = groups[best][0]
    confidence = min(odds[best] / (1 + sum(odds)), _MAX_CONFIDENCE)
    if stated and first.origin is not DateOrigin.FEED:  # the feed's date is the reference for the others
        confidence = min(reliability.calibration.correct(confidence), _MAX_CONFIDENCE)
    return Dating(first.date, first.origin, round(confidence, 3))


def agreement(pairs: Iterable[tuple[str | None, str | None]]) -> tuple[int, int]:
    """The number of pairs with the same day, by either clock, and the number of pairs with two dates."""
    both = [(one, other) for one, other in pairs if parse_instant(one) and parse_instant(other)]
    return sum(_is_same_day(one or "", other or "") for one, other in both), len(both)


def between(after: str, before: str, origin: DateOrigin) -> DateCandidate | None:
    """The day in the middle, for a post that was published after one date and before another."""
    first, last = parse_instant(after), parse_instant(before)
    if first is None or last is None:
        return None
    first, last = min(first, last), max(first, last)
    days = (last.date() - first.date()).days
    middle = first + (last - first) / 2
    return DateCandidate(middle.date().isoformat(), origin, chance=round(_MAX_CONFIDENCE / (1 + days), 3))


def _group_by_day(candidates: Iterable[DateCandidate]) -> Iterable[list[DateCandidate]]:
    """The candidates that may mean the same day, on some clock, grouped in the given order."""
    groups: list[list[DateCandidate]] = []
    for one in candidates:
        for group in groups:
            if _may_be_same_day(group[0].date, one.date):
                group.append(one)
                break
        else:
            groups.append([one])
    return groups


def _group_odds(
    group: Sequence[DateCandidate], commented: str | None, fetched: datetime | None, reliability: Reliability
) -> float:
    best: dict[DateOrigin, float] = {}
    for one in group:
        best[one.origin] = max(best.get(one.origin, 0.0), one.odds(reliability))
    first, *others = sorted(best.values(), reverse=True)
    odds = first
    for other in others:
        odds *= max(other, 1.0) ** reliability.agreement_weight
    when = parse_instant(group[0].date)
    assert when is not None
    first_comment = parse_instant(commented)
    if first_comment is not None and when - first_comment > _DAY + _MAX_OFFSET:
        odds *= _AFTER_COMMENT_FACTOR
    if fetched is not None and when - fetched > _DAY:
        odds *= _FUTURE_FACTOR
    return odds


def _is_same_day(one: str, other: str) -> bool:
    if one[:10] == other[:10]:
        return True
    first, second = parse_instant(one), parse_instant(other)
    assert first is not None
    assert second is not None
    return (first - _EPOCH).days == (second - _EPOCH).days


def _may_be_same_day(one: str, other: str) -> bool:
    """Whether two dates can be the same day."""
    first, second = parse_instant(one), parse_instant(other)
    assert first is not None
    assert second is not None
    if one[:10] == other[:10]:
        return True
    exact = len(one) > 10 and len(other) > 10
    return abs(first - second) < (_MAX_OFFSET if exact else _DAY + _MAX_OFFSET)
