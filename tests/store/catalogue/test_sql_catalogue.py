"""Lists and totals of posts. ``tests/real/test_postgresql_web.py`` runs them on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from catalogue_checks import BLOG, OTHER, check_catalogue, fill_store

from blogcrawler.store import PostSurroundings, Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        fill_store(store)
        yield store


def test_totals(store: Store) -> None:
    check_catalogue(store)


def test_entries_are_newest_first_and_short(store: Store) -> None:
    entries = store.catalogue.entries(BLOG)
    assert [entry.url[-1] for entry in entries] == ["2", "1", "3", "4"]
    assert entries[0].comments == 2
    assert len(entries[1].excerpt) < 300
    assert [entry.url for entry in store.catalogue.entries(limit=2)] == [f"{BLOG}2", f"{BLOG}1"]
    assert store.catalogue.entries(OTHER)[0].comments == 1


def test_cursors_lead_up_and_down(store: Store) -> None:
    cursors = [entry.cursor for entry in store.catalogue.entries(BLOG)]
    assert [entry.url[-1] for entry in store.catalogue.entries(BLOG, after=cursors[0], limit=2)] == ["1", "3"]
    assert [entry.url[-1] for entry in store.catalogue.entries(BLOG, before=cursors[3], limit=2)] == ["1", "3"]


@pytest.mark.parametrize(
    ("since", "until", "found"),
    [
        ("2024-01-02", None, "21"),
        ("2024-01-02", "2024-01-02", "1"),
        ("2024-01-03", "2024-03-04", ""),
        (None, "1969-12-31", "3"),
        ("2024-03-05", "2024-03-05", "2"),
    ],
)
def test_days_are_inclusive(store: Store, since: str | None, until: str | None, found: str) -> None:
    entries = store.catalogue.entries(BLOG, since=since, until=until)
    assert "".join(entry.url[-1] for entry in entries if entry.published) == found


def test_neighbours_are_of_the_same_blog(store: Store) -> None:
    found = store.catalogue.surroundings(f"{BLOG}1")
    assert (found.newer and found.newer.url, found.older and found.older.url) == (f"{BLOG}2", f"{BLOG}3")
    assert store.catalogue.surroundings(f"{OTHER}1") == PostSurroundings(blog_title="B")
    assert store.catalogue.surroundings("https://unknown.example/") == PostSurroundings()


def test_what_has_happened_to_a_post_surrounds_it(store: Store) -> None:
    when = datetime(2024, 4, 1, tzinfo=UTC)
    old = store.post(f"{BLOG}1")
    assert old is not None
    store.post_states.replace(old, replace(old, title="New"), ["metadata"], when)
    store.post_states.mark_gone(BLOG, store.post_states.known([old.url])[old.url], when)
    found = store.catalogue.surroundings(old.url)
    assert (found.versions, found.gone) == (1, when.isoformat(timespec="seconds"))
