"""Optional steps: an unexpected error in one of them costs what the step would have added, not the post or the crawl.

The first error of each step is logged with the address and the traceback, the others at debug level. In a crawl, the
extension ``FaultStats`` counts all of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import TracebackType
from typing import ParamSpec, TypeVar

from .errors import ArchiveError, StoreError

__all__ = ["FaultLog", "attempt", "optional_step", "use_fault_log"]

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

#: Errors that all further posts would meet, too: the crawl ends in order, and can be resumed.
_ENDING = (StoreError, ArchiveError)


class FaultLog:
    """Logs the errors of optional steps and calls ``count`` with the name of the step for each of them."""

    def __init__(self, count: Callable[[str], None] | None = None) -> None:
        self._count = count
        self._logged: set[str] = set()

    def record(self, step: str, url: str, error: Exception) -> None:
        """Record that a step has failed on the page at an address."""
        if self._count is not None:
            self._count(step)
        is_first = step not in self._logged
        self._logged.add(step)
        logger.log(
            logging.WARNING if is_first else logging.DEBUG,
            "An error in the step %r at %s; it is left out there: %s: %s",
            *(step, url, type(error).__name__, error),
            exc_info=error,
        )


_log = FaultLog()


def use_fault_log(log: FaultLog) -> None:
    """Record all further errors of optional steps of this process in a log. A process runs one crawl at a time."""
    global _log
    _log = log


class optional_step:  # noqa: N801 - used like contextlib.suppress
    """A block that may fail: ``with optional_step("comments", url): …``.

    An error ends the block and is recorded. Errors that end the crawl are raised, and so are those of the types
    ``unless``.
    """

    __slots__ = ("_step", "_unless", "_url")

    def __init__(self, step: str, url: str, *, unless: tuple[type[Exception], ...] = ()) -> None:
        self._step, self._url, self._unless = step, url, unless

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception) or isinstance(error, (*_ENDING, *self._unless)):
            return False
        _log.record(self._step, self._url, error)
        return True


def attempt(step: str, url: str, default: T, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function returns; the default if it fails, which is recorded as for :class:`optional_step`."""
    with optional_step(step, url):
        return function(*args, **kwargs)
    return default
