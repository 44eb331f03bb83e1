from __future__ import annotations

import os

import pytest
from scrapy.utils.test import get_crawler

from blogcrawler.rendering import browser


def test_root_is_warned_once_that_chromium_has_no_sandbox(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    browser._warn_of_root.cache_clear()
    for user, warnings in ((1000, 0), (0, 1), (0, 1)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        options = browser.Chromium(get_crawler())._options()
        assert options["chromium_sandbox"] is (user != 0)
        assert caplog.text.count("Chromium runs as root") == warnings
