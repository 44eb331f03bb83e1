from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, Visit, fill, make_posts
from crawl_processes import crawl, urls
from hypothesis import given
from hypothesis import strategies as st
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from blogcrawler.downloader.retry_after import RetryAfter, pause_for, requested_seconds

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (b"120", 120),
        (b" 5 ", 5),
        (b"Sun, 01 Mar 2026 12:00:30 GMT", 30),
        (b"Sun, 01 Mar 2026 12:00:30 -0000", 30),
        (b"Sun, 01 Mar 2026 11:00:00 GMT", 0),
        (b"-3", 0),
        (b"soon", 0),
        (b"", 0),
        (b"Sun, 99 Mar 2026 12:00:30 GMT", 0),
        (b"Sun, 01 Mar 99999999999999999999 12:00:30 GMT", 0),
        (b"Sun, 01 Mar 2026 12:00:30 99999999999999999999", 0),
    ],
)
def test_a_pause_is_a_number_of_seconds_or_a_date(value: bytes, seconds: float):
    assert requested_seconds(value, NOON) == seconds


@given(st.binary(max_size=60))
def test_any_header_is_accepted(value: bytes):
    assert requested_seconds(value, NOON) >= 0


@pytest.mark.parametrize(
    ("status", "value", "seconds"),
    [
        (429, "20", 20),
        (503, "20", 20),
        (429, "60", 60),
        (429, "61", 60),
        (503, "99999999999", 60),
        (429, "Mon, 02 Mar 2026 12:00:00 GMT", 60),
        (200, "20", 0),
        (301, "20", 0),
        (429, None, 0),
    ],
)
def test_a_pause_is_made_after_429_and_503_and_has_a_limit(status: int, value: str | None, seconds: float):
    response = Response("http://a.example/", status=status, headers={"Retry-After": value} if value else {})
    assert pause_for(response, 60, NOON) == seconds


def test_the_limit_is_a_setting_and_0_switches_pauses_off():
    middleware = RetryAfter.from_crawler(get_crawler(settings_dict={"BLOGCRAWLER_MAX_RETRY_AFTER": 7}))
    assert middleware._max_seconds == 7
    with pytest.raises(NotConfigured):
        RetryAfter.from_crawler(get_crawler(settings_dict={"BLOGCRAWLER_MAX_RETRY_AFTER": 0}))


def test_requests_to_a_host_pause_after_retry_after(tmp_path: Path):
    posts = make_posts(4)
    times: list[float] = []
    with BlogSite() as site:
        fill(site, posts)
        good = site.pages[posts[2].path]

        def busy_at_first(visit: Visit) -> None:
            times.append(time.monotonic())
            busy = Answer("later", status=429, headers={"Retry-After": "2"})
            answer = busy if len(times) == 1 else good
            assert isinstance(answer, Answer)
            visit.send_response(answer.status)
            for name, value in answer.headers.items():
                visit.send_header(name, value)
            visit.send_header("Content-Type", answer.kind)
            visit.end_headers()
            visit.wfile.write(answer.data())

        site.pages[posts[2].path] = busy_at_first
        program = crawl(tmp_path, site.url)
    assert program.poll() == 0
    assert times[1] - times[0] >= 2
    assert len(urls(tmp_path)) == 4
    assert program.stats["downloader/retry_after"] == 1
