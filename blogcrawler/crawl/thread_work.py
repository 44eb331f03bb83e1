"""Work on large pages that is done in a thread, so that the reactor keeps running."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

__all__ = ["ThreadWork", "do_here", "do_in_threads", "in_thread"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ThreadWork:
    """A call without side effects that takes long for a large page. A generator that yields it is sent the result."""

    call: Callable[[], Any]


def in_thread(function: Callable[..., T], *args: Any) -> Generator[ThreadWork, Any, T]:
    """Ask whoever runs this generator to call a function; returns its result."""
    return cast("T", (yield ThreadWork(lambda: function(*args))))


def do_here(results: Generator[ThreadWork | T, Any, Any]) -> Iterator[T]:
    """The results of a generator, with its work done at once: for small pages a thread costs more than it saves."""
    try:
        result = next(results)
        while True:
            if not isinstance(result, ThreadWork):
                yield result
                result = next(results)
                continue
            try:
                value = result.call()
            except Exception as error:
                result = results.throw(error)
            else:
                result = results.send(value)
    except StopIteration:
        return


async def do_in_threads(results: Generator[ThreadWork | T, Any, Any]) -> AsyncIterator[T]:
    """The results of a generator, with its work done in threads."""
    try:
        result = next(results)
        while True:
            if not isinstance(result, ThreadWork):
                yield result
                result = next(results)
                continue
            try:
                value = await asyncio.to_thread(result.call)
            except Exception as error:
                result = results.throw(error)
            else:
                result = results.send(value)
    except StopIteration:
        return
