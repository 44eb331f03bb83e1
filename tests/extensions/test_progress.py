from __future__ import annotations

import asyncio

import pytest
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from blogcrawler.extensions import Progress
from blogcrawler.extensions.progress import RecentRate

STATS = {"posts/found": 340, "posts/extracted": 128, "frontier/queued": 1_212, "downloader/request_count": 415}


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
    assert lines[0].startswith("0:00:00  128 of 340 known posts, 1,212 in the queue, 415 requests (")
    assert lines[-2] == "stopping…"


def test_lines_may_go_to_the_log(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture):
    caplog.set_level("INFO", "blogcrawler.extensions.progress")
    assert run("log", capsys) == ""
    assert "128 of 340 known posts" in caplog.text


def test_progress_can_be_switched_off():
    with pytest.raises(NotConfigured):
        Progress.from_crawler(get_crawler(settings_dict={"BLOGCRAWLER_PROGRESS": "off"}))


def test_the_rate_covers_the_last_half_minute():
    rate = RecentRate()
    rates = [rate.update(float(second), 1000 + second * 2 if second else 0) for second in range(0, 100, 10)]
    assert rates[0] == 0
    assert rates[-1] == 2
    assert rate.seconds == 30
