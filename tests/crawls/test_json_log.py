"""BLOGCRAWLER_LOG_FORMAT=json: every line of every log is an object, from the first one on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from blogsite import Answer, BlogSite, fill, make_posts
from crawl_processes import FAST, start, start_crawl

SETTINGS = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
AS_JSON = {"BLOGCRAWLER_LOG_FORMAT": "json"}


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        fill(site, make_posts(6))
        site.pages["/broken%0A%7B%7D"] = Answer("", status=500)
        yield site


def entries(text: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in text.split("\n")[:-1]]
    assert len(found) >= 3
    assert text.endswith("\n")
    assert all(entry.keys() >= {"time", "level", "logger", "message"} for entry in found)
    return found


def test_crawls_and_updates(tmp_path: Path, site: BlogSite) -> None:
    home = tmp_path / "home"
    crawled = start(home, "blogcrawler", "crawl", site.url, "-vv", *SETTINGS, env=AS_JSON)
    assert crawled.wait() == 0, crawled.log
    [file] = home.glob("*/crawl.log")
    log = entries(file.read_text())
    assert {entry.get("blog") for entry in log} == {site.url}
    assert {entry.get("spider") for entry in log} == {"newcrawl"}
    assert {"scrapy.utils.log", "scrapy.core.engine"} <= {entry["logger"] for entry in log}
    assert len({entry["time"] + entry["message"] for entry in log}) == len(log), "nothing is written twice"
    shown = [line for line in crawled.log.splitlines() if line.startswith("{")]
    assert "DEBUG" in {entry["level"] for entry in entries("\n".join(shown) + "\n")}

    updated = start(home, "blogcrawler", "update", "--all", *SETTINGS, env=AS_JSON)
    assert updated.wait() == 0, updated.log
    log = entries((home / "update.log").read_text())
    assert any(entry.get("blog") == site.url and "quiet" in entry["message"] for entry in log)


def test_scrapy_crawl_and_its_setting_on_the_command_line(tmp_path: Path, site: BlogSite) -> None:
    crawled = start_crawl(tmp_path / "home", site.url, LOG_LEVEL="DEBUG", **AS_JSON)
    assert crawled.wait() == 0, crawled.log
    log = entries(crawled.log)
    assert {(entry.get("spider"), entry.get("blog")) for entry in log} == {("newcrawl", site.url)}


@pytest.mark.parametrize("program", [["blogcrawler", "work", "--once"], ["scrapy", "crawl", "work", "-a", "once=1"]])
def test_workers(tmp_path: Path, site: BlogSite, program: list[str]) -> None:
    home = tmp_path / "home"
    assert start(home, "blogcrawler", "add", site.url).wait() == 0
    worker = start(home, *program, *SETTINGS, env=AS_JSON)
    assert worker.wait(60) == 0, worker.out + worker.log
    log = entries(worker.out if program[0] == "blogcrawler" else worker.log)
    assert [entry["message"] for entry in log if entry.get("blog") == site.url and "started" in entry["message"]]
    [file] = home.glob("*/crawl.log")
    assert {entry.get("blog") for entry in entries(file.read_text())} == {site.url}


def test_a_format_that_does_not_exist_is_reported(tmp_path: Path) -> None:
    for command in (["blogcrawler", "work", "--once"], ["scrapy", "crawl", "work"]):
        program = start(tmp_path / "home", *command, "-s", "BLOGCRAWLER_LOG_FORMAT=jsn")
        assert program.wait() == 2
        assert "BLOGCRAWLER_LOG_FORMAT=jsn is not one of text, json; did you mean json?" in program.log
