"""Which cells of a list's rows tell whether a thread has changed: the number of messages, the date of the last one.

Their places are found with what is stored: a cell that has the number of stored messages in most rows is the number
of messages. Views, which change by themselves, do not agree with anything stored. So nothing needs to be known about
the template, and a new one does not matter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

from ...dates import dates_agree, parse_instant
from ...items import ThreadSummary
from .list_rows import ListRow

__all__ = ["RowColumns", "is_sorted_by_activity", "moved_up"]

#: Share of the rows with known threads in which a cell must agree with what is stored.
_MIN_AGREEMENT = 0.6
#: A list states the number of messages, or of replies to the first one.
_OFFSETS = (0, -1)
#: Share of neighbours on a list that are in the right order if it is sorted by activity.
_MIN_ORDERED = 0.8
_TO_THE_MINUTE = 16


@dataclass(frozen=True, slots=True)
class RowColumns:
    """The places of the number of messages (plus ``offset``) and of the date of the last one; ``None`` if unknown.

    ``exact`` says that the dates are the stored ones to the minute, not only possibly the same moment.
    """

    count: str | None = None
    offset: int = 0
    date: str | None = None
    exact: bool = False

    @classmethod
    def learn(cls, rows: Sequence[ListRow], known: Mapping[str, ThreadSummary]) -> Self:
        """Find the columns in the rows of a list; some of its threads are ``known``, by address."""
        pairs = [(row, known[row.url]) for row in rows if row.url in known]
        counts: Counter[tuple[str, int]] = Counter()
        dates: Counter[str] = Counter()
        exact: Counter[str] = Counter()
        for row, summary in pairs:
            for place, value in row.cells.items():
                if place.startswith("n"):
                    counts.update((place, offset) for offset in _OFFSETS if int(value) == summary.messages + offset)
                elif dates_agree(value, summary.last):
                    dates[place] += 1
                    exact[place] += _same_minute(value, summary.last)
        enough = max(1.0, _MIN_AGREEMENT * len(pairs))
        (count, offset), agreeing = counts.most_common(1)[0] if counts else (("", 0), 0)
        date = max(dates, key=lambda place: (exact[place], dates[place]), default=None)
        has_date = date is not None and dates[date] >= enough
        return cls(
            count if agreeing >= enough else None,
            offset if agreeing >= enough else 0,
            date if has_date else None,
            has_date and exact[date or ""] >= enough,
        )

    def mark(self, row: ListRow) -> str:
        """What the row says about the thread, to be compared at the next visit; empty if it says nothing."""
        count = row.cells.get(self.count or "", "")
        date = row.cells.get(self.date or "", "")
        return f"{count} {date}".strip()

    def messages(self, row: ListRow) -> int | None:
        """The number of messages that a row states."""
        count = row.cells.get(self.count or "")
        return None if count is None else int(count) - self.offset

    def has_changed(self, row: ListRow, summary: ThreadSummary, before: str | None) -> bool | None:
        """Whether a row says that its thread has changed; ``None`` if it does not tell.

        ``before`` is the mark of the last visit. Differences that existed then have been checked: forums miscount.
        """
        count, date = row.cells.get(self.count or ""), row.cells.get(self.date or "")
        if count is None and date is None:
            return None
        same_count = count is None or self.messages(row) == summary.messages
        same_date = date is None or (_same_minute if self.exact else dates_agree)(date, summary.last)
        return not (same_count and same_date) and before != self.mark(row)

    def record(self) -> dict[str, Any]:
        """The columns as plain JSON values."""
        return {"count": self.count, "offset": self.offset, "date": self.date, "exact": self.exact}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The columns that :meth:`record` was called on."""
        return cls(record.get("count"), record.get("offset", 0), record.get("date"), record.get("exact", False))

    def or_else(self, other: Self) -> Self:
        """These columns, or others if nothing was found: on a busy list, all threads may have changed."""
        return self if self.count or self.date else other


def _same_minute(one: str, other: str | None) -> bool:
    return one[:_TO_THE_MINUTE] == (other or "")[:_TO_THE_MINUTE]


def is_sorted_by_activity(rows: Sequence[ListRow], known: Mapping[str, ThreadSummary]) -> bool:
    """Whether the threads of a list are in the order of their last messages, as far as these are known."""
    moments = [parse_instant(known[row.url].last) for row in rows if row.url in known]
    dated = [moment for moment in moments if moment is not None]
    pairs = list(pairwise(dated))
    return sum(one >= other for one, other in pairs) >= _MIN_ORDERED * len(pairs)


def moved_up(keys: Sequence[str], before: Sequence[str]) -> set[str]:
    """The keys that are listed in another place than before, relative to the others: a message moves a thread up."""
    places = {key: place for place, key in enumerate(before)}
    known = [key for key in keys if key in places]
    # What is left in order is a longest increasing subsequence (patience sorting).
    tops: list[int] = []
    lengths = []
    for key in known:
        at = bisect_left(tops, places[key])
        tops[at : at + 1] = [places[key]]
        lengths.append(at + 1)
    moved: set[str] = set()
    length = len(tops)
    for key, reached in zip(reversed(known), reversed(lengths), strict=True):
        if reached == length:
            length -= 1
        else:
            moved.add(key)
    return moved
