"""Dates that only lists of posts show."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from scrapy.http import HtmlResponse, Response

from blogcrawler.blog import Survey, Training
from blogcrawler.crawl.posts.list_dates import ListDates
from blogcrawler.dom import parse_page
from blogcrawler.errors import NotFetched
from blogcrawler.extraction import ArticleRule, FieldRule, RuleSet
from blogcrawler.frontier import CrawlState, DiskFrontier
from blogcrawler.items import FeedEntry
from tests.support.link_crawl import HOME, dated_blog, post_url

UNDATED = RuleSet(article=(ArticleRule("//article", 1.0),), language="en")


def row(number: int, day: str) -> str:
    return f'<li><a href="{post_url(number)}">Post {number}</a> <span>{day}</span></li>'


def survey(*days: datetime) -> Survey:
    home = parse_page("<ul>" + row(1, "3 February 2026") + row(2, "5 February 2026") + "</ul>", HOME)
    training = [
        Training(
            FeedEntry(post_url(number), published=day),
            HtmlResponse(post_url(number)),
            parse_page("<article>x</article>", post_url(number)),
        )
        for number, day in enumerate(days, 1)
    ]
    return Survey(HOME, HOME, home, training=training)


async def archive(url: str) -> Response:
    if url != f"{HOME}archives/":
        raise NotFetched("404")
    rows = row(7, "9 January 2025") + row(6, "8 January 2025") + row(5, "7 January 2025")
    return HtmlResponse(url, body=f"<html><ul>{rows}</ul>".encode(), headers={"Content-Type": "text/html"})


def begun(found: Survey, rules: RuleSet = UNDATED, state: CrawlState | None = None) -> ListDates:
    dates = ListDates(dated_blog(rules), DiskFrontier(), state or CrawlState(HOME, ""))
    asyncio.run(dates.begin(found, archive))
    return dates


RIGHT = (datetime(2026, 2, 3, tzinfo=UTC), datetime(2026, 2, 5, tzinfo=UTC))


def test_home_page_and_archive_tell_the_dates_of_posts_that_show_none():
    dates = begun(survey(*RIGHT))
    found = dates.of(post_url(7))
    assert found is not None
    assert found.startswith("2025-01-09")
    assert dates.of(post_url(8)) is None


def test_lists_read_later_are_used_too():
    dates = begun(survey(*RIGHT))
    dates.read(parse_page("<ul>" + row(8, "1 March 2024") + "</ul>", f"{HOME}page/2/"))
    found = dates.of(post_url(8))
    assert found is not None
    assert found.startswith("2024-03-01")


def test_lists_that_contradict_the_feed_are_not_used():
    dates = begun(survey(datetime(2019, 7, 1, tzinfo=UTC), datetime(2018, 7, 1, tzinfo=UTC)))
    assert dates.of(post_url(7)) is None


def test_nothing_is_read_if_posts_show_their_dates():
    rules = RuleSet(article=UNDATED.article, published=(FieldRule("//time/@datetime", 1.0),))
    assert begun(survey(*RIGHT), rules).of(post_url(7)) is None


def test_a_resumed_crawl_continues_to_read_lists():
    state = CrawlState(HOME, "")
    begun(survey(*RIGHT), state=state)
    resumed = ListDates(dated_blog(UNDATED), DiskFrontier(), state)
    resumed.read(parse_page("<ul>" + row(8, "1 March 2024") + "</ul>", f"{HOME}page/2/"))
    assert resumed.of(post_url(8)) is not None
