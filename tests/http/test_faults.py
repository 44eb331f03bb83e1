from __future__ import annotations

import pytest
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
)

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
        (ValueError("two\nlines"), "two lines", True),
        (ValueError(), "ValueError", True),
    ],
)
def test_a_fault_is_described_in_words(error: Exception, words: str, temporary: bool):
    assert reason_of(error) == words
    assert is_temporary(error) is temporary
