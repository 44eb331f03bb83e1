"""Several connections to the database, because each one serves one thread at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, LifoQueue

from ..store import Store

__all__ = ["StorePool"]


class StorePool:
    """Lends open stores to threads. At most ``size`` are open; a thread waits until one is returned."""

    def __init__(self, open_store: Callable[[], Store], size: int = 6) -> None:
        self._open_store = open_store
        # The last one returned is lent first, so that idle connections stay unopened.
        self._free: LifoQueue[Store | None] = LifoQueue()
        for _ in range(size):
            self._free.put(None)

    @contextmanager
    def lend(self) -> Iterator[Store]:
        """A store for the duration of a ``with`` statement."""
        store = self._free.get()
        try:
            if store is None:
                store = self._open_store()
            yield store
        finally:
            self._free.put(store)

    def close(self) -> None:
        """Close all stores that are not lent."""
        while True:
            try:
                store = self._free.get_nowait()
            except Empty:
                return
            if store is not None:
                store.close()
