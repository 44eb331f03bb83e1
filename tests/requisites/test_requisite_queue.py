"""The queue of requisites."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from blogcrawler.requisites import Requisite, RequisiteKind
from blogcrawler.requisites.requisite_queue import RequisiteQueue

STYLESHEET, FILE, PICTURE = RequisiteKind


def queue(path: str | Path = "", limit: int = 10) -> RequisiteQueue:
    return RequisiteQueue(sqlite3.connect(path, isolation_level=None), limit)


def taken(queue: RequisiteQueue, *, with_pictures: bool = True) -> list[str]:
    found = []
    while (one := queue.next(with_pictures=with_pictures)) is not None:
        queue.done(one)
        found.append(one.url)
    return found


def test_each_requisite_is_handed_out_once_stylesheets_first() -> None:
    some = queue()
    some.add([Requisite("i", PICTURE), Requisite("x", FILE), Requisite("a", STYLESHEET)], "page", "blog")
    some.add([Requisite("a", STYLESHEET)], "other page", "blog")
    assert taken(some) == ["a", "x", "i"]
    some.add([Requisite("a", STYLESHEET)], "third page", "blog")
    assert taken(some) == []


def test_pictures_wait_unless_they_are_on_several_pages() -> None:
    some = queue()
    for page in ("one", "two", "three"):
        some.add([Requisite("logo", PICTURE), Requisite(f"picture of {page}", PICTURE)], page, "blog")
    assert taken(some, with_pictures=False) == ["logo"]
    assert len(some) == 3
    assert len(taken(some)) == 3


def test_the_limit_is_one_per_blog() -> None:
    some = queue(limit=2)
    requisites = [Requisite(f"{n}", FILE) for n in range(5)]
    assert some.add(requisites, "page", "blog") == 3
    assert some.add(requisites, "page", "blog") == 3
    assert some.add(requisites[:2], "page", "other blog") == 0
    assert len(taken(some)) == 4


def test_what_a_killed_crawl_was_fetching_is_fetched_again(tmp_path: Path) -> None:
    first = queue(tmp_path / "db", limit=2)
    first.add([Requisite("done", FILE), Requisite("in flight", FILE)], "page", "blog")
    done, _ = first.next(with_pictures=True), first.next(with_pictures=True)
    assert done is not None
    first.done(done)
    again = queue(tmp_path / "db", limit=2)
    assert taken(again) == ["in flight"]
    assert again.add([Requisite("one more", FILE)], "page", "blog") == 1
