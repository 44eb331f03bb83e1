"""Settings as users give them: one clear message if something is wrong, and what has precedence."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from blogcrawler.cli import main
from blogcrawler.cli.config_option import config_first
from blogcrawler.items import Blog
from blogcrawler.store import open_store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with archives ``one`` to ``four``."""
    for name in ("BLOGCRAWLER_CONFIG", "BLOGCRAWLER_HOME"):
        monkeypatch.setenv(name, "x")  # so that it is removed again
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two", "three", "archive"):
        with closing(open_store(None, tmp_path / name)) as store:
            store.save_blog(Blog(f"https://{name}.test/"))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return (int(end.value.code or 0), *capsys.readouterr())


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code, out, errors = run(capsys, "blogs", "--json", *arguments)
    assert (code, errors) == (0, "")
    return str(json.loads(out)["url"])


def test_the_command_line_overrides_the_environment_and_that_the_file(folder, capsys, monkeypatch):
    assert shown(capsys) == "https://archive.test/"
    (folder / "blogcrawler.toml").write_text('home = "one"')
    assert shown(capsys) == "https://one.test/"
    monkeypatch.setenv("BLOGCRAWLER_HOME", "two")
    assert shown(capsys) == "https://two.test/"
    assert shown(capsys, "--home", "three") == "https://three.test/"


def test_the_config_file_can_be_named(folder, capsys, monkeypatch):
    (folder / "my.toml").write_text('home = "three"')
    assert shown(capsys, "--config", "my.toml") == "https://three.test/"
    monkeypatch.setenv("BLOGCRAWLER_CONFIG", str(folder / "my.toml"))
    assert shown(capsys) == "https://three.test/"


def test_groups_of_commands_use_the_file_too(folder, capsys):
    (folder / "blogcrawler.toml").write_text('home = "nowhere"')
    assert "nowhere has no crawled blogs" in run(capsys, "kb", "diff")[2]


def test_the_option_may_follow_the_command():
    assert config_first(["posts", "--config", "f", "x"]) == ["--config", "f", "posts", "x"]
    assert config_first(["posts", "--config=f", "--", "--config"]) == ["--config=f", "posts", "--", "--config"]


@pytest.mark.parametrize("command", [["blogs"], ["crawl", "example.org"], ["update"], ["kb", "list"]])
@pytest.mark.parametrize(
    ("file", "environment", "message"),
    [
        ("hme = 'x'", {}, "blogcrawler.toml: there is no setting 'hme'; did you mean 'home'?"),
        ("", {"BLOGCRAWLER_CONTCT": "me"}, "there is no setting BLOGCRAWLER_CONTCT (environment); did you mean"),
        ("", {"BLOGCRAWLER_PATIENCE": "many"}, "BLOGCRAWLER_PATIENCE=many is not a whole number"),
    ],
)
def test_a_mistake_is_one_line_before_anything_starts(folder, capsys, monkeypatch, command, file, environment, message):
    (folder / "blogcrawler.toml").write_text(file)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    before = sorted(folder.rglob("*"))
    code, out, errors = run(capsys, *command)
    assert (code, out) == (2, "")
    assert errors.startswith("Error: ")
    assert message in errors
    assert errors.count("\n") == 1
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("-sBLOGCRAWLER_PATIENC=3", "there is no setting BLOGCRAWLER_PATIENC (-s); did you mean BLOGCRAWLER_PATIENCE?"),
        ("-spatience=3", "there is no setting patience (-s); did you mean BLOGCRAWLER_PATIENCE?"),
        ("-sBLOGCRAWLER_PATIENCE=-3", "BLOGCRAWLER_PATIENCE=-3 is too small"),
        ("-sBLOGCRAWLER_CONFIG=x", "name the config file with --config"),
        ("--render=sometimes", "BLOGCRAWLER_RENDER=sometimes is not one of auto, always, never"),
        ("--cookie=x", "BLOGCRAWLER_COOKIES is not a list of cookies"),
        ("--header=x", "BLOGCRAWLER_HEADERS is not a list of headers"),
        ("--cookie-file=none.txt", "none.txt cannot be read: No such file"),
        ("--proxy=socks5://h", "BLOGCRAWLER_PROXY is not an address like http://host:port"),
    ],
)
def test_a_wrong_option_is_one_line_before_anything_starts(folder, capsys, option, message):
    before = sorted(folder.rglob("*"))
    code, out, errors = run(capsys, "crawl", "example.org", option)
    assert (code, out) == (2, "")
    assert message in errors
    assert errors.count("\n") == 1
    assert sorted(folder.rglob("*")) == before


def test_cookies_are_for_one_blog(folder, capsys):
    assert "name it" in run(capsys, "update", "--cookie", "a=b")[2]
