from __future__ import annotations

from dataclasses import replace

import pytest

from blogcrawler.items import Run
from blogcrawler.work import yield_drop

GOOD = Run(
    *("https://a.example/", "crawl", "2030-01-01", "2030-01-02", "complete", "finished"),
    posts=20,
    requests=40,
    fields={"text": 20, "title": 19},
)
FAILED = replace(GOOD, outcome="failed", ending="unreachable", posts=0, requests=2, notes=["no answer"])
VISIT = replace(GOOD, kind="update", ending="quiet", posts=0, requests=1, fields={})


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([], None),
        ([GOOD], None),
        ([GOOD, GOOD], None),
        ([VISIT, GOOD], None),  # a visit without news is no drop
        ([replace(GOOD, outcome="interrupted", posts=0), GOOD], None),
        ([replace(GOOD, failures={"403": 15, "429": 5}), GOOD], "blocked"),
        ([replace(GOOD, failures={"404": 30}), GOOD], None),
        ([replace(FAILED, notes=["the feed answers with HTTP 403"])], "blocked"),
        ([replace(FAILED, notes=["https://a.example/ answers with HTTP 410; check the address"])], "moved"),
        ([FAILED, FAILED, GOOD], None),
        ([FAILED, FAILED, FAILED, GOOD], "failing"),
        ([replace(GOOD, posts=9), GOOD], "no_posts"),
        ([replace(GOOD, fields={"text": 4, "title": 19}), GOOD], "rules_broken"),
        ([replace(GOOD, fields={"text": 20, "title": 0}), GOOD], "rules_broken"),
    ],
)
def test_what_is_wrong_with_a_blog(runs: list[Run], expected: str | None) -> None:
    found = yield_drop(runs)
    assert (found and found.kind) == expected
    assert found is None or found.text
