"""Looks, versions, sources, visits and leases in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from blogcrawler.items import Blog, Comment, Post, PostState, ThreadSummary, Visit, WatchedDocument
from blogcrawler.store import DATABASE_FILE, Store, open_store

BLOG = "https://example.org/"
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(minutes=15)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        yield store


def post(name: str, **fields: str) -> Post:
    return Post(f"{BLOG}{name}", BLOG, fetched=NOW.isoformat(), **fields)  # type: ignore[arg-type]


def test_a_stored_post_is_found_by_any_spelling_of_its_url(store: Store):
    store.save_post(post("a"))
    known = store.post_states.known(["http://www.example.org/a/", "https://example.org/b"])
    assert list(known) == ["http://www.example.org/a/"]
    assert known["http://www.example.org/a/"].url == f"{BLOG}a"


def test_many_urls_are_looked_up_at_once(store: Store):
    store.save_posts(post(str(n)) for n in range(1200))
    assert len(store.post_states.known(f"{BLOG}{n}" for n in range(-100, 1300))) == 1200


def test_young_posts_are_due_before_old_ones(store: Store):
    store.save_posts([post("young", published="2026-05-31"), post("old", published="2020-01-01")])
    assert store.post_states.due(BLOG, NOW + timedelta(hours=20), 10) == []
    assert [look.url for look in store.post_states.due(BLOG, NOW + timedelta(days=2), 10)] == [f"{BLOG}young"]
    assert len(store.post_states.due(BLOG, NOW + timedelta(days=400), 10)) == 2


def test_the_most_overdue_posts_come_first(store: Store):
    states = [("new", 1), ("oldest", 30), ("old", 20)]
    for name, days in states:
        due = (NOW - timedelta(days=days)).isoformat()
        store.post_states.save(BLOG, PostState(f"{BLOG}{name}", due=due))
    assert [state.url for state in store.post_states.due(BLOG, NOW, 2)] == [f"{BLOG}oldest", f"{BLOG}old"]


def test_a_replaced_record_is_kept_as_a_version(store: Store):
    old, new = post("a", text="old"), post("a", text="new")
    store.save_post(old)
    store.post_states.replace(old, new, {"content", "metadata"}, NOW)
    store.post_states.replace(new, replace(new, text="newest"), ["content"], LATER)
    versions = store.post_states.versions("example.org/a")
    assert [(v.record.text, v.kinds) for v in versions] == [("old", ("content", "metadata")), ("new", ("content",))]
    assert store.post(f"{BLOG}a") == replace(new, text="newest")
    assert store.post_states.counts(BLOG) == (0, 2)


def test_a_deleted_post_is_kept_and_may_come_back(store: Store):
    store.save_post(post("a"))
    (look,) = store.post_states.all(BLOG)
    store.post_states.mark_gone(BLOG, look, NOW)
    assert store.post_states.due(BLOG, NOW + timedelta(days=999), 9) == []
    assert store.post_states.counts(BLOG) == (1, 0)
    assert store.post(f"{BLOG}a")
    store.save_post(post("a"))
    assert store.post_states.counts(BLOG) == (0, 0)


def test_the_time_at_which_a_post_was_found_does_not_change(store: Store):
    store.save_post(post("a"))
    store.save_post(replace(post("a"), fetched=LATER.isoformat()))
    (look,) = store.post_states.all(BLOG)
    assert (look.found, look.checked) == (NOW.isoformat(), LATER.isoformat())


def test_sources_and_visits_are_stored_unchanged(store: Store):
    source = WatchedDocument(BLOG, f"{BLOG}feed", "feed", etag='"1"', reading={"a": "1"}, facts={"ttl": 5}, body="x\0y")
    store.schedule.save_source(source)
    store.schedule.save_source(replace(source, right=3))
    assert store.schedule.sources("http://www.example.org") == [replace(source, right=3, body="x\ufffdy")]
    visits = [Visit(BLOG, NOW.isoformat(), "quiet", 1), Visit(BLOG, LATER.isoformat(), "updated", 4, new=2)]
    for visit in visits:
        store.schedule.save_visit(visit)
    assert store.schedule.visits(BLOG) == visits


def test_a_leased_blog_cannot_be_taken_until_the_lease_ends(store: Store):
    store.save_blog(Blog(BLOG))
    watches = store.schedule
    assert [blog.url for blog in watches.lease("one", NOW, LATER, NOW)] == [BLOG]
    assert watches.lease("two", NOW, LATER, NOW) == []
    assert not watches.lease_blog(BLOG, "two", NOW, LATER)
    assert watches.held_until(NOW, NOW) == LATER
    watches.renew("one", LATER + timedelta(minutes=5))
    assert watches.lease("two", LATER, LATER, NOW) == []
    after = LATER + timedelta(minutes=6)
    assert watches.lease("two", after, after + timedelta(minutes=15), NOW)
    assert watches.holder(BLOG) == "two"
    watches.release("one", BLOG, NOW)  # which is not its to give back any more
    assert watches.holder(BLOG) == "two"


def test_a_returned_blog_is_due_at_the_given_time(store: Store):
    store.save_blog(Blog(BLOG))
    watches = store.schedule
    watches.lease("one", NOW, LATER, NOW)
    watches.release("one", BLOG, NOW + timedelta(days=1))
    assert watches.lease("two", NOW, LATER, NOW) == []
    assert watches.next_due() == watches.due(BLOG) == NOW + timedelta(days=1)
    assert watches.lease("two", NOW, LATER, NOW + timedelta(days=1))


def test_concurrent_processes_never_lease_the_same_blog(tmp_path: Path):
    with closing(open_store(None, tmp_path)) as store:
        for n in range(60):
            store.save_blog(Blog(f"https://blog{n}.example/"))

    def take(name: int) -> list[str]:
        taken = []
        with closing(open_store(None, tmp_path)) as store:
            while blogs := store.schedule.lease(str(name), NOW, LATER, NOW):
                taken += [blog.url for blog in blogs]
        return taken

    with ThreadPoolExecutor(4) as threads:
        taken = [url for urls in threads.map(take, range(4)) for url in urls]
    assert len(taken) == len(set(taken)) == 60


def test_a_database_of_the_first_version_gets_the_tables_it_lacks(tmp_path: Path):
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(post("a"))
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        for table in ("looks", "post_versions", "sources", "visits", "leases"):
            database.execute(f"DROP TABLE {table}")
        database.execute("UPDATE schema_version SET version = 1")
        database.commit()
    with closing(open_store(None, tmp_path)) as store:
        assert store.count() == 1
        store.save_post(post("b"))
        assert len(store.post_states.all(BLOG)) == 1


def test_threads_are_summarised_by_any_spelling_of_their_urls(store: Store):
    messages = [Comment(str(number), text="Text", type=None) for number in range(3)]
    store.save_post(replace(post("t", published="2026-01-01", updated="2026-02-01"), type="thread", posts=messages))
    store.save_post(replace(post("u", published="2026-01-01"), type="thread", posts=messages[:1]))
    found = store.post_states.threads(["http://www.example.org/t/", f"{BLOG}u", f"{BLOG}v"])
    assert found == {
        "http://www.example.org/t/": ThreadSummary(f"{BLOG}t", 3, "2026-02-01"),
        f"{BLOG}u": ThreadSummary(f"{BLOG}u", 1, "2026-01-01"),
    }


def test_a_thread_is_as_fresh_as_its_last_message(store: Store):
    said = (NOW - timedelta(days=2)).isoformat()
    messages = [Comment("1", published=said, text="Text", type=None)]
    store.save_post(replace(post("t", published="2020-01-01"), type="thread", posts=messages))
    (state,) = store.post_states.all(BLOG)
    assert (state.fresh, state.due) == (said, (NOW + timedelta(days=2)).isoformat())
