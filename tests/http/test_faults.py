from __future__ import annotations

import socket
from urllib.error import URLError

import pytest
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
)

from blogcrawler.downloader import RobotsUnreachable
from blogcrawler.http import is_temporary, reason_of


@pytest.mark.parametrize(
    ("error", "words", "temporary"),
    [
        (CannotResolveHostError("x"), "there is no host of that name", True),
        (DownloadConnectionRefusedError("x"), "the connection was refused", True),
        (DownloadTimeoutError("x"), "the server did not answer in time", True),
        (DownloadCancelledError("x"), "the response is too large", False),
        (IgnoreRequest("Forbidden by robots.txt"), "robots.txt forbids it", False),
        (IgnoreRequest("max redirections reached"), "there are too many redirects", False),
        (IgnoreRequest("Refused: a private network"), "Refused: a private network", False),
        (IgnoreRequest(), "it was skipped", False),
        (URLError(socket.gaierror(-2, "Name or service not known")), "there is no host of that name", True),
        (URLError(ConnectionRefusedError(111, "Connection refused")), "the connection was refused", True),
        (URLError("unknown url type: x"), "<urlopen error unknown url type: x>", True),
        (ConnectionResetError(104, "Connection reset by peer"), "the connection was lost", True),
        (TimeoutError("timed out"), "the server did not answer in time", True),
        (ValueError("two\nlines"), "two lines", True),
        (ValueError(), "ValueError", True),
    ],
)
def test_a_fault_is_described_in_words(error: Exception, words: str, temporary: bool):
    assert reason_of(error) == words
    assert is_temporary(error) is temporary


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (CannotResolveHostError("x"), "there is no host of that name"),
        (IgnoreRequest("status 503"), "robots.txt cannot be fetched"),
        (None, "robots.txt cannot be fetched"),
    ],
)
def test_a_page_without_robots_txt_fails_for_the_reason_of_robots_txt(cause: Exception | None, words: str):
    error = RobotsUnreachable("robots.txt cannot be fetched")
    error.__cause__ = cause
    assert reason_of(error) == words
    assert is_temporary(error)
