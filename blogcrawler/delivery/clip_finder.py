"""Matches what was saved against the watches in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ..faults import optional_step
from ..store import Store
from ..watch import Clip, WatchEvent, WatchList

__all__ = ["ClipFinder"]

_BATCH = 50


class ClipFinder:
    """Finds clips in posts that were saved since the last time, by this process or any other.

    The database queues every post in the transaction that saves it. Clips are saved in the transaction that removes
    their posts from the queue: if the process dies before, the next one finds the same clips.
    """

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._now = now
        self._watches = WatchList()
        self._titles: dict[str, str | None] = {}

    def run(self) -> int:
        """Match everything that is queued; returns the number of clips."""
        watches, number = self._store.watches, 0
        while events := watches.events(_BATCH):
            self._refresh()
            found = [clip for _, event in events if event is not None for clip in self._clips(event)]
            if watches.finish([key for key, _ in events], found):
                number += len(found)
        return number

    def match(self, events: Sequence[WatchEvent]) -> None:
        """Match what is in no record of the database. A text that was found before makes no new clip."""
        self._refresh()
        found = [clip for event in events for clip in self._clips(event)]
        self._store.watches.finish([], found)

    def _refresh(self) -> None:
        known, current = self._watches.ids, self._store.watches.ids()
        for number in known - current:
            self._watches.remove(number)
        added = self._store.watches.all(after=max(known, default=0))
        if not known:
            self._watches = WatchList(added)
        elif added:
            self._watches.add(added)

    def _clips(self, event: WatchEvent) -> list[Clip]:
        found: list[Clip] = []
        with optional_step("watches", event.post.url):
            found = self._watches.clips(event)
        moment = self._now().isoformat(timespec="seconds")
        title = self._blog_title(event.post.blog) if found else None
        return [replace(clip, found=moment, blog_title=title) for clip in found]

    def _blog_title(self, address: str) -> str | None:
        if address not in self._titles:
            blog = self._store.blog_of(address)
            self._titles[address] = blog.title if blog else None
        return self._titles[address]
