from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from scrapy import Spider
from scrapy.utils.test import get_crawler

from blogcrawler.extensions import exit_code, render
from blogcrawler.extensions.field_stats import FieldStats
from blogcrawler.extensions.summary import SummaryLog, summarize
from blogcrawler.items import Post

STATS = {
    "posts/found": 1_300,
    "posts/extracted": 1_234,
    "posts/stored": 1_234,
    "posts/fields/title": 1_234,
    "posts/fields/authors": 1_233,
    "posts/fields/published": 3,
    "posts/fields/text": 1_200,
    "posts/fields/comments": 5,
    "downloader/request_count": 1_500,
    "downloader/response_count": 1_490,
    "downloader/response_bytes": 18_345_678,
    "downloader/response_status_count/200": 1_480,
    "downloader/response_status_count/404": 8,
    "downloader/exception_count": 4,
    "downloader/exception_type_count/twisted.internet.error.TimeoutError": 2,
    "downloader/exception_type_count/twisted.internet.error.DNSLookupError": 1,
    "downloader/exception_type_count/scrapy.exceptions.IgnoreRequest": 1,
    "robotstxt/response_status_count/404": 1,
    "pages/rejected/address": 40,
    "pages/rejected/no_date": 2,
    "pages/rejected/template": 0,
    "elapsed_time_seconds": 3_792.4,
    "finish_reason": "finished",
    "warc/records": 3_000,
    "warc/bytes": 9_100_000,
    "blogcrawler/notes": ["no feed found \x1b[31m[red]"],
}

TEXT = """\
Posts         1,234 of 1,300 found
  title       1,234 (100 %)
  authors     1,233 (99 %)
  published   3 (1 %)
  language    0 (0 %)
  tags        0 (0 %)
  text        1,200 (97 %)
  comments    5 (1 %)
Not posts     42 (address × 40, no date × 2)
Requests      1,500, 1,490 answered, 18.3 MB
Failures      10 (404 × 7, timeout × 2, dns lookup × 1)
Time          1:03:12
Ended         everything has been crawled
Records       {folder}/posts.jsonl
Web archive   {folder}/warc (3,000 records, 9.1 MB)
Database      archive/blogcrawler.db
Note          no feed found [31m[red]"""


def test_the_summary_shows_results_and_their_location(tmp_path: Path):
    (tmp_path / "posts.jsonl").touch()
    (tmp_path / "warc").mkdir()
    summary = summarize(STATS, tmp_path, "archive/blogcrawler.db")
    assert str(summary) == TEXT.format(folder=tmp_path)


def test_a_terminal_shows_the_same_and_no_foreign_markup(tmp_path: Path):
    summary = summarize(STATS, tmp_path, "archive/blogcrawler.db")
    console = Console(width=200, file=io.StringIO())
    console.print(render(summary), highlight=False)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert [line.split() for line in shown.splitlines()] == [line.split() for line in str(summary).splitlines()]


def test_a_crawl_without_posts_has_no_fields():
    summary = summarize({"finish_reason": "shutdown"})
    assert str(summary).splitlines() == [
        "Posts         0",
        "Requests      0, 0 answered, 0 bytes",
        "Failures      0",
        "Time          0:00:00",
        "Ended         interrupted",
    ]


def test_values_are_aligned_under_any_field_names():
    lines = str(summarize(STATS | {"posts/fields/comments_expected": 9})).splitlines()
    assert lines[0] == "Posts               1,234 of 1,300 found"
    assert "  comments_expected 9 (1 %)" in lines


def test_posts_missing_in_the_database_are_reported():
    assert str(summarize(STATS | {"posts/stored": 7})).startswith(
        "Posts         1,234 of 1,300 found, 7 in the database"
    )


def test_the_exit_code_says_whether_there_are_posts():
    assert exit_code({"posts/extracted": 1}) == 0
    assert exit_code({"posts/extracted": 0}) == exit_code({}) == 1


def test_an_update_fails_only_if_no_blog_can_be_visited():
    assert exit_code({"blogs/visited": 0}) == exit_code({"blogs/visited": 2, "blogs/failed": 1}) == 0
    assert exit_code({"blogs/visited": 1, "blogs/failed": 1}) == 1


def test_only_fields_with_values_are_counted():
    crawler = get_crawler()
    extension = FieldStats.from_crawler(crawler)
    extension.item_scraped(Post("u", "b", title="T", authors=["A"], comments_expected=0, rendered=True))
    extension.item_scraped(Post("u", "b", title="T"))
    extension.item_scraped({"title": "no post"})
    assert {key: value for key, value in crawler.stats.get_stats().items() if key.startswith("posts/")} == {
        "posts/extracted": 2,
        "posts/fields/title": 2,
        "posts/fields/authors": 1,
        "posts/fields/comments_expected": 1,
    }


def test_the_log_gets_the_summary(caplog: pytest.LogCaptureFixture, tmp_path: Path):
    crawler = get_crawler(settings_dict={"BLOGCRAWLER_DATABASE_URL": "postgresql://me:s3cret@db/blogs"})
    crawler.spider = Spider("newcrawl")
    crawler.spider.folder = tmp_path  # type: ignore[attr-defined]
    crawler.stats.set_stats(dict(STATS))
    caplog.set_level("INFO")
    SummaryLog.from_crawler(crawler).engine_stopped()
    assert "Posts         1,234 of 1,300 found" in caplog.text
    assert "postgresql://db/blogs" in caplog.text
    assert "s3cret" not in caplog.text


def test_errors_in_optional_steps_are_shown():
    stats = {"faults/comments": 2, "faults/link_repair": 1200, "blogs/visited": 1}
    line = "1,202 (link repair × 1,200, comments × 2) in optional steps; the log says more"
    assert f"Errors        {line}" in str(summarize(stats)).splitlines()


def test_the_summary_of_a_resumed_crawl_counts_everything():
    earlier = {
        "posts/extracted": 700,
        "posts/found": 701,
        "downloader/request_count": 900,
        "elapsed_time_seconds": 60.0,
    }
    earlier |= {"posts/fields/title": 700, "downloader/response_status_count/404": 2}
    lines = str(summarize({**STATS, "posts/before": 700, "blogcrawler/earlier": earlier})).splitlines()
    assert lines[:2] == [
        "Posts         1,934 of 2,000 found, 700 of them before the crawl was resumed",
        "  title       1,934 (100 %)",
    ]
    assert "Requests      2,400, 1,490 answered, 18.3 MB" in lines
    assert "Failures      12 (404 × 9, timeout × 2, dns lookup × 1)" in lines
    assert "Time          1:04:12" in lines
