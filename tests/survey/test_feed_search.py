"""Feeds that are not quite where pages say, and feeds on other hosts."""

from __future__ import annotations

import asyncio
import threading
from typing import Any
from unittest.mock import patch

import pytest
from blogsite import MadePost, make_posts, page
from invented_web import Web, paths, trained
from scrapy.http import TextResponse

from blogcrawler.feeds import parse_feed
from blogcrawler.items import Feed
from blogcrawler.survey import feed_search, read_as_feed

POSTS = make_posts(12)
HOME = "http://example.org/"


def direct(posts: list[MadePost]) -> list[tuple[str, str, MadePost]]:
    return [(f"http://example.org{post.path}", f"id {number}", post) for number, post in enumerate(posts)]


def home_page(head: str = "", body: str = "") -> str:
    titles = "".join(f"<h2><a href={post.path}>{post.title}</a></h2>" for post in POSTS)
    return page("Home", f"{titles}{body}", head)


@pytest.fixture
def web() -> Web:
    web = Web()
    web.blog(POSTS, feed=False)
    return web


@pytest.mark.parametrize(("linked", "real"), [("/feed", "/feed/"), ("/feed/", "/feed"), ("/blog/rss", "/blog/rss/")])
def test_a_feed_that_is_linked_with_the_wrong_slash_is_found(web: Web, linked: str, real: str):
    web.put("/", home_page(f'<link rel=alternate type="application/rss+xml" href="{linked}">'))
    web.feed(real, direct(POSTS[:6]))
    found = web.survey()
    assert found.feed is not None
    assert found.feed.url == f"http://example.org{real}"


def test_a_large_feed_is_read_in_a_thread():
    """Of 200,000 entries, that takes many seconds."""
    for number, thread in ((10, "MainThread"), (2000, "pages_0")):
        items = "".join(f"<item><link>/{one}</link></item>" for one in range(number))
        body = f"<rss version='2.0'><channel><title>x</title>{items}</channel></rss>".encode()
        read: list[str] = []

        def parse(*args: Any, read: list[str] = read) -> Feed:
            read.append(threading.current_thread().name)
            return parse_feed(*args)

        with patch("blogcrawler.survey.feed_search.parse_feed", parse):
            feed = asyncio.run(read_as_feed(TextResponse("http://example.org/feed", body=body)))
        assert feed is not None
        assert (len(feed.entries), read) == (number, [thread])


@pytest.mark.parametrize("name", ["_lists_own_posts", "best_feed"])
def test_feeds_are_compared_in_a_thread(web: Web, name: str):
    """A feed may have 200,000 entries."""
    threads: list[str] = []
    original = getattr(feed_search, name)

    def compare(*args: Any) -> Any:
        threads.append(threading.current_thread().name)
        return original(*args)

    web.put("/", home_page('<link rel=alternate type="application/rss+xml" href="/feed">'))
    web.feed("/feed", direct(POSTS[:6]))
    with patch(f"blogcrawler.survey.feed_search.{name}", compare):
        assert web.survey().feed is not None
    assert set(threads) == {"pages_0"}


def test_the_entries_of_a_feed_are_compared_with_the_blog_in_a_thread(web: Web):
    threads: set[str] = set()

    def is_proxy_here(url: str) -> bool:
        threads.add(threading.current_thread().name)
        return True

    web.feed("/feed", direct(POSTS[:6]))
    with (
        patch("blogcrawler.survey.training_pages.same_host", return_value=False),
        patch("blogcrawler.survey.training_pages.is_proxy", is_proxy_here),
    ):
        web.survey()
    assert threads == {"pages_0"}


def test_a_given_feed_with_the_wrong_slash_is_found(web: Web):
    web.feed("/mine/", direct(POSTS[:6]))
    found = web.survey(feed_url="http://example.org/mine")
    assert found.feed is not None
    assert (found.feed.url, found.notes) == ("http://example.org/mine/", [])


