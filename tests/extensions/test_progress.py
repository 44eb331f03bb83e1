from __future__ import annotations

import asyncio
import io
import time
from typing import Any

import pytest
from rich.console import Console
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from blogcrawler.extensions import Progress
from blogcrawler.extensions.progress import LineScreen, LiveScreen, Snapshot

STATS = {
    "posts/found": 340,
    "posts/extracted": 128,
    "frontier/queued": 1_212,
    "downloader/request_count": 415,
    "downloader/response_bytes": 18_345_678,
    "downloader/response_status_count/404": 3,
}
LINE = "0:03:12  128 of 340 posts, 1,212 in the queue, 415 requests (2.1/s, 18.3 MB), 3 failed"


def snapshot(stats: dict[str, Any] = STATS) -> Snapshot:
    return Snapshot.take("example.org", stats, rate=2.14, seconds=192.9)


def test_a_line_says_how_far_the_crawl_is():
    lines: list[str] = []
    screen = LineScreen(lines.append, interval=10)
    screen.show(snapshot())
    screen.say("stopping…")
    screen.close()
    assert lines == [LINE, "stopping…"]


def test_a_pause_requested_by_the_server_is_shown():
    later = {**STATS, "downloader/paused_until": time.time() + 60}
    assert str(snapshot(later)) == f"{LINE}; pausing at the server's request"
    assert str(snapshot({**STATS, "downloader/paused_until": time.time() - 1})) == LINE


def test_at_the_start_all_counts_are_zero():
    assert str(snapshot({})) == "0:03:12  0 of 0 posts, 0 in the queue, 0 requests (2.1/s, 0 bytes), 0 failed"


def test_without_a_frontier_the_queue_is_that_of_the_scheduler():
    assert snapshot({"scheduler/enqueued": 7, "scheduler/dequeued": 5}).queued == 2


def test_there_are_never_fewer_posts_found_than_extracted():
    assert snapshot({"posts/extracted": 3}).found == 3


def test_a_terminal_shows_progress_live_and_is_cleared_at_the_end():
    console = Console(file=io.StringIO(), force_terminal=True, width=100, height=20, color_system=None)
    screen = LiveScreen(console)
    screen.show(snapshot())
    screen.say("stopping… (again to force)")
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    screen.close()
    for words in (
        "example.org  0:03:12",
        "128 of 340 posts ━",
        "1,212 in the queue",
        "stopping… (again to force)",
    ):
        assert words in shown
    assert "\x1b[2K" in console.file.getvalue()[len(shown) :]  # type: ignore[attr-defined]


def run(mode: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What is seen on stderr of a crawl of a moment."""

    async def crawl() -> None:
        crawler = get_crawler(settings_dict={"BLOGCRAWLER_PROGRESS": mode, "BLOGCRAWLER_PROGRESS_INTERVAL": 0.01})
        progress = Progress.from_crawler(crawler)
        crawler.stats.set_stats(dict(STATS))
        progress.say("too early for anyone to see")
        progress.spider_opened(Spider("newcrawl"))
        await asyncio.sleep(0.05)
        progress.say("stopping…")
        progress.close()
        progress.close()

    asyncio.run(crawl())
    return capsys.readouterr().err


def test_lines_go_to_stderr(capsys: pytest.CaptureFixture[str]):
    lines = run("lines", capsys).splitlines()
    assert len(lines) > 2
    assert lines[0].startswith("0:00:00  128 of 340 posts, 1,212 in the queue, 415 requests (")
    assert lines[-2] == "stopping…"


def test_lines_may_go_to_the_log(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture):
    caplog.set_level("INFO", "blogcrawler.extensions.progress")
    assert run("log", capsys) == ""
    assert "128 of 340 posts" in caplog.text


def test_progress_can_be_switched_off():
    with pytest.raises(NotConfigured):
        Progress.from_crawler(get_crawler(settings_dict={"BLOGCRAWLER_PROGRESS": "off"}))


def test_the_rate_is_that_of_the_last_half_minute():
    crawler = get_crawler(settings_dict={"BLOGCRAWLER_PROGRESS": "log"})
    progress = Progress.from_crawler(crawler)
    progress._start = 0.0
    rates = []
    for second in range(0, 100, 10):
        crawler.stats.set_value("downloader/request_count", 1000 + second * 2 if second else 0)
        rates.append(progress._rate(float(second)))
    assert rates[0] == 0
    assert rates[-1] == 2
