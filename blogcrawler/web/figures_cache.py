"""Totals of blogs, kept for a while: in a large archive, computing them takes seconds."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

__all__ = ["FiguresCache"]

T = TypeVar("T")

#: Figures are used for this many times the time that it took to compute them, but at least some seconds.
_AGE_FACTOR, _MIN_AGE = 50, 2.0


@dataclass(slots=True)
class _Kept:
    value: Any
    until: float


class FiguresCache:
    """Computes values in one background thread and keeps them, at most ``size``.

    A value that is too old is returned once more while a new one is computed, so a visitor never waits for it. The
    first time, a visitor waits for at most ``patience`` seconds and gets ``None`` after that.
    """

    def __init__(self, size: int = 1000, patience: float = 2.0, min_age: float = _MIN_AGE) -> None:
        self._size, self._patience, self._min_age = size, patience, min_age
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._pending: dict[Hashable, Future[None]] = {}
        self._lock = Lock()
        self._worker = ThreadPoolExecutor(1, "figures")

    def get(self, key: Hashable, compute: Callable[[], T]) -> T | None:
        """The value for a key; ``None`` if it is still being computed."""
        value: T | None = self.get_all({key: compute})[key]
        return value

    def get_all(self, wanted: Mapping[Hashable, Callable[[], Any]]) -> dict[Hashable, Any]:
        """The values for several keys, waiting for all of them together."""
        waited_for = []
        for key, compute in wanted.items():
            with self._lock:
                kept = self._kept.get(key)
                if kept is None or kept.until < time.monotonic():
                    future = self._pending.get(key)
                    if future is None:
                        future = self._pending[key] = self._worker.submit(self._compute, key, compute)
                    if kept is None:
                        waited_for.append(future)
        done, _ = wait(waited_for, self._patience)
        for future in done:
            future.result()  # raises what the computation has raised
        with self._lock:
            return {key: kept.value if (kept := self._kept.get(key)) else None for key in wanted}

    def close(self) -> None:
        """Stop computing."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _compute(self, key: Hashable, compute: Callable[[], Any]) -> None:
        began = time.monotonic()
        try:
            value = compute()
            now = time.monotonic()
            with self._lock:
                self._kept[key] = _Kept(value, now + max(self._min_age, _AGE_FACTOR * (now - began)))
                self._kept.move_to_end(key)
                while len(self._kept) > self._size:
                    self._kept.popitem(last=False)
        finally:
            with self._lock:
                self._pending.pop(key, None)