def test_a_feed_without_a_slash_is_found_although_nothing_links_to_it(web: Web):
    web.feed("/feed", direct(POSTS[:6]))
    found = web.survey()
    assert found.feed is not None
    assert found.feed.url == "http://example.org/feed"


def test_a_feed_that_redirects_to_its_other_slash_is_read_once(web: Web):
    web.put("/", home_page('<link rel=alternate type="application/rss+xml" href="/feed">'))
    web.put("/feed", to="/feed/")
    web.feed("/feed/", direct(POSTS[:6]))
    assert web.survey().feed is not None
    assert web.asked.count("http://example.org/feed/") == 1


def test_a_feed_that_is_linked_on_its_authors_machine_is_found_on_the_blogs_host(web: Web):
    web.put("/", home_page('<link rel=alternate type="application/rss+xml" href="http://localhost:4000/news.rss">'))
    web.refuses = lambda url: "localhost" in url
    web.feed("/news.rss", direct(POSTS[:6]))
    found = web.survey()
    assert found.feed is not None
    assert found.feed.url == "http://example.org/news.rss"


@pytest.mark.parametrize(
    "address",
    [
        "http://feeds.feedburner.com/made-up",
        "http://feedpress.me/made-up",
        "http://feeds.example.org/blog",
        "http://rss.example.org/feed.xml",
    ],
)
@pytest.mark.parametrize(
    "linked", ["<a href={}>Subscribe</a>", "<link rel=alternate type=application/atom+xml href={}>"]
)
def test_a_feed_on_another_host_is_found(web: Web, address: str, linked: str):
    web.put("/", home_page(body=linked.format(address)))
    web.feed(address, direct(POSTS[:6]))
    found = web.survey()
    assert found.feed is not None
    assert found.feed.url == address
    assert trained(found) == paths(POSTS[:6])


def through_redirector(web: Web, posts: list[MadePost]) -> list[tuple[str, str, MadePost]]:
    entries = []
    for number, post in enumerate(posts):
        web.put(f"http://links.example/~r/{number}", to=f"http://example.org{post.path}")
        entries.append((f"http://links.example/~r/{number}", f"id {number}", post))
    return entries


def test_links_through_a_redirector_make_a_feed_the_blogs_own_so_that_no_other_is_looked_for(web: Web):
    feeds = ("http://feeds.feedburner.com/made-up", "/tag/harbour/feed/")
    web.put("/", home_page("".join(f"<link rel=alternate type=application/rss+xml href={url}>" for url in feeds)))
    web.feed(feeds[0], through_redirector(web, POSTS[:6]), home="http://feeds.feedburner.com/")
    web.feed(feeds[1], direct(POSTS[8:10]))
    found = web.survey()
    assert found.feed is not None
    assert found.feed.url == feeds[0]
    assert trained(found) == paths(POSTS[:6])
    assert found.trackers == {"links.example"}


def test_a_feed_whose_links_lead_to_other_sites_is_not_the_blogs_own(web: Web):
    web.put("/", home_page("<link rel=alternate type=application/rss+xml href=http://feeds.feedburner.com/planet>"))
    entries = [(f"http://planet.example{post.path}", f"id {n}", post) for n, post in enumerate(POSTS)]
    web.feed("http://feeds.feedburner.com/planet", entries, home="http://planet.example/")
    web.feed("/rss.xml", direct(POSTS[:6]))
    found = web.survey()
    assert found.feed is not None
    assert found.feed.url == "http://example.org/rss.xml"


def test_entries_that_link_through_a_feed_proxy_are_kept_with_those_that_link_directly(web: Web):
    proxied = "http://feedproxy.google.com/~r/made-up/~3/abc/"
    web.put("/", home_page('<link rel=alternate type="application/rss+xml" href="/feed.xml">'))
    web.put(proxied, to=f"http://example.org{POSTS[0].path}")
    web.feed("/feed.xml", [(proxied, "id", POSTS[0]), *direct(POSTS[1:6])])
    found = web.survey()
    assert trained(found) == paths(POSTS[:6])
    assert found.notes == []
