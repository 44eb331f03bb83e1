from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from blogcrawler.items import Run
from blogcrawler.store import open_store

A = Run(
    "https://a.example/",
    "crawl",
    "2030-01-01T00:00:00+00:00",
    "2030-01-01T00:10:00+00:00",
    "complete",
    "finished",
    posts=9,
    requests=20,
    bytes=5_000_000_000,
    fields={"title": 9},
    failures={"404": 1},
    rejected={"no article": 3},
    notes=["\x00 odd"],
    holder="north:1/1",
)
B = replace(A, blog="https://b.example/", holder=None)


def test_runs_are_found_by_number_blog_and_lease(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        numbers = [store.runs.save(run) for run in (A, B, replace(A, posts=1))]
        first = store.runs.run(numbers[0])
        assert first == replace(A, id=numbers[0], notes=["\ufffd odd"])
        assert store.runs.run(99) is None
        assert [run.id for run in store.runs.recent()] == numbers[::-1]
        assert [run.posts for run in store.runs.recent("http://www.a.example")] == [1, 9]
        assert [run.id for run in store.runs.recent(limit=1)] == numbers[-1:]
        latest = store.runs.of_holder("north:1/1")
        assert latest is not None
        assert latest.posts == 1
        assert store.runs.of_holder("nobody") is None
        assert {blog: [run.posts for run in runs] for blog, runs in store.runs.last(2).items()} == {
            A.blog: [1, 9],
            B.blog: [9],
        }
