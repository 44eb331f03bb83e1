"""The programs around a spider that needs no network: ``blogcrawler crawl`` and ``scrapy crawl``."""

from __future__ import annotations

import re
import signal
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from crawl_processes import Program, start
from scrapy.exceptions import UsageError as ScrapyUsageError

from blogcrawler.commands import crawl as command
from blogcrawler.errors import StoreError, UsageError

SETTINGS = """
import os
BLOGCRAWLER_HOME = os.environ["BLOGCRAWLER_HOME"]
SPIDER_MODULES = ["spider_of_test"]
COMMANDS_MODULE = "blogcrawler.commands"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
BLOGCRAWLER_PROGRESS = "log"
BLOGCRAWLER_PROGRESS_INTERVAL = 0.2
ITEM_PIPELINES = {"blogcrawler.pipelines.store.StorePipeline": 900}
EXTENSIONS = {
    "blogcrawler.extensions.progress.Progress": 500,
    "blogcrawler.extensions.field_stats.FieldStats": 500,
    "blogcrawler.extensions.summary.SummaryLog": 500,
}
"""
SPIDER = """
import asyncio, os, scrapy
from pathlib import Path
from blogcrawler.downloader import CrawlContext
from blogcrawler.errors import UsageError
from blogcrawler.items import Post

class NewCrawl(scrapy.Spider):
    name = "newcrawl"

    def __init__(self, url=None, feed=None, **kwargs):
        super().__init__(**kwargs)
        if not url or "." not in url or "refused" in url:
            raise UsageError(f"{url!r} is no address")
        self.posts, self.pause = (1000, 0.05) if "endless" in url else (2, 0)
        self.folder = Path(os.environ["BLOGCRAWLER_HOME"]) / url.split("/")[2]

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        CrawlContext(folder=spider.folder).provide(crawler)
        return spider

    async def start(self):
        for n in range(self.posts):
            yield scrapy.Request(f"data:,{n}", self.parse, dont_filter=True)
            await asyncio.sleep(self.pause)

    def parse(self, response):
        yield Post(f"https://example.org/{response.text}", "https://example.org/", "T")
"""


Outcome = tuple[int, str, str]
"""Exit code, stdout, stderr."""


def begin(home: Path, program: str, *arguments: str) -> Program:
    """Start ``blogcrawler`` or ``scrapy``, with warnings as errors."""
    (home / "settings_of_test.py").write_text(SETTINGS)
    (home / "spider_of_test.py").write_text(SPIDER)
    environment = {"SCRAPY_SETTINGS_MODULE": "settings_of_test", "PYTHONPATH": str(home)}
    return start(home / "archive", program, *arguments, env=environment)


def end(program: Program) -> Outcome:
    code = program.wait()
    return code, program.out, program.log


def run(home: Path, *command: str) -> Outcome:
    return end(begin(home, *command))


def crawl_afresh(home: Path) -> Outcome:
    job = home / "archive/example.org/job"
    job.mkdir(parents=True)
    (job / "old").touch()
    return run(home, "blogcrawler", "crawl", "https://example.org/", "--fresh")


def crawl_and_interrupt(home: Path) -> Outcome:
    job = home / "archive/endless.example.org/job"
    job.mkdir(parents=True)
    (job / "old").touch()
    program = begin(home, "blogcrawler", "crawl", "https://endless.example.org/")
    while program.poll() is None and not re.search(r"[1-9]\d* of \d+ known posts", program.log):
        time.sleep(0.02)
    program.send(signal.SIGINT)
    return end(program)


CRAWLS: dict[str, Callable[[Path], Outcome]] = {
    "fresh": crawl_afresh,
    "interrupted": crawl_and_interrupt,
    "refused": lambda home: run(home, "blogcrawler", "crawl", "https://refused.example.org/"),
    "no database": lambda home: run(
        home,
        "blogcrawler",
        "crawl",
        "https://example.org/",
        "--database",
        "postgresql://me:s3cret@127.0.0.1:1/x",
    ),
    "scrapy": lambda home: run(home, "scrapy", "crawl", "newcrawl", "-a", "url=https://example.org/"),
    "scrapy refused": lambda home: run(home, "scrapy", "crawl", "newcrawl", "-a", "url=nonsense"),
}


