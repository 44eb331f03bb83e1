from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from blogcrawler.items import Run
from blogcrawler.updating import (
    MAX_LISTED_POSTS,
    PostNews,
    VisitReport,
    failed_visit,
    gone_notes,
    unfinished_crawl_notes,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_a_visit_that_ended_with_an_error_is_repeated_a_day_later():
    visit = failed_visit("https://a.org/", NOW, NOW + timedelta(hours=1), "KeyError: x", 7)
    assert (visit.outcome, visit.note, visit.requests) == ("failed", "KeyError: x", 7)
    assert (visit.began, visit.next) == ("2026-03-01T12:00:00+00:00", "2026-03-02T13:00:00+00:00")


def test_not_all_deleted_posts_are_named():
    urls = [f"https://a.org/{number}" for number in range(MAX_LISTED_POSTS + 3)]
    assert gone_notes(urls[:2]) == ["Gone: https://a.org/0", "Gone: https://a.org/1"]
    assert gone_notes(urls)[-1] == "Gone: 3 more posts"
    assert len(gone_notes(urls)) == MAX_LISTED_POSTS + 1


def test_groups_without_posts_are_left_out():
    visit = failed_visit("https://a.org/", NOW, NOW, "x")
    assert VisitReport(visit, new=(PostNews("x"),)).groups() == []


@pytest.mark.parametrize(
    ("runs", "is_unfinished"),
    [
        ([], False),
        ([("crawl", "interrupted")], True),
        ([("update", "complete"), ("crawl", "interrupted")], True),
        ([("update", "complete"), ("crawl", "complete"), ("crawl", "interrupted")], False),
        ([("crawl", "limited")], False),
        ([("update", "interrupted"), ("crawl", "complete")], False),
    ],
)
def test_a_crawl_that_was_stopped_is_mentioned_until_it_is_continued(runs: list[tuple[str, str]], is_unfinished: bool):
    past = [Run("https://a.org/", kind, "", "", outcome) for kind, outcome in runs]
    notes = unfinished_crawl_notes("https://a.org/", past)
    assert bool(notes) is is_unfinished
    assert all("blogcrawler crawl https://a.org/" in note for note in notes)
