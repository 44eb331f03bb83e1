from __future__ import annotations

from datetime import timedelta

import pytest
from update_steps import HOME, NOW

from blogcrawler.feeds import SHORTEST
from blogcrawler.items import Visit, WatchedDocument
from blogcrawler.updating.next_visit import after_failure, after_success


def visits(outcomes: str) -> list[Visit]:
    names = {"f": "failed", "q": "quiet", "u": "updated"}
    return [Visit(HOME, NOW.isoformat(), names[letter]) for letter in outcomes]


@pytest.mark.parametrize(
    ("outcomes", "hours"), [("", 6), ("q", 6), ("f", 12), ("ffq", 6), ("qff", 24), ("f" * 6, 14 * 24), ("f" * 99, 336)]
)
def test_the_pause_doubles_with_each_failure_in_a_row(outcomes: str, hours: int):
    after = after_failure(visits(outcomes), NOW)
    assert after.due - NOW == timedelta(hours=hours)
    assert after.earliest == after.due


def test_a_blog_that_publishes_often_is_visited_often():
    def published(days: float) -> list[str]:
        return [(NOW - timedelta(days=number * days)).isoformat() for number in range(30)]

    feed = WatchedDocument(HOME, f"{HOME}feed", "feed", facts={"entries": 10})
    often, seldom = after_success(published(0.2), feed, NOW), after_success(published(20), feed, NOW)
    assert NOW + SHORTEST == often.earliest <= often.due < seldom.due
    assert (often.rate or 0) > 20 * (seldom.rate or 0)


def test_a_blog_is_not_visited_earlier_than_its_feed_asks():
    feed = WatchedDocument(HOME, f"{HOME}feed", "feed", facts={"ttl": 600})
    after = after_success([NOW.isoformat()] * 30, feed, NOW)
    assert after.earliest == NOW + timedelta(hours=10) <= after.due


def test_a_blog_without_dates_or_feed_is_visited_again():
    assert after_success([], None, NOW).due >= NOW + SHORTEST


@pytest.mark.parametrize(("lifetimes", "hours"), [([5, 0], 10), ([5, 1], 1), ([0, 0], 1)])
def test_a_blog_is_not_visited_while_its_feed_is_current_if_that_was_right_before(lifetimes: list[int], hours: int):
    facts = {"expires": (NOW + timedelta(hours=10)).isoformat(), "lifetimes": lifetimes}
    feed = WatchedDocument(HOME, f"{HOME}feed", "feed", facts=facts)
    after = after_success([NOW.isoformat()] * 30, feed, NOW)
    assert after.earliest == NOW + timedelta(hours=hours) <= after.due
