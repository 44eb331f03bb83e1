"""A thread for work on large pages, so that the reactor keeps running."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import TypeVar

__all__ = ["in_page_thread"]

T = TypeVar("T")

#: How long the thread runs before the reactor gets its turn. It needs many turns for one round: each time it reads from
#: a socket or asks SQLite, it gives its turn away. Python's default, 5 ms, would make a round of hundreds.
_TURN = 0.0005
#: One thread only. Python runs one thread at a time anyway, and the more there are, the longer the reactor waits.
_thread = ThreadPoolExecutor(1, "pages", initializer=partial(sys.setswitchinterval, _TURN))


async def in_page_thread(function: Callable[..., T], *args: object) -> T:
    """The result of a function, called in the thread for large pages after those that were submitted before."""
    call = partial(copy_context().run, function, *args)
    return await asyncio.get_running_loop().run_in_executor(_thread, call)
