"""Hostile pages take bounded time and few requests."""

from __future__ import annotations

import time

import pytest

from blogcrawler.comments import BlogComments, EndpointAnswer, comment_platforms, gather
from blogcrawler.comments.page.rule_reader import read_page
from blogcrawler.comments.page.rules import markup_rule
from blogcrawler.comments.platforms.comment_feed import read_comment_feed
from blogcrawler.dom import parse_page
from blogcrawler.items import FeedEntry

URL = "https://blog.example/post/"
DATED = "<div class=comment id=comment-{n}><b class=author>A{n}</b> <i>May 4, 2023</i><p>Number {n} is so.</p>"
WIDE = "".join(DATED.format(n=n) + "</div>" for n in range(4000))
DEEP = "".join(DATED.format(n=n) for n in range(1500))
PAGES = {
    "thousands of comments": f"<div id=comments>{WIDE}</div>",
    "comments in comments in comments": f"<div id=comments>{DEEP}</div>",
    "dates only": "<div id=comments>" + "<p>May 4, 2023</p>" * 15_000 + "</div>",
    "headings that say comments": "<h3>Comments</h3>" * 5000,
    "deep and empty": "<div class=comments>" * 5000,
    "many counts": "<a href='#comments'>many comments</a>" * 5000,
    "many pages": "".join(f"<a href='/post/comment-page-{n}/'>{n}</a>" for n in range(5000)),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_huge_page_is_read_quickly(name: str) -> None:
    html = f"<html><head><meta name=generator content='WordPress 6'></head><body>{PAGES[name]}</body></html>"
    page = parse_page(html, URL)
    begun = time.process_time()
    gathering = gather(page, URL, FeedEntry(URL, comments_expected=9), BlogComments())
    requests = 0
    try:
        next(gathering)
        while True:
            requests += 1
            gathering.send(None)
    except StopIteration as end:
        end.value.blank_on(page)
    assert requests <= 200
    assert time.process_time() - begun < 30  # not quadratic, also on a busy machine


def test_learning_from_thousands_of_comments_takes_bounded_time() -> None:
    items = "".join(
        f"<item><title>By: A{n}</title><link>{URL}#comment-{n}</link><description>Number {n} is.</description></item>"
        for n in range(4000)
    )
    feed = f"<rss version='2.0'><channel><title>Comments</title>{items}</channel></rss>"
    batch = read_comment_feed(EndpointAnswer(URL, 200, feed.encode()))
    assert batch is not None
    begun = time.process_time()
    known = BlogComments()
    known.train(parse_page(f"<div id=talk>{WIDE}</div>", URL), batch.comments, None)
    assert time.process_time() - begun < 20


def test_deeply_nested_replies_are_read() -> None:
    platform = next(one for one in comment_platforms() if one.name == "wordpress")
    assert platform.dom is not None
    nested = "<ol>" + "".join(
        f"<li class=comment id=comment-{n}><div class=comment-content>Number {n}</div><ol>" for n in range(100)
    )
    got = read_page(parse_page(nested, URL), markup_rule(platform.dom, platform.name))
    assert [comment.text for comment in got] == [f"Number {n}" for n in range(100)]
    assert [comment.parent for comment in got] == [None, *(str(n) for n in range(99))]
