from __future__ import annotations

import os
import signal
from multiprocessing import get_context
from typing import Any

import pytest

from blogcrawler.errors import ArchiveError
from blogcrawler.runner import reextract_on_this_machine, reextraction
from blogcrawler.runner.reextraction import Reextraction


def read(url: str, given: dict[str, Any]) -> Reextraction:
    if "killed" in url:
        os.kill(os.getpid(), signal.SIGKILL)
    if "missing" in url:
        raise ArchiveError(f"there is no web archive of {url}")
    if "locked" in url:
        raise PermissionError(13, "Permission denied", "reextract.log")
    return Reextraction(url, unchanged=len(given))


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_that_dies_or_fails_costs_its_own_blog_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reextraction, "forking", lambda: get_context("fork"))  # has what is replaced here
    monkeypatch.setattr(reextraction, "reextract_blog", read)
    found = reextract_on_this_machine(["killed", "missing", "locked", "good"], {"BLOGCRAWLER_HOME": "x"}, 1)
    assert {one.blog: one.error for one in found} == {
        "killed": "the process ended with -9",
        "missing": "there is no web archive of missing",
        "locked": "PermissionError: [Errno 13] Permission denied: 'reextract.log'",
        "good": None,
    }
