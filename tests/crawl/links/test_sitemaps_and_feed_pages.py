"""Sitemaps and further pages of the feed."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from scrapy import Request
from scrapy.http import Response, XmlResponse

from blogcrawler.crawl.links.knowledge_guide import KnowledgeGuide
from blogcrawler.crawl.links.sitemaps_and_feed_pages import SitemapsAndFeedPages
from blogcrawler.crawl.thread_work import ThreadWork, do_here
from blogcrawler.feeds import parse_sitemap
from blogcrawler.store import open_store
from tests.support.link_crawl import HOME, LinkCrawl, paths, post_url

MAP = f"{HOME}sitemap.xml"
FEED = f"{HOME}feed/"


@pytest.fixture
def crawl(tmp_path: Path) -> SitemapsAndFeedPages:
    parts = LinkCrawl()
    guide = KnowledgeGuide(parts.blog)
    return SitemapsAndFeedPages(
        parts.blog,
        parts.requests,
        parts.explorer,
        parts.links,
        guide,
        lambda: open_store(None, tmp_path),
        note=lambda note: None,
        max_feed_pages=100,
    )


def followed(steps: Generator[Request | ThreadWork, Any, None]) -> list[str]:
    return paths(do_here(steps))


def urlset(*urls: str) -> Response:
    body = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return XmlResponse(
        MAP, body=f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{body}</urlset>'.encode()
    )


def index(*urls: str) -> Response:
    body = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return XmlResponse(
        MAP, body=f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{body}</sitemapindex>'.encode()
    )


def feed(*urls: str, following: str = "") -> Response:
    items = "".join(f"<entry><title>x</title><id>{url}</id><link href='{url}'/></entry>" for url in urls)
    link = f"<link rel='next' href='{following}'/>" if following else ""
    body = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>Blog</title>{link}{items}</feed>"
    return XmlResponse(FEED, body=body.encode())


def test_the_pages_of_a_sitemap_are_requested_and_the_sitemap_is_remembered(
    crawl: SitemapsAndFeedPages, tmp_path: Path
):
    found = followed(crawl.sitemap(urlset(post_url(1), "https://elsewhere.example/"), True, 0, []))
    assert found == ["/2026/02/post-1.html"]
    store = open_store(None, tmp_path)
    try:
        assert [source.url for source in store.schedule.sources(HOME)] == [MAP]
    finally:
        store.close()


def test_nested_indexes_are_followed_twice_at_most(crawl: SitemapsAndFeedPages):
    assert followed(crawl.sitemap(index(f"{HOME}posts.xml"), True, 1, [])) == ["/posts.xml"]
    assert followed(crawl.sitemap(index(f"{HOME}posts.xml"), True, 2, [])) == []


@pytest.mark.parametrize("body", [b"", b"<html>no", b"\x00\xff", b"<!DOCTYPE x [<!ENTITY a 'b'>]><urlset>&a;"])
def test_instead_of_a_broken_sitemap_the_next_one_is_tried(crawl: SitemapsAndFeedPages, body: bytes):
    found = crawl.sitemap(Response(MAP, body=body), True, 0, [f"{HOME}other.xml"])
    assert followed(found) == ["/other.xml"]


def test_instead_of_a_missing_sitemap_the_next_one_is_tried(crawl: SitemapsAndFeedPages):
    assert followed(crawl.sitemap(Response(MAP, status=404), False, 0, [f"{HOME}other.xml"])) == ["/other.xml"]


def test_feed_pages_are_followed_as_long_as_they_bring_something_new(crawl: SitemapsAndFeedPages):
    following = f"{FEED}?paged=3"
    assert followed(crawl.feed_page(feed(post_url(1), following=following), 2)) == [
        "/2026/02/post-1.html",
        "/feed/?paged=3",
    ]
    assert followed(crawl.feed_page(feed("https://elsewhere.example/x", following=following), 2)) == []


def test_a_broken_feed_page_ends_the_feed(crawl: SitemapsAndFeedPages):
    assert followed(crawl.feed_page(Response(FEED, body=b"<html>"), 2)) == []


def test_the_reactor_may_run_while_a_long_sitemap_is_read(crawl: SitemapsAndFeedPages):
    """Reading, looking up and ranking thousands of addresses in one go would take seconds."""
    urls = [f"{HOME}2026/02/post-{number}.html" for number in range(1200)]
    steps = list(_steps(crawl.sitemap(urlset(*urls), True, 0, [])))
    assert sum(isinstance(step, Request) for step in steps) == 1200
    lengths = [
        len(list(group)) for is_work, group in groupby(steps, lambda step: isinstance(step, ThreadWork)) if not is_work
    ]
    assert max(lengths) <= 500


def test_a_sitemap_is_read_in_a_thread(crawl: SitemapsAndFeedPages):
    with patch(f"{SitemapsAndFeedPages.__module__}.parse_sitemap", side_effect=parse_sitemap) as parse:
        step = next(crawl.sitemap(urlset(post_url(1)), True, 0, []))
        assert not parse.called
        assert isinstance(step, ThreadWork)
        step.call()
        assert parse.called


def test_the_reactor_may_run_while_a_long_feed_page_is_read(crawl: SitemapsAndFeedPages):
    urls = [f"{HOME}2026/02/post-{number}.html" for number in range(450)]
    steps = list(_steps(crawl.feed_page(feed(*urls), 2)))
    assert sum(isinstance(step, Request) for step in steps) == 450
    lengths = [
        len(list(group)) for is_work, group in groupby(steps, lambda step: isinstance(step, ThreadWork)) if not is_work
    ]
    assert max(lengths) <= 100


def _steps(steps: Generator[Request | ThreadWork, Any, None]) -> Iterator[Request | ThreadWork]:
    """What a generator yields, work included."""
    result: Any = None
    while True:
        try:
            step = steps.send(result)
        except StopIteration:
            return
        yield step
        result = step.call() if isinstance(step, ThreadWork) else None
