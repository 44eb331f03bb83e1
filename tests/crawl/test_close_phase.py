"""What the user is told at the end of a crawl."""

from __future__ import annotations

from typing import Any

from scrapy.utils.test import get_crawler

from blogcrawler.crawl import closing_notes


def notes(reason: str = "finished", **stats: Any) -> list[str]:
    collector = get_crawler().stats
    for name, value in stats.items():
        collector.set_value(name.replace("__", "/"), value)
    return list(closing_notes(collector, reason))


def test_a_complete_crawl_needs_no_notes():
    assert notes() == []


def test_the_user_learns_what_may_be_missing():
    assert notes(posts__from_feed=3) == ["3 posts could only be saved from the feed: no page is available."]
    assert notes(posts__from_feed=1) == ["1 post could only be saved from the feed: no page is available."]
    assert notes(robotstxt__forbidden=1200) == ["robots.txt forbids 1,200 addresses; they were not fetched."]
    assert notes(posts__other_template=2)[0].startswith("2 posts have another template than the feed's posts")


def test_an_unreachable_blog_is_explained_already():
    assert notes("unreachable", robotstxt__forbidden=1) == []
