"""The thread for large pages."""

from __future__ import annotations

import asyncio
import sys
import threading
import time

import pytest

from blogcrawler.http import in_page_thread


def test_calls_are_made_one_after_the_other_in_one_thread() -> None:
    def name() -> str:
        time.sleep(0.02)  # long enough for another thread to start
        return threading.current_thread().name

    async def names() -> list[str]:
        return await asyncio.gather(*(in_page_thread(name) for _ in range(3)))

    found = set(asyncio.run(names()))
    assert len(found) == 1
    assert found != {threading.current_thread().name}


def test_errors_are_raised_where_the_call_was_asked_for() -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(in_page_thread(lambda: 1 / 0))


def test_the_reactor_gets_its_turn_soon_though_the_thread_is_busy() -> None:
    """It gives its turn away whenever it waits for a file or a socket, hundreds of times for one page."""
    assert asyncio.run(in_page_thread(sys.getswitchinterval)) <= 0.001
