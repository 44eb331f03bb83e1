from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from blogcrawler.items import Run
from blogcrawler.work.outcome import Outcome, closing_line, outcome_of, pause_after

SUMMARY = "http://a.example/ 0 posts, 1,234 requests, 0:00:02; the posts could not be stored"


def run(outcome: str, ending: str, *notes: str) -> Run:
    return Run("https://a.example/", "crawl", "2030-01-01", "2030-01-02", outcome, ending, notes=list(notes))


@pytest.mark.parametrize(
    ("code", "recorded", "lines", "expected"),
    [
        (0, run("complete", "finished"), [], Outcome("complete")),
        (0, run("limited", "max_posts"), [], Outcome("complete")),
        (1, run("complete", "finished", "Is it a blog?"), [], Outcome("failed", "no posts: Is it a blog?")),
        (
            1,
            run("complete", "finished", "No posts were found. Is it?"),
            [],
            Outcome("failed", "No posts were found. Is it?"),
        ),
        (1, replace(run("complete", "finished"), kind="update"), [], Outcome("complete")),
        (130, run("interrupted", "shutdown"), [], Outcome("soon", "interrupted")),
        (130, replace(run("complete", "enough"), posts=5), [], Outcome("complete")),  # stopped when it was complete
        (1, run("failed", "unreachable", "no answer"), [], Outcome("failed", "no answer")),
        (0, run("failed", "overloaded"), [], Outcome("failed", "overloaded")),  # some posts, but not all
        (0, run("failed", "store_failed"), [], Outcome("soon", "store failed")),
        (0, None, [], Outcome("soon", "how it ended was not recorded")),  # the database failed after some posts
        # … or before the first one
        (1, None, [SUMMARY.replace("0 posts", "1 post"), ""], Outcome("soon", "how it ended was not recorded")),
        (1, None, [SUMMARY, "database x: gone"], Outcome("soon", "how it ended was not recorded")),
        (1, None, ["RuntimeError: 3 posts"], Outcome("failed", "RuntimeError: 3 posts")),
        (130, None, [], Outcome("soon", "interrupted")),
        (-9, None, [], Outcome("failed", "its process was killed by signal 9")),
        (1, None, ["Error: database x: gone", ""], Outcome("soon", "database x: gone")),
        (2, None, ["", "Error: no such setting"], Outcome("failed", "no such setting")),
        (3, None, [], Outcome("failed", "exit code 3")),
    ],
)
def test_what_becomes_of_a_blog(code: int, recorded: Run | None, lines: list[str], expected: Outcome) -> None:
    assert outcome_of(code, recorded, lines) == expected


@pytest.mark.parametrize(
    ("code", "lines", "reason", "expected"),
    [
        (0, [], None, "https://a.example/  crawl ended"),
        (3, [], "exit code 3", "https://a.example/  crawl ended with exit code 3"),
        (0, ["https://a.example/  5 posts", ""], None, "https://a.example/  5 posts"),
        (1, ["No posts were found."], "No posts were found.", "https://a.example/  No posts were found."),
        (1, ["Error: it is down"], "it is down", "https://a.example/  Error: it is down"),
        (1, ["it is down"], "no posts: it is down", "https://a.example/  no posts: it is down"),
        (130, ["stopping"], "interrupted", "https://a.example/  stopping; interrupted"),
    ],
)
def test_the_last_line_about_a_blog_names_it_and_the_reason_once(
    code: int, lines: list[str], reason: str | None, expected: str
) -> None:
    assert closing_line("https://a.example/", "crawl", code, lines, reason) == expected


def test_the_pause_doubles_with_each_failure_up_to_two_days() -> None:
    minute = timedelta(minutes=1)
    assert [pause_after(failures, minute) / minute for failures in (1, 2, 3, 4)] == [1, 2, 4, 8]
    assert pause_after(10**6, minute) == timedelta(days=2)
