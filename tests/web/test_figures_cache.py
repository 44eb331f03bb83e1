from __future__ import annotations

import threading
import time

import pytest

from blogcrawler.errors import StoreError
from blogcrawler.web.figures_cache import FiguresCache


def test_a_value_is_computed_once() -> None:
    cache, calls = FiguresCache(min_age=60), []
    for _ in range(3):
        assert cache.get("a", lambda: calls.append(1) or 7) == 7
    assert len(calls) == 1


def test_a_slow_value_is_not_waited_for_but_arrives() -> None:
    cache, go = FiguresCache(patience=0.05), threading.Event()
    assert cache.get("a", lambda: go.wait(10) and 7) is None
    go.set()
    end = time.monotonic() + 5
    while (value := cache.get("a", lambda: 8)) is None and time.monotonic() < end:
        time.sleep(0.01)
    assert value == 7


def test_an_old_value_is_shown_while_a_new_one_is_computed() -> None:
    cache, values = FiguresCache(min_age=0), iter(range(100))
    assert cache.get("a", lambda: next(values)) == 0
    go = threading.Event()
    time.sleep(0.05)
    assert cache.get("a", lambda: go.wait(10) and next(values)) == 0
    go.set()
    end = time.monotonic() + 5
    while cache.get("a", lambda: next(values)) == 0 and time.monotonic() < end:
        time.sleep(0.01)
    assert cache.get("a", lambda: next(values)) >= 1


def test_the_number_of_values_is_limited() -> None:
    cache = FiguresCache(size=10, min_age=60)
    for n in range(50):
        cache.get(n, lambda n=n: n)
    calls = []
    assert cache.get(49, lambda: calls.append(1)) == 49
    assert cache.get(0, lambda: calls.append(1) or "again") == "again"
    assert len(calls) == 1


def _fail() -> None:
    raise StoreError("the disk is full")


def test_an_error_is_raised_and_not_kept() -> None:
    cache = FiguresCache(min_age=60)
    with pytest.raises(StoreError):
        cache.get("a", _fail)
    assert cache.get("a", lambda: 7) == 7
