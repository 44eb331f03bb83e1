"""Lists and totals of posts. ``tests/real/test_postgresql_catalogue.py`` runs them on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from blogcrawler.items import Blog, Comment, Post, Visit
from blogcrawler.store import Store, open_store

BLOG = "https://a.example/"
OTHER = "https://b.example/"


def fill_store(store: Store) -> None:
    store.save_blog(Blog(BLOG, "A"))
    store.save_blog(Blog(OTHER, "B"))
    store.save_posts(
        [
            Post(
                f"{BLOG}1",
                BLOG,
                "One",
                ["Ann"],
                "2024-01-01T23:30:00-02:00",
                text="x" * 1000,
                tags=["a", "b"],
                language="en",
            ),
            Post(
                f"{BLOG}2",
                BLOG,
                "Two",
                ["Ann", "Bo"],
                "2024-03-05",
                text="y",
                tags=["a"],
                comments=[Comment("1"), Comment("2")],
            ),
            Post(f"{BLOG}3", BLOG, None, [], "1969-12-31T10:00:00+00:00"),
            Post(f"{BLOG}4", BLOG, "", ["B" * 300]),
            Post(
                f"{OTHER}1", OTHER, "Thread", type="thread", posts=[Comment("1")], published="2020-02-29T06:00:00+00:00"
            ),
        ]
    )
    store.schedule.save_visit(Visit(BLOG, "2024-03-01T00:00:00+00:00", "quiet"))
    store.schedule.save_visit(Visit(BLOG, "2024-03-02T00:00:00+00:00", "failed"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        fill_store(store)
        yield store


def check_catalogue(store: Store) -> None:
    outlines = store.catalogue.outlines()
    assert (outlines[BLOG].posts, outlines[BLOG].first, outlines[BLOG].last) == (4, "1969-12-31", "2024-03-05")
    assert outlines[BLOG].months == (("1969-12", 1), ("2024-01", 1), ("2024-03", 1))
    assert (outlines[BLOG].visited, outlines[BLOG].outcome) == ("2024-03-02T00:00:00+00:00", "failed")
    assert (outlines[OTHER].posts, outlines[OTHER].visited, outlines[OTHER].due) == (1, None, None)
    timeline = store.catalogue.timeline(BLOG)
    assert (timeline.posts, timeline.undated) == (4, 1)
    assert timeline.months == outlines[BLOG].months
    # 2024-01-02 01:30 UTC and 2024-03-05 are Tuesdays, 1969-12-31 was a Wednesday.
    assert timeline.weekdays == (0, 2, 1, 0, 0, 0, 0)
    assert {at: number for at, number in enumerate(timeline.week) if number} == {24 + 1: 1, 48 + 10: 1}
    contents = store.catalogue.contents(BLOG)
    assert (contents.posts, contents.comments) == (4, 2)
    assert dict(contents.filled) == {"title": 2, "authors": 3, "published": 3, "text": 2, "tags": 2}
    assert contents.authors == (("Ann", 2), ("Bo", 1))
    assert contents.tags == (("a", 2), ("b", 1))
    assert contents.languages == (("en", 1),)
    assert store.catalogue.contents(OTHER).comments == 1
    assert store.catalogue.contents(BLOG, most=1).tags == (("a", 2),)
    assert store.catalogue.contents("https://unknown.example/").posts == 0


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
    newer, older = store.catalogue.neighbours(f"{BLOG}1")
    assert (newer and newer.url, older and older.url) == (f"{BLOG}2", f"{BLOG}3")
    assert store.catalogue.neighbours(f"{OTHER}1") == (None, None)
    assert store.catalogue.neighbours("https://unknown.example/") == (None, None)


def test_versions_are_counted(store: Store) -> None:
    assert store.catalogue.version_count(f"{BLOG}1") == 0
