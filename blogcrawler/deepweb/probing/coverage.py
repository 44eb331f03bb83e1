"""How many records a source has, estimated by capture and recapture.

Lincoln and Petersen: if of the records that later queries bring a share was known before, that share of all records is
known. Queries are not random samples, as words of known records find similar ones: it is a guide, not a count.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

__all__ = ["CaptureRecord"]

#: The estimate rests on the last queries with at least this many records together, and this many queries.
_MIN_CAPTURED, _MIN_QUERIES, _MAX_QUERIES = 100, 8, 100


@dataclass(slots=True)
class CaptureRecord:
    """The last queries: how many records each has shown, and how many of them were new."""

    known: int = 0
    _recent: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=_MAX_QUERIES))

    def add(self, shown: int, new: int) -> None:
        """Count the answer to a query."""
        self.known += new
        if shown:
            self._recent.append((shown, new))

    @property
    def coverage(self) -> float | None:
        """The estimated share of all records that is known; ``None`` if there is too little to tell."""
        shown = new = queries = 0
        for one_shown, one_new in reversed(self._recent):
            shown, new, queries = shown + one_shown, new + one_new, queries + 1
            if shown >= _MIN_CAPTURED and queries >= _MIN_QUERIES:
                return 1 - new / shown
        return None

    @property
    def total(self) -> int | None:
        """The estimated number of records of the source."""
        share = self.coverage
        return round(self.known / share) if share else None
