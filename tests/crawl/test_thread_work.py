from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator
from typing import Any

import pytest
from scrapy.http import HtmlResponse

from blogcrawler.crawl.thread_work import ThreadWork, call_in_steps, do_here, do_in_threads, in_thread
from blogcrawler.http import is_large


def _fail() -> str:
    raise ValueError("broken")


def _results() -> Generator[ThreadWork | str, Any, None]:
    yield "first"
    yield (yield from in_thread(lambda: threading.current_thread().name))
    try:
        yield from in_thread(_fail)
    except ValueError as error:
        yield str(error)


async def _collected() -> list[str]:
    return [result async for result in do_in_threads(_results())]


def test_work_is_done_here_or_in_a_thread_and_errors_reach_the_generator() -> None:
    own = threading.current_thread().name
    assert list(do_here(_results())) == ["first", own, "broken"]
    first, thread, last = asyncio.run(_collected())
    assert (first, last) == ("first", "broken")
    assert thread != own


def test_other_errors_are_raised() -> None:
    def broken() -> Generator[ThreadWork | str, Any, None]:
        yield from in_thread(_fail)

    with pytest.raises(ValueError, match="broken"):
        list(do_here(broken()))


def test_the_reactor_runs_while_a_large_page_is_read() -> None:
    """Without threads, the waiting task would run only after the work."""

    async def ticks() -> list[str]:
        done = threading.Event()
        seen: list[str] = []

        async def tick() -> None:
            seen.append("tick")
            done.set()

        def wait() -> Generator[ThreadWork | str, Any, None]:
            yield "in time" if (yield from in_thread(done.wait, 5)) else "late"

        task = asyncio.ensure_future(tick())
        seen += [result async for result in do_in_threads(wait())]
        await task
        return seen

    assert asyncio.run(ticks()) == ["tick", "in time"]


def test_the_reactor_runs_while_thousands_of_addresses_are_queued() -> None:
    async def queued() -> list[object]:
        seen: list[object] = []

        async def tick() -> None:
            for _ in range(3):
                seen.append("tick")
                await asyncio.sleep(0)

        task = asyncio.ensure_future(tick())
        await call_in_steps(seen.append, range(1000))
        await task
        return seen

    seen = asyncio.run(queued())
    assert [one for one in seen if one != "tick"] == list(range(1000))
    assert seen.index("tick") <= 100
    assert seen.count("tick") == 3
    assert seen.index(999) == 1002


def test_a_page_is_large_by_its_bytes_or_its_elements() -> None:
    assert not is_large(None)
    assert not is_large(HtmlResponse("https://pier.example/", body=b"x" * 100_000))
    assert is_large(HtmlResponse("https://pier.example/", body=b"x" * 200_000))
    assert is_large(HtmlResponse("https://pier.example/", body=b"<b></b>" * 2_000))
    assert not is_large(HtmlResponse("https://pier.example/", body=b"<b></b>" * 1_000))
