"""Versions stay readable whoever writes the post afterwards."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from blogcrawler.items import Comment, Post
from blogcrawler.store import DATABASE_FILE, Store, open_store

BLOG, URL = "https://example.org/", "https://example.org/a"
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
FIRST = Post(
    URL, BLOG, "First", text="one\ntwo", comments=[Comment("1", author="Ann", text="Nice")], fetched="2026-05-01"
)
SECOND = replace(FIRST, title="Second", text="one\ntwo\nthree")
THIRD = replace(SECOND, title="Third", tags=["x"])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(FIRST)
        store.post_states.replace(FIRST, SECOND, ["content"], NOW)
        store.post_states.replace(SECOND, THIRD, ["metadata"], NOW + timedelta(days=1))
        yield store


def records(store: Store, address: str = URL) -> list[Post]:
    return [version.record for version in store.post_states.history(address)]


def test_all_records_are_kept_in_order_with_the_time_of_each(store: Store) -> None:
    assert records(store) == [FIRST, SECOND, THIRD]
    times = [(one.since, one.until) for one in store.post_states.history(URL)]
    changes = [NOW.isoformat(), (NOW + timedelta(days=1)).isoformat()]
    assert times == [("2026-05-01T00:00:00+00:00", changes[0]), (changes[0], changes[1]), (changes[1], None)]


def test_a_record_that_is_saved_again_does_not_lose_its_versions(store: Store) -> None:
    store.save_post(replace(THIRD, published="2026-05-01"))
    assert records(store) == [FIRST, SECOND, replace(THIRD, published="2026-05-01")]


def test_a_refreshed_record_does_not_lose_its_versions(store: Store) -> None:
    later = replace(THIRD, fetched="2026-07-01", warc={"file": "f", "offset": 1, "record_id": "i"})
    store.post_states.refresh(THIRD, later)
    assert records(store) == [FIRST, SECOND, later]


def test_an_estimated_date_does_not_cost_the_versions(store: Store) -> None:
    dating = {"date": "2026-05-01", "from": "sitemap", "confidence": 0.5}
    store.post_states.save_dating(URL, dating)
    assert records(store) == [FIRST, SECOND, replace(THIRD, dating=dating)]


def test_another_spelling_of_the_address_has_the_same_versions(store: Store) -> None:
    other = replace(THIRD, url="http://example.org/a/", title="Fourth")
    store.post_states.replace(THIRD, other, ["metadata"], NOW + timedelta(days=2))
    assert records(store, "http://example.org/a/") == [FIRST, SECOND, THIRD, other]
    assert store.count() == 1


def test_a_record_that_another_process_has_changed_meanwhile_costs_no_version(store: Store) -> None:
    store.save_post(replace(THIRD, published="2026-05-01"))
    new = replace(THIRD, title="Fourth")
    store.post_states.replace(THIRD, new, ["metadata"], NOW + timedelta(days=2))
    assert records(store) == [FIRST, SECOND, THIRD, new]


def test_a_removed_blog_has_no_past(store: Store, tmp_path: Path) -> None:
    store.remove_blog(BLOG)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        assert database.execute("SELECT count(*) FROM post_versions").fetchone() == (0,)


def test_a_record_changed_by_another_program_costs_the_older_ones_but_not_the_crawl(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        database.execute("UPDATE posts SET title = 'Tampered', text = 'with'")
        database.commit()
    with caplog.at_level(logging.WARNING):
        assert [one.title for one in records(store)] == ["Tampered"]
        (tampered,) = records(store)
        store.post_states.replace(tampered, replace(THIRD, title="Fourth"), ["metadata"], NOW)
    assert [one.title for one in records(store)] == ["Tampered", "Fourth"]
    assert "a later record was changed" in caplog.text


def test_versions_of_an_older_database_are_converted(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(THIRD)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        database.execute("DROP TABLE post_versions")
        database.execute(
            "CREATE TABLE versions (id INTEGER PRIMARY KEY, key_digest BLOB NOT NULL, blog_digest BLOB NOT NULL,"
            " until TEXT NOT NULL, kinds TEXT NOT NULL, record TEXT NOT NULL)"
        )
        for record, kinds in ((FIRST, ["content", "metadata"]), (SECOND, ["metadata"])):
            old = {name: value for name, value in record.record().items() if name != "confidence"}
            row = [sha256(b"example.org/a").digest(), b"", NOW.isoformat(), json.dumps(kinds), json.dumps(old)]
            database.execute("INSERT INTO versions VALUES (NULL, ?, ?, ?, ?, ?)", row)
        database.execute("UPDATE schema_version SET version = 8")
        database.commit()
    with closing(open_store(None, tmp_path)) as store:
        assert records(store) == [FIRST, SECOND, THIRD]
        assert [one.kinds for one in store.post_states.versions(URL)] == [("content", "metadata"), ("metadata",)]
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        assert not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'versions'").fetchone()


def test_an_estimated_date_does_not_bring_a_post_back(store: Store) -> None:
    (state,) = store.post_states.known([URL]).values()
    store.post_states.mark_gone(BLOG, state, NOW + timedelta(days=2))
    store.post_states.save_dating(URL, {"date": "2026-05-01", "from": "sitemap", "confidence": 0.5})
    assert [event.kind for event in store.post_states.events(NOW + timedelta(days=2))] == ["gone"]
    assert store.as_of(NOW + timedelta(days=3)).post(URL) is None
