"""Which failures are counted as what, and when the blog counts as down."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.exceptions import CloseSpider, DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response
from scrapy.utils.test import get_crawler
from twisted.python.failure import Failure

from blogcrawler.crawl import DownloadFailures
from blogcrawler.crawl_settings import CrawlSettings
from blogcrawler.downloader import ServerGivenUp
from blogcrawler.errors import ArchiveError

URL = "http://example.org/a"


class Scheduler:
    """Remembers what it is told to try again, and whether to keep what is in flight."""

    def __init__(self) -> None:
        self.again: list[Request] = []
        self.holds = False

    def failed(self, request: Request) -> None:
        self.again.append(request)

    def hold(self) -> None:
        self.holds = True


class Failing:
    def __init__(self) -> None:
        self.stats = get_crawler().stats
        self.scheduler = Scheduler()
        self.notes: list[str] = []
        tools: Any = SimpleNamespace(
            stats=self.stats,
            scheduler=self.scheduler,
            note=self.notes.append,
            state=SimpleNamespace(home="", seed="http://www.example.org/"),
            settings=CrawlSettings(max_dead_links=150),
        )
        self.failures = DownloadFailures(tools)

    def fail(self, error: Exception) -> Request | None:
        failure: Any = Failure(error)
        failure.request = Request(URL)
        return self.failures.record_failure(failure)

    def answer(self, status: int) -> bool:
        return self.failures.record_response(Response(URL, status=status, request=Request(URL)))


@pytest.mark.parametrize(
    ("status", "stat", "again"),
    [(404, "gone", 0), (410, "gone", 0), (403, "refused", 0), (429, "failed", 1), (503, "failed", 1)],
)
def test_errors_are_counted_by_their_kind(status: int, stat: str, again: int):
    failing = Failing()
    assert not failing.answer(status)
    assert failing.stats.get_stats() == {f"frontier/{stat}": 1}
    assert len(failing.scheduler.again) == again


def test_a_page_is_not_counted_as_a_failure():
    failing = Failing()
    assert failing.answer(200)
    assert failing.stats.get_stats() == {}


def test_after_ten_failures_in_a_row_the_blog_is_down():
    failing = Failing()
    for _ in range(9):
        assert failing.fail(DownloadTimeoutError("x")) is not None
    with pytest.raises(CloseSpider) as closed:
        failing.fail(DownloadTimeoutError("x"))
    assert closed.value.reason == "unreachable"
    assert failing.notes == ["The blog has stopped answering: the server did not answer in time."]
    assert failing.fail(DownloadTimeoutError("x")) is None, "the crawl is being closed"
    assert len(failing.scheduler.again) == 11


def test_a_response_in_between_resets_the_count():
    failing = Failing()
    for _ in range(3):
        for _ in range(9):
            failing.fail(DownloadTimeoutError("x"))
        failing.answer(404)
    assert failing.notes == []


def test_skipped_requests_are_not_retried():
    failing = Failing()
    assert failing.fail(IgnoreRequest("max redirections reached")) is None
    assert failing.fail(IgnoreRequest("Forbidden by robots.txt")) is None
    assert failing.stats.get_stats() == {"frontier/ignored": 1}
    assert failing.scheduler.again == []


def test_without_an_archive_everything_in_flight_is_kept():
    failing = Failing()
    assert failing.fail(ArchiveError("disk full")) is None
    assert failing.scheduler.holds


def test_after_many_dead_links_in_a_row_the_blog_is_given_up():
    failing = Failing()
    for _ in range(149):
        failing.answer(404)
    failing.answer(200)  # a list of more dead links
    with pytest.raises(CloseSpider) as closed:
        failing.answer(404)
    assert closed.value.reason == "dead_links"
    assert failing.notes[0].startswith("The last 150 links were dead (the last one: HTTP 404), and no post was among")
    assert len(failing.scheduler.again) == 1
    assert not failing.answer(404), "the crawl is being closed"


def test_dead_links_are_forgiven_while_posts_arrive():
    failing = Failing()
    for _ in range(5):
        for _ in range(149):
            failing.answer(404)
        failing.failures.record_post()
    failing.stats.set_value("posts/found", 500)
    for _ in range(199):
        failing.answer(404)
    assert failing.notes == []


def test_an_overloaded_server_is_given_up_only_if_it_is_the_blogs():
    failing = Failing()
    assert failing.fail(ServerGivenUp("feeds.example.com is overloaded", "feeds.example.com")) is not None
    with pytest.raises(CloseSpider) as closed:
        failing.fail(ServerGivenUp("example.org is overloaded", "example.org"))
    assert closed.value.reason == "overloaded"
    assert failing.notes == ["example.org is overloaded. Try again later."]
    assert failing.fail(ServerGivenUp("example.org is overloaded", "example.org")) is None
    assert len(failing.scheduler.again) == 3
