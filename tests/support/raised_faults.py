"""Errors in optional steps, raised instead of recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from blogcrawler.faults import FaultLog, use_fault_log


class _RaisingLog(FaultLog):
    def record(self, step: str, url: str, error: Exception) -> None:
        raise error


@contextmanager
def raising_faults() -> Iterator[None]:
    """Raise the errors of optional steps, so that property tests see them."""
    use_fault_log(_RaisingLog())
    try:
        yield
    finally:
        use_fault_log(FaultLog())
