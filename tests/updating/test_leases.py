from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from blogcrawler.items import Blog, Visit
from blogcrawler.store import Store, open_store
from blogcrawler.updating import Leases

FIRST, SECOND = "https://a.example/", "https://b.example/"
TERM = timedelta(minutes=15)


class FakeContext:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.notes: list[str] = []

    def now(self) -> datetime:
        return datetime.now(UTC)

    async def call(self, function: Callable[..., Any], *args: Any) -> Any:
        return function(*args)

    def note(self, text: str) -> None:
        self.notes.append(text)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[FakeContext]:
    store = open_store(None, tmp_path)
    for url in (FIRST, SECOND):
        store.save_blog(Blog(url))
    yield FakeContext(store)
    store.close()


def leases(context: FakeContext, *listed: str, watch: bool = False, term: timedelta = TERM, budget: int = 0) -> Leases:
    return Leases(context, term, list(listed) or None, watch, budget)  # type: ignore[arg-type]


def take(one: Leases) -> str | None:
    blog = asyncio.run(one.take())
    return blog.url if blog else None


def visit(url: str) -> Visit:
    return Visit(url, datetime.now(UTC).isoformat(timespec="seconds"), "quiet")


def test_blogs_that_are_due_are_taken_one_after_the_other(context: FakeContext):
    mine = leases(context)
    assert {take(mine), take(mine)} == {FIRST, SECOND}
    assert take(mine) is None  # our own workers have the others


def test_a_blog_is_taken_by_one_process_only(context: FakeContext):
    assert take(leases(context, FIRST)) == FIRST
    other = leases(context, FIRST, SECOND)
    assert take(other) == SECOND
    assert context.notes == [f"{FIRST} is being visited by another process."]
    assert take(other) is None


def test_a_blog_whose_holder_has_died_is_waited_for(context: FakeContext):
    dead = leases(context, FIRST, SECOND, term=timedelta(seconds=1))
    assert take(dead) == FIRST
    assert take(dead) == SECOND
    assert take(leases(context)) in (FIRST, SECOND)


def test_a_blog_that_is_given_back_is_not_due_and_its_visit_is_saved(context: FakeContext):
    mine = leases(context)
    url = take(mine)
    assert url is not None
    asyncio.run(mine.give_back(visit(url), datetime.now(UTC) + timedelta(days=1)))
    assert [one.outcome for one in context.store.schedule.visits(url)] == ["quiet"]
    assert take(mine) != url


def test_a_blog_that_another_process_has_taken_meanwhile_is_left_to_it(context: FakeContext):
    slow = leases(context, FIRST, term=timedelta(seconds=-1))
    assert take(slow) == FIRST
    assert take(leases(context, FIRST)) == FIRST
    asyncio.run(slow.give_back(visit(FIRST), datetime.now(UTC)))
    assert context.store.schedule.visits(FIRST) == []


def test_a_blog_that_is_given_up_stays_due(context: FakeContext):
    mine = leases(context, FIRST)
    assert take(mine) == FIRST
    mine.give_up(FIRST, datetime.now(UTC) - timedelta(hours=1))
    assert take(leases(context, FIRST)) == FIRST
    assert context.store.schedule.visits(FIRST) == []


def test_leases_are_renewed_until_that_is_cancelled(context: FakeContext):
    async def hold() -> None:
        mine = leases(context, FIRST, term=timedelta(seconds=1.5))
        await mine.take()
        renewing = asyncio.ensure_future(mine.renew())
        await asyncio.sleep(2.2)
        assert await leases(context, FIRST).take() is None
        renewing.cancel()

    asyncio.run(hold())


def test_with_a_budget_the_blog_that_promises_most_is_taken_due_or_not(context: FakeContext):
    began = (datetime.now(UTC) - timedelta(days=2)).isoformat(timespec="seconds")
    for url, rate in ((FIRST, 0.001), (SECOND, 0.5)):
        mine = leases(context, url)
        assert take(mine) == url
        due = datetime.now(UTC) + timedelta(days=3)
        asyncio.run(mine.give_back(Visit(url, began, "quiet", requests=1, rate=rate), due))
    mine = leases(context, budget=1)
    assert take(mine) == SECOND
    assert take(mine) is None
    assert context.notes == ["The budget of 1 requests a day is used up; 1 blogs wait."]
    assert take(leases(context)) is None  # not due


def test_a_budget_pays_for_all_requests_of_a_visit(context: FakeContext):
    mine = leases(context, budget=3)
    assert take(mine) == FIRST
    asyncio.run(mine.give_back(Visit(FIRST, datetime.now(UTC).isoformat(), "updated", requests=3), datetime.now(UTC)))
    assert take(mine) is None
