from __future__ import annotations

from pathlib import Path

import pytest
from scrapy.settings import Settings

from blogcrawler.crawl_settings import CrawlSettings
from blogcrawler.errors import UsageError


def test_settings_that_are_missing_have_their_defaults() -> None:
    assert CrawlSettings.from_settings(Settings()) == CrawlSettings()
    assert CrawlSettings.from_settings(Settings({"BLOGCRAWLER_DATABASE_URL": None})).database_url == ""


def test_the_project_settings_are_the_defaults_unless_the_environment_has_others() -> None:
    settings = Settings()
    settings.setdict(CrawlSettings.defaults({}))
    assert CrawlSettings.from_settings(settings) == CrawlSettings()
    settings.setdict(CrawlSettings.defaults({"BLOGCRAWLER_PATIENCE": "7"}))
    assert CrawlSettings.from_settings(settings) == CrawlSettings(patience=7)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("home", "/srv/blogs", Path("/srv/blogs")),
        ("warc_enabled", "0", False),
        ("comments_enabled", "True", True),
        ("lease", "3", 3),
        ("least_gain", "0", 0.0),
        ("render_timeout", "4.5", 4.5),
        ("private_hosts", "a.test,b.test", ("a.test", "b.test")),
        ("private_hosts", ["a.test"], ("a.test",)),
        ("private_hosts", "", ()),
        ("render", "never", "never"),
    ],
)
def test_values_are_typed(name: str, text: object, value: object) -> None:
    settings = Settings({f"BLOGCRAWLER_{name.upper()}": text})
    assert getattr(CrawlSettings.from_settings(settings), name) == value


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("BLOGCRAWLER_PATIENCE", "not a whole number"),
        ("BLOGCRAWLER_LEAST_GAIN", "not a number"),
        ("BLOGCRAWLER_MEDIA_ENABLED", "not 0 or 1"),
    ],
)
def test_a_wrong_value_is_reported_with_the_name_of_its_setting(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=f"{name}=many is {message}"):
        CrawlSettings.from_settings(Settings({name: "many"}))