@pytest.fixture(scope="module")
def crawls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Outcome]]:
    """Each crawl's folder and outcome."""
    homes = {name: tmp_path_factory.mktemp("crawl") for name in CRAWLS}
    return {name: (home, CRAWLS[name](home)) for name, home in homes.items()}


def test_a_crawl_ends_with_a_summary(crawls):
    home, (code, out, errors) = crawls["fresh"]
    assert (code, errors.splitlines()[0]) == (0, "Crawling https://example.org/")
    assert "2 of 2 known posts" in errors
    lines = out.splitlines()
    assert lines[:2] == ["Posts         2", "  title       2 (100 %)"]
    assert f"Database      {home}/archive/blogcrawler.db" in lines
    assert f"Log           {home}/archive/example.org/crawl.log" in lines
    assert "Summary:\nPosts         2" in (home / "archive/example.org/crawl.log").read_text()


def test_a_fresh_crawl_forgets_the_interrupted_one(crawls):
    assert not (crawls["fresh"][0] / "archive/example.org/job/old").exists()


def test_an_interrupted_crawl_is_resumed(crawls):
    home, (_, _, errors) = crawls["interrupted"]
    assert errors.startswith("Resuming the interrupted crawl of https://endless.example.org/ (--fresh")
    assert (home / "archive/endless.example.org/job/requests.seen").exists()


def test_ctrl_c_stops_cleanly_and_says_how_to_resume(crawls):
    home, (code, out, errors) = crawls["interrupted"]
    assert code == 130
    assert errors.count("stopping… (again to force)") == 1
    assert f"resume it: blogcrawler crawl --home {home / 'archive'} https://endless.example.org/" in errors
    assert "Ended         interrupted" in out
    assert "Traceback" not in errors


def test_an_invalid_url_gives_exit_code_2_and_a_one_line_error(crawls):
    _, (code, out, errors) = crawls["refused"]
    assert (code, out) == (2, "")
    assert errors.splitlines()[1:] == ["Error: 'https://refused.example.org/' is no address"]


def test_a_database_that_cannot_be_opened_gives_exit_code_1_and_a_one_line_error(crawls):
    home, (code, out, errors) = crawls["no database"]
    assert (code, out) == (1, "")
    assert errors.splitlines()[1].startswith("Error: database postgresql://127.0.0.1:1/x: ")
    assert len(errors.splitlines()) == 2
    assert "s3cret" not in errors + (home / "archive/example.org/crawl.log").read_text()


def test_scrapys_own_command_writes_the_summary_to_its_log(crawls):
    _, (code, _, errors) = crawls["scrapy"]
    assert code == 0
    assert "Summary:\nPosts         2" in errors
    assert "2 of 2 known posts" in errors


def test_scrapys_own_command_reports_errors(crawls):
    _, (code, _, errors) = crawls["scrapy refused"]
    assert (code, errors.splitlines()[-1]) == (2, "Error: 'nonsense' is no address")
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("error", "stats", "code", "message"),
    [
        (None, {"posts/extracted": 1}, 0, ""),
        (None, {}, 1, ""),
        (UsageError("wrong"), {}, 2, "Error: wrong\n"),
        (StoreError("full"), {}, 1, "Error: full\n"),
        (RuntimeError("bug"), {}, 1, ""),
    ],
)
def test_the_exit_code_of_scrapys_own_command(monkeypatch, capsys, error, stats, code, message):
    crawler = SimpleNamespace(stats=SimpleNamespace(get_stats=lambda: stats))
    monkeypatch.setattr("blogcrawler.runner.run", lambda *_: error)
    monkeypatch.setattr(command.Command, "_create_crawler", lambda *_: crawler)
    crawl = command.Command()
    crawl.run(["newcrawl"], Namespace(spargs={}))
    assert (crawl.exitcode, capsys.readouterr().err) == (code, message)


@pytest.mark.parametrize("arguments", [[], ["two", "spiders"], ["unknown"]])
def test_scrapys_own_command_requires_one_existing_spider(monkeypatch, arguments):
    monkeypatch.setattr(command.Command, "_create_crawler", lambda *_: {}["unknown"])
    with pytest.raises(ScrapyUsageError):
        command.Command().run(arguments, Namespace(spargs={}))
