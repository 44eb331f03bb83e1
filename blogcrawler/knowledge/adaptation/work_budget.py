"""A limit on the work that adapting to one page may cost."""

from __future__ import annotations

import time

__all__ = ["WorkBudget"]


class WorkBudget:
    """Limits the number of tries and the CPU time, so that an unusual page does not hold up a crawl."""

    def __init__(self, tries: int = 3000, seconds: float = 10.0) -> None:
        self._tries = tries
        self._end = time.thread_time() + seconds

    def spend(self) -> bool:
        """Spend one try; false if nothing is left."""
        self._tries -= 1
        return self._tries >= 0 and time.thread_time() < self._end
