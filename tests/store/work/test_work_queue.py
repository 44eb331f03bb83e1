"""The queue of blogs: who may take which one, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from blogcrawler.items import Blog
from blogcrawler.store import QueuedBlog, Store, WorkerState, open_store

NOW = datetime(2030, 1, 1, tzinfo=UTC)
TERM = timedelta(minutes=15)
LATER = NOW + timedelta(hours=1)
A, B = "https://a.example/", "https://b.example/"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        yield store


def add(store: Store, *urls: str, priority: int = 0) -> None:
    for url in urls:
        assert store.queue.add(QueuedBlog(url, priority=priority), NOW)


def take(store: Store, holder: str = "me", now: datetime = NOW, place: str = "") -> str | None:
    found = store.queue.take(holder, now, now + TERM, place)
    return found.url if found else None


def test_each_blog_is_taken_once(store: Store) -> None:
    add(store, A, B)
    assert [take(store, holder) for holder in ("one", "two", "three")] == [A, B, None]


def test_a_higher_priority_comes_first_and_updates_before_first_crawls(store: Store) -> None:
    store.save_blog(Blog("https://known.example/"))
    add(store, A)
    add(store, B, priority=5)
    assert [take(store, str(n)) for n in range(3)] == [B, "https://known.example/", A]


@pytest.mark.parametrize(
    "other", ["https://a.example/two/", "http://www.a.example/two/"], ids=["same host", "with www and without TLS"]
)
def test_a_server_is_crawled_by_one_at_a_time(store: Store, other: str) -> None:
    add(store, A, priority=1)
    add(store, other)
    assert take(store, "one") == A
    assert take(store, "two") is None
    store.queue.finish("one", LATER)
    assert take(store, "two") == other


def test_an_update_waits_for_the_first_crawl_of_another_blog_of_its_server(store: Store) -> None:
    store.save_blog(Blog("https://a.example/known/"))
    add(store, A, priority=1)
    assert take(store, "one") == A
    assert store.schedule.lease("two", NOW, NOW + TERM, NOW) == []
    store.queue.finish("one", LATER)
    assert [blog.url for blog in store.schedule.lease("two", NOW, NOW + TERM, NOW)] == ["https://a.example/known/"]


def test_servers_with_one_ip_address_share_it(store: Store) -> None:
    add(store, A, B)
    assert take(store, "one") == A
    assert store.queue.share_address("one", "192.0.2.1", 1, NOW)
    assert take(store, "two") == B
    assert not store.queue.share_address("two", "192.0.2.1", 1, NOW)
    assert store.queue.share_address("two", "192.0.2.1", 2, NOW)


def test_the_blog_of_a_dead_worker_is_taken_over_when_its_lease_has_ended(store: Store) -> None:
    add(store, A)
    assert take(store, "dead", place="there") == A
    assert take(store, "heir", NOW + TERM / 2) is None
    taken = store.queue.take("heir", NOW + TERM, NOW + 2 * TERM, "here")
    assert taken is not None
    assert (taken.url, taken.holder, taken.place) == (A, "dead", "there")
    assert store.queue.renew("dead", LATER) is None
    found = store.queue.blog(A)
    assert found is not None
    assert (found.holder, found.place, found.takeovers) == ("heir", "here", 1)


def test_a_blog_that_is_being_crawled_for_the_first_time_is_not_updated(store: Store) -> None:
    add(store, A)
    take(store)
    store.save_blog(Blog("https://moved.example/", seed=A))  # found under another address
    assert store.schedule.lease("other", NOW, NOW + TERM, NOW, 5) == []
    store.queue.finish("me", LATER)
    assert store.queue.blog(A) is None
    found = store.queue.blog("https://moved.example/")
    assert found is not None
    assert (found.task, found.due, found.holder) == ("update", LATER, None)


def test_a_failed_blog_is_tried_again_and_at_last_given_up(store: Store) -> None:
    add(store, A)
    take(store)
    store.queue.fail("me", LATER, "unreachable")
    assert take(store) is None
    assert take(store, now=LATER) == A
    store.queue.fail("me", None, "still unreachable")
    assert take(store, now=LATER + timedelta(days=999)) is None
    found = store.queue.blog(A)
    assert found is not None
    assert (found.failures, found.reason, found.state(NOW)) == (2, "still unreachable", "failed")
    assert store.queue.resume(A)
    assert take(store, now=datetime.now(UTC) + timedelta(seconds=2)) == A


def test_a_blog_that_was_put_back_has_not_failed(store: Store) -> None:
    add(store, A)
    take(store)
    store.queue.put_back("me", NOW, "interrupted")
    found = store.queue.blog(A)
    assert found is not None
    assert (found.failures, found.reason, found.state(NOW)) == (0, "interrupted", "waiting")


def test_a_paused_blog_is_not_taken(store: Store) -> None:
    add(store, A)
    assert store.queue.pause(A)
    assert not store.queue.pause(B)
    assert take(store) is None
    store.queue.resume(A)
    assert take(store, now=datetime.now(UTC) + timedelta(seconds=2)) == A


def test_all_work_can_be_paused(store: Store) -> None:
    add(store, A)
    store.save_blog(Blog(B))
    store.queue.pause()
    assert store.queue.is_paused()
    assert take(store) is None
    assert store.schedule.lease("updates", NOW, NOW + TERM, NOW) == []
    store.queue.resume()
    assert take(store) is not None


def test_adding_a_blog_again_changes_it_unless_it_is_running(store: Store) -> None:
    add(store, A)
    assert store.queue.add(QueuedBlog("http://www.a.example", priority=9, options={"feed": "f"}), NOW)
    (found,) = store.queue.blogs()
    assert (found.priority, found.options) == (9, {"feed": "f"})
    take(store)
    assert not store.queue.add(QueuedBlog(A), NOW)


def test_a_waiting_blog_can_be_removed(store: Store) -> None:
    add(store, A, B)
    take(store)
    assert not store.queue.remove(A)
    assert store.queue.remove(B)
    assert [blog.url for blog in store.queue.blogs()] == [A]


def test_workers_are_known_until_they_end_and_may_be_drained(store: Store) -> None:
    workers = [WorkerState(f"{machine}:1", machine, 1, 2, NOW, NOW) for machine in ("north", "south")]
    assert [store.queue.report(worker) for worker in workers] == [False, False]
    assert store.queue.workers() == workers
    assert store.queue.drain("south") == 1
    assert [store.queue.report(worker) for worker in workers] == [False, True]
    store.queue.forget("south:1")
    assert [worker.name for worker in store.queue.workers()] == ["north:1"]
    assert store.queue.drain() == 1
