from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from scrapy import Request
from scrapy.http import Response

from blogcrawler.crawl_settings import CrawlSettings
from blogcrawler.extensions.crawl_limits import CrawlLimits
from blogcrawler.items import Post

URL = "https://pier.example/"


class Stats(dict[str, Any]):
    get_value = dict.get
    set_value = dict.__setitem__


class Engine:
    def __init__(self) -> None:
        self.reasons: list[str] = []

    async def close_spider_async(self, reason: str) -> None:
        self.reasons.append(reason)


def ended(settings: CrawlSettings, stats: dict[str, Any], act: Callable[[CrawlLimits], None]) -> tuple[list[str], str]:
    """The reasons for which the crawl was ended, and the notes for the user."""
    crawler = SimpleNamespace(stats=Stats(stats), engine=Engine())

    async def run() -> None:
        act(CrawlLimits(cast("Any", crawler), settings))
        await asyncio.sleep(0)

    asyncio.run(run())
    return crawler.engine.reasons, " ".join(crawler.stats.get("blogcrawler/notes", []))


def receive(limits: CrawlLimits, **meta: Any) -> None:
    request = Request(URL, meta=meta)
    for _ in range(3):
        limits.response_received(Response(URL), request)


def scrape(limits: CrawlLimits) -> None:
    for _ in range(3):
        limits.item_scraped(Post(url=URL, blog=URL))
        limits.item_scraped("something else")


@pytest.mark.parametrize(
    ("settings", "stats", "act", "reason"),
    [
        (CrawlSettings(max_posts=3), {}, scrape, "max_posts"),
        (CrawlSettings(max_posts=10), {"posts/before": 8}, scrape, "max_posts"),
        (CrawlSettings(max_bytes=500), {"downloader/response_bytes": 500}, receive, "max_bytes"),
        (CrawlSettings(max_hours=1e-12), {}, receive, "max_hours"),
    ],
)
def test_a_crawl_ends_once_at_a_limit_and_says_which(
    settings: CrawlSettings, stats: dict[str, Any], act: Callable[[CrawlLimits], None], reason: str
) -> None:
    reasons, notes = ended(settings, stats, act)
    assert reasons == [reason]
    assert notes.count(f"BLOGCRAWLER_{reason.upper()}") == 1


@pytest.mark.parametrize(
    ("settings", "stats", "act"),
    [
        (CrawlSettings(max_posts=4), {}, scrape),
        (CrawlSettings(max_posts=0), {}, scrape),
        (CrawlSettings(max_bytes=0, max_hours=0), {"downloader/response_bytes": 500}, receive),
        (CrawlSettings(max_bytes=501), {"downloader/response_bytes": 500}, receive),
        (CrawlSettings(max_bytes=1), {"downloader/response_bytes": 500}, lambda limits: receive(limits, survey=True)),
    ],
)
def test_a_crawl_continues_below_its_limits_and_during_the_survey(
    settings: CrawlSettings, stats: dict[str, Any], act: Callable[[CrawlLimits], None]
) -> None:
    assert ended(settings, stats, act) == ([], "")
