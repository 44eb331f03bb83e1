"""Moving to the host of the posts."""

from __future__ import annotations

import asyncio

import pytest
from scrapy.http import HtmlResponse, Response

from blogcrawler.blog import Survey
from blogcrawler.dom import parse_page
from blogcrawler.items import Feed, FeedEntry
from blogcrawler.survey.home import home_of, settle_home, settle_host
from blogcrawler.survey.visits import SurveyDownloads

SEED, BLOG = "http://www.example.org/", "http://blog.example.org/"


def moves(on_blog: int, elsewhere: int, home: str = BLOG) -> bool:
    """Whether the survey moves, given how many of the feed's entries are on the blog's host and on third hosts."""

    async def fetch(url: str) -> Response:
        return HtmlResponse(url, headers={"Content-Type": "text/html"}, body=b"<html><body></body></html>")

    urls = [f"{BLOG}{number}" for number in range(on_blog)]
    urls += [f"http://third{number}.example.com/" for number in range(elsewhere)]
    feed = Feed(f"{BLOG}feed.xml", home=home, entries=tuple(map(FeedEntry, urls)))
    found = Survey(SEED, SEED, parse_page("", SEED), feed)
    moved = asyncio.run(settle_host(found, SurveyDownloads(fetch)))
    assert (found.home == BLOG) is moved
    return moved


@pytest.mark.parametrize(("on_blog", "elsewhere", "moved"), [(10, 0, True), (8, 2, True), (7, 3, False), (3, 7, False)])
def test_the_survey_moves_to_a_host_with_four_in_five_entries(on_blog: int, elsewhere: int, moved: bool):
    assert moves(on_blog, elsewhere) is moved


def test_the_survey_stays_if_the_feed_names_another_home():
    assert not moves(10, 0, home=SEED)


def test_the_home_of_a_feed_is_on_its_host():
    assert home_of(Feed(f"{BLOG}feed.xml", home=f"{BLOG}blog/"), f"{BLOG}feed.xml") == f"{BLOG}blog/"
    assert home_of(Feed(f"{BLOG}feed.xml", home=f"{BLOG}feed.xml"), f"{BLOG}feed.xml") == BLOG
    assert home_of(Feed(f"{BLOG}feed.xml"), f"{BLOG}feed.xml") == BLOG


def test_a_huge_feed_is_compared_with_the_seed_by_its_newest_entries(monkeypatch: pytest.MonkeyPatch):
    """All of a hundred thousand entries would keep the reactor from running."""
    keys: list[str] = []
    monkeypatch.setattr("blogcrawler.survey.home.page_key", lambda url: keys.append(url) or url)
    feed = Feed(f"{BLOG}feed.xml", home=BLOG, entries=tuple(FeedEntry(f"{BLOG}{n}") for n in range(50_000)))
    found = Survey(f"{BLOG}7", f"{BLOG}7", parse_page("", BLOG), feed)

    async def fetch(url: str) -> Response:
        return HtmlResponse(url, headers={"Content-Type": "text/html"}, body=b"<html><body></body></html>")

    asyncio.run(settle_home(found, SurveyDownloads(fetch)))
    assert found.home == BLOG
    assert len(keys) < 5_000
