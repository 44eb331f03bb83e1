from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from blogcrawler.items import Visit
from blogcrawler.runner.update_report import update_lines, visit_lines
from blogcrawler.terminal import moment_ahead
from blogcrawler.updating import PostNews, VisitReport

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
BLOG = "https://example.org/"


def visit(outcome: str, **counts: int | str) -> Visit:
    return Visit(BLOG, NOW.isoformat(), outcome, next="2026-11-18T15:00:00+00:00", **counts)  # type: ignore[arg-type]


def test_new_changed_and_gone_posts_are_listed_with_title_and_address():
    report = VisitReport(
        visit("updated", new=25, changed=1, gone=1),
        new=(PostNews(f"{BLOG}a", "A\x1b[31m post"), PostNews(f"{BLOG}b")),
        changed=(PostNews(f"{BLOG}c", "C", ("comments", "content")),),
        gone=(PostNews(f"{BLOG}d", "D"),),
    )
    assert visit_lines(report, NOW) == [
        "https://example.org/  25 new, 1 changed, 1 gone; next visit in 3 hours (2026-11-18 15:00 UTC)",
        "  new      A[31m post",
        "           https://example.org/a",
        "  new      (no title)",
        "           https://example.org/b",
        "  new      and 23 more",
        "  changed  C (comments, content)",
        "           https://example.org/c",
        "  gone     D",
        "           https://example.org/d",
    ]


@pytest.mark.parametrize(
    ("one", "line"),
    [
        (visit("quiet"), "nothing new; next visit in 3 hours (2026-11-18 15:00 UTC)"),
        (
            visit("failed", note="HTTP 500\nreally"),
            "failed: HTTP 500 really; next visit in 3 hours (2026-11-18 15:00 UTC)",
        ),
        (Visit(BLOG, NOW.isoformat(), "quiet"), "nothing new"),
    ],
)
def test_other_visits_are_one_line(one: Visit, line: str):
    assert visit_lines(VisitReport(one), NOW) == [f"{BLOG}  {line}"]


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (timedelta(0), "now"),
        (timedelta(seconds=20), "in 1 minute (2026-11-18 12:00 UTC)"),
        (timedelta(minutes=89), "in 89 minutes (2026-11-18 13:29 UTC)"),
        (timedelta(hours=3), "in 3 hours (2026-11-18 15:00 UTC)"),
        (timedelta(days=7), "in 7 days (2026-11-25 12:00 UTC)"),
    ],
)
def test_when_something_is_due(ahead: timedelta, words: str):
    assert moment_ahead(NOW + ahead, NOW) == words


def test_the_figures_of_an_update():
    notes = ["Gone: https://example.org/d", "A note"]
    stats = {"blogs/visited": 2, "blogs/quiet": 1, "posts/new": 3, "faults/comments": 2, "blogcrawler/notes": notes}
    assert update_lines(stats) == [
        "Blogs     2 visited, 1 of them unchanged, 0 failed",
        "Posts     3 new, 0 changed, 0 gone",
        "Requests  0, 0 bytes",
        "Errors    2 (comments × 2) in optional steps; the log says more",
        "Note      A note",
    ]
