"""Work on large pages that is done in a thread, so that the reactor keeps running."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, TypeVar, cast

from ..http import in_page_thread

__all__ = ["BATCH", "ThreadWork", "batched", "call_in_steps", "do_here", "do_in_threads", "in_thread", "pause"]

T = TypeVar("T")

#: As many addresses as can be queued within some ten milliseconds.
BATCH = 100


@dataclass(frozen=True, slots=True)
class ThreadWork:
    """A call without side effects that takes long for a large page. A generator that yields it is sent the result."""

    call: Callable[[], Any]


def in_thread(function: Callable[..., T], *args: Any) -> Generator[ThreadWork, Any, T]:
    """Ask whoever runs this generator to call a function; returns its result."""
    return cast("T", (yield ThreadWork(lambda: function(*args))))


def pause() -> Generator[ThreadWork, Any, None]:
    """Let the reactor run, if the work of this generator is done in threads."""
    return in_thread(_nothing)


def batched(values: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """The values in lists of that size."""
    rest = iter(values)
    while some := list(islice(rest, size)):
        yield some


async def call_in_steps(function: Callable[[T], object], values: Iterable[T]) -> None:
    """Call a function with each value. The reactor runs in between if there are many."""
    for number, value in enumerate(values, 1):
        function(value)
        if number % BATCH == 0:
            await asyncio.sleep(0)


def _nothing() -> None:
    pass


def do_here(results: Generator[ThreadWork | T, Any, Any]) -> Iterator[T]:
    """The results of a generator, with its work done at once: for small pages a thread costs more than it saves."""
    step = _Steps(results)
    while (result := step.next()) is not _END:
        if isinstance(result, ThreadWork):
            step.call(result)
        else:
            yield cast("T", result)


async def do_in_threads(results: Generator[ThreadWork | T, Any, Any]) -> AsyncIterator[T]:
    """The results of a generator, with its work done in threads."""
    step = _Steps(results)
    while (result := step.next()) is not _END:
        if isinstance(result, ThreadWork):
            await in_page_thread(step.call, result)
        else:
            yield cast("T", result)


_END = object()


class _Steps:
    """A generator that is advanced step by step; it gets the outcome of the work it has asked for."""

    def __init__(self, results: Generator[Any, Any, Any]) -> None:
        self._results = results
        self._advance: Callable[[], Any] = partial(next, results)

    def next(self) -> Any:
        """What the generator yields next, or ``_END``."""
        advance, self._advance = self._advance, partial(next, self._results)
        try:
            return advance()
        except StopIteration:
            return _END

    def call(self, work: ThreadWork) -> None:
        """Do the work; the generator gets its result, or its error, with the next step."""
        try:
            self._advance = partial(self._results.send, work.call())
        except Exception as error:
            self._advance = partial(self._results.throw, error)
