from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from scrapy.http import Response

from blogcrawler.http import FOR_A_QUESTION, FOR_PAGES, is_fresh, robots_response, robots_source, robots_url

HOME = "https://blog.example/sub/"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_robots_txt_is_at_the_root_of_the_host():
    assert robots_url(HOME) == "https://blog.example/robots.txt"


@pytest.mark.parametrize(
    ("age", "max_age", "fresh"),
    [
        (timedelta(days=1), FOR_PAGES, True),
        (timedelta(days=1, seconds=1), FOR_PAGES, False),
        (timedelta(days=7), FOR_A_QUESTION, True),
        (timedelta(days=8), FOR_A_QUESTION, False),
    ],
)
def test_a_copy_is_valid_for_a_day_for_pages_and_a_week_for_feeds(age: timedelta, max_age: timedelta, fresh: bool):
    stored = robots_source(HOME, Response(robots_url(HOME)), NOW - age)
    assert is_fresh(stored, NOW, max_age) is fresh
    assert not is_fresh(None, NOW, max_age)


@pytest.mark.parametrize(("status", "body"), [(200, b"User-agent: *\nDisallow: /x"), (404, b""), (503, b"")])
def test_a_stored_copy_gives_the_same_response(status: int, body: bytes):
    sent = body or b"<p>an error page"
    stored = robots_source(HOME, Response(robots_url(HOME), status=status, body=sent), NOW)
    response = robots_response(stored)
    assert (response.url, response.status, response.body) == (robots_url(HOME), status, body)


def test_a_copy_is_cut_where_crawlers_may_stop_reading():
    stored = robots_source(HOME, Response(robots_url(HOME), body=b"#" * 600_000), NOW)
    assert len(stored.body or "") == 512_000
