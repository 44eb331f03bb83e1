"""An error in an optional step is recorded, and the rest goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from blogcrawler.errors import ArchiveError, FeedError, StoreError
from blogcrawler.faults import FaultLog, attempt, optional_step, use_fault_log

URL = "https://blog.example/post/"


@pytest.fixture
def counted() -> Iterator[list[str]]:
    steps: list[str] = []
    use_fault_log(FaultLog(steps.append))
    yield steps
    use_fault_log(FaultLog())


def test_each_error_is_counted_and_the_first_is_logged_with_address_and_traceback(
    counted: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            with optional_step("comments", URL):
                raise ValueError("odd markup")
    assert counted == ["comments"] * 3
    (record,) = caplog.records
    assert record.getMessage() == (
        f"An error in the step 'comments' at {URL}; it is left out there: ValueError: odd markup"
    )
    assert record.exc_info


def test_what_fails_has_a_default(counted: list[str]) -> None:
    assert attempt("dating", URL, None, lambda: 1 / 0) is None
    assert attempt("dating", URL, None, int, "7") == 7
    assert counted == ["dating"]


@pytest.mark.parametrize("error", [StoreError("full"), ArchiveError("full"), KeyboardInterrupt(), GeneratorExit()])
def test_errors_that_end_the_crawl_are_raised(error: BaseException, counted: list[str]) -> None:
    with pytest.raises(type(error)), optional_step("comments", URL):
        raise error
    assert counted == []


def test_errors_that_somebody_else_handles_are_raised(counted: list[str]) -> None:
    with pytest.raises(FeedError), optional_step("sitemap", URL, unless=(FeedError,)):
        raise FeedError("not a feed")
    assert counted == []
