"""``blogcrawler.toml``, and wrong settings from anywhere: one message that names the place."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy.settings import Settings

from blogcrawler.config_file import load_config
from blogcrawler.crawl_settings import CrawlSettings, check_environment
from blogcrawler.errors import UsageError

FILE = """
home = "blogs"
contact = "me@example.org"
database = "postgresql://me@host/blogs"
patience = 7
media_enabled = false
private_hosts = ["a.test", "b.test"]
DOWNLOAD_DELAY = 2

[blogs."example.org/blog"]
cookies = {session = "abc"}
headers = {X-Key = "1"}
DOWNLOAD_DELAY = 5
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "blogcrawler.toml"
    file.write_text(text)
    return file


def read(folder: Path, text: str, **environment: str) -> CrawlSettings:
    file = write(folder, text)
    given = {"BLOGCRAWLER_CONFIG": str(file)} | environment
    settings = Settings()
    settings.setdict(CrawlSettings.project_settings(given))
    return CrawlSettings.from_settings(settings)


def test_a_file_has_any_setting_and_its_paths_are_relative_to_it(tmp_path: Path) -> None:
    read_settings = read(tmp_path, FILE)
    assert read_settings.home == tmp_path / "blogs"
    assert read_settings.contact == "me@example.org"
    assert read_settings.database_url == "postgresql://me@host/blogs"
    assert (read_settings.patience, read_settings.media_enabled) == (7, False)
    assert read_settings.private_hosts == ("a.test", "b.test")


def test_scrapys_settings_are_in_upper_case(tmp_path: Path) -> None:
    file = write(tmp_path, FILE)
    assert CrawlSettings.project_settings({"BLOGCRAWLER_CONFIG": str(file)})["DOWNLOAD_DELAY"] == 2


def test_the_environment_overrides_the_file(tmp_path: Path) -> None:
    assert read(tmp_path, FILE, BLOGCRAWLER_PATIENCE="9").patience == 9


def test_a_blog_can_have_its_own_settings(tmp_path: Path) -> None:
    ((address, values),) = read(tmp_path, FILE).blogs
    assert address == "example.org/blog"
    assert values["DOWNLOAD_DELAY"] == 5
    assert values["BLOGCRAWLER_COOKIES"] == (("session", "abc"),)
    assert values["BLOGCRAWLER_HEADERS"] == (("X-Key", "1"),)


def test_the_file_is_found_in_the_current_folder(tmp_path: Path) -> None:
    assert load_config({}, tmp_path) is None
    file = write(tmp_path, FILE)
    found = load_config({}, tmp_path)
    assert found is not None
    assert found.path == file


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("patience = =", r"blogcrawler\.toml: .*line 1"),
        ('patience = "many"', r"blogcrawler\.toml: patience = 'many' is not a whole number"),
        ("patienc = 3", r"blogcrawler\.toml: there is no setting 'patienc'; did you mean 'patience'\?"),
        ("BLOGCRAWLER_PATIENC = 3", r"did you mean 'BLOGCRAWLER_PATIENCE'\?"),
        ("render = 'alwys'", r"blogcrawler\.toml: render = 'alwys' is not one of auto, always, never"),
        ("[blog.'example.org']\nlooks = 1", r"there is no setting 'blog'; did you mean 'blogs'\?"),
        ("[blogs.'example.org']\nlookz = 1", r"blogcrawler\.toml: \[blogs\.\"example\.org\"\] there is no .*'looks'\?"),
        ("[blogs.'example.org']\nhome = 'x'", r"home is a setting of the whole archive"),
        ("[blogs.'example.org']\nrender = 3", r"\[blogs\.\"example\.org\"\] render = 3 is not one of"),
        ("blogs = 3", r"blogs = 3 is not a table"),
        ("config = 'x'", r"config cannot be set in the file itself"),
        ("proxy = 'socks5://h:1'", r"proxy is not an address like http://host:port"),
        ("cookie_file = 'none.txt'", r"cookie_file = .* cannot be read"),
    ],
)
def test_an_error_names_the_file_and_the_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(tmp_path, text)


def test_a_file_that_is_named_must_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.toml: no such file"):
        load_config({"BLOGCRAWLER_CONFIG": str(tmp_path / "none.toml")}, tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "BLOGCRAWLER_PATIENC",
            "3",
            r"there is no setting BLOGCRAWLER_PATIENC .*; did you mean BLOGCRAWLER_PATIENCE\?",
        ),
        ("BLOGCRAWLER_QQQQ", "3", r"there is no setting BLOGCRAWLER_QQQQ .*; all settings: docs/settings\.md"),
        ("BLOGCRAWLER_PATIENCE", "0", r"BLOGCRAWLER_PATIENCE=0 is too small; the least is 1"),
        ("BLOGCRAWLER_MAX_CRAWL_DELAY", "-1", r"BLOGCRAWLER_MAX_CRAWL_DELAY=-1 is too small; the least is 0"),
        ("BLOGCRAWLER_LEAST_GAIN", "nan", r"BLOGCRAWLER_LEAST_GAIN=nan is not a number"),
        ("BLOGCRAWLER_RENDER", "alway", r"not one of auto, always, never; did you mean always\?"),
        ("BLOGCRAWLER_HEADERS", "no colon", r"not a list of headers like 'Name: value'"),
        ("BLOGCRAWLER_COOKIES", "nothing", r"not a list of cookies like 'name=value; other=value'"),
        ("BLOGCRAWLER_PROXY", "localhost", r"not an address like http://host:port"),
        ("BLOGCRAWLER_CONTACT", "a\nb", r"has a line break"),
    ],
)
def test_wrong_settings_in_the_environment_are_reported(name: str, value: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        check_environment({name: value, "HOME": "/root", "BLOGCRAWLER_LOOKS": "3"})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("cookies", "a=1; b=2=3", (("a", "1"), ("b", "2=3"))),
        ("cookies", {"a": "1"}, (("a", "1"),)),
        ("cookies", ["a=1", "b=2"], (("a", "1"), ("b", "2"))),
        ("headers", "X-One: 1\nX-Two: a: b", (("X-One", "1"), ("X-Two", "a: b"))),
        ("headers", {"X-One": "1"}, (("X-One", "1"),)),
        ("proxy", "http://me:pw@127.0.0.1:3128", "http://me:pw@127.0.0.1:3128"),
        ("media_enabled", "no", False),
        ("media_enabled", "ON", True),
    ],
)
def test_lists_of_cookies_and_headers_are_read(name: str, text: object, value: object) -> None:
    settings = Settings({f"BLOGCRAWLER_{name.upper()}": text})
    assert getattr(CrawlSettings.from_settings(settings), name) == value


def test_a_secret_is_not_in_the_message() -> None:
    for name in ("BLOGCRAWLER_COOKIES", "BLOGCRAWLER_HEADERS", "BLOGCRAWLER_PROXY"):
        with pytest.raises(UsageError) as caught:
            check_environment({name: "s3cret"})
        assert "s3cret" not in str(caught.value)
