"""What is learned about a blog from its survey."""

from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse

from blogcrawler.blog import KnownBlog, SiteKnowledge, Survey, Training
from blogcrawler.dom import Page, parse_page
from blogcrawler.items import Feed, FeedEntry

HOME = "http://example.org/"


def page(number: int, canonical: str | None, query: str = "") -> Page:
    link = f'<link rel="canonical" href="{canonical}">' if canonical else ""
    text = f"<p>{f'Sentence {number} of a post that is long enough. ' * 5}</p>"
    html = f"<html><head><title>Post {number}</title>{link}</head><body><article>{text}</article></body></html>"
    return parse_page(html, f"{HOME}post-{number}{query}")


def learn(canonicals: list[str | None], query: str = "", feed_query: str = "") -> KnownBlog:
    training = []
    for number, canonical in enumerate(canonicals):
        one = page(number, canonical, query)
        training.append(Training(FeedEntry(one.url, f"Post {number}"), HtmlResponse(one.url), one))
    found = Survey(HOME, HOME, parse_page("", HOME), training=training, feed_query=feed_query)
    return KnownBlog.learn(found, SiteKnowledge())


@pytest.mark.parametrize(
    ("right", "wrong", "unstated", "trusted"),
    [(4, 0, 0, True), (3, 2, 0, True), (2, 2, 0, False), (1, 3, 0, False), (0, 0, 4, False), (1, 0, 3, True)],
)
def test_canonical_urls_are_trusted_if_most_are_right(right: int, wrong: int, unstated: int, trusted: bool):
    own: list[str | None] = [f"{HOME}post-{number}" for number in range(right)]
    blog = learn(own + [HOME] * wrong + [None] * unstated)
    assert blog.trusts_canonical is trusted


def test_a_post_gets_its_canonical_url_if_canonical_urls_are_trusted():
    blog = learn([f"{HOME}post-{number}" for number in range(4)])
    assert blog.address_of(page(9, f"{HOME}the-right-one"), f"{HOME}post-9") == f"{HOME}the-right-one"
    assert blog.address_of(page(9, HOME), f"{HOME}post-9") == f"{HOME}post-9", "the home page is not a post"
    assert blog.address_of(page(9, "http://other.example/x"), f"{HOME}post-9") == f"{HOME}post-9"
    blog.trusts_canonical = False
    assert blog.address_of(page(9, f"{HOME}the-right-one"), f"{HOME}post-9") == f"{HOME}post-9"


def test_a_query_of_all_entries_that_their_canonical_urls_lack_is_no_part_of_the_posts_urls():
    blog = learn([f"{HOME}post-{number}" for number in range(4)], "?campaign=reader")
    assert blog.address_of(page(2, f"{HOME}post-2"), f"{HOME}post-2?campaign=reader") == f"{HOME}post-2"
    assert blog.pattern.fits(f"{HOME}post-9")
    assert not blog.pattern.fits(f"{HOME}post-9?campaign=reader")


def test_the_query_of_the_feeds_links_is_no_part_of_the_posts_urls():
    blog = learn([None] * 4, "?campaign=reader", feed_query="campaign=reader")
    blog = KnownBlog.from_record(blog.record(None)) or blog
    assert blog.pattern.fits(f"{HOME}post-9")
    assert blog.address_of(page(9, None), f"{HOME}post-9?campaign=reader") == f"{HOME}post-9"
    assert blog.address_of(page(9, None), f"{HOME}post-9?campaign=other") == f"{HOME}post-9?campaign=other"


@pytest.mark.parametrize("canonical", ["{}post-{}?lang=en", "{}post-x", None])
def test_a_query_of_all_entries_belongs_to_the_urls_of_posts_otherwise(canonical: str | None):
    blog = learn([canonical.format(HOME, number) if canonical else None for number in range(4)], "?lang=en")
    assert blog.pattern.fits(f"{HOME}post-9?lang=en")
    assert not blog.pattern.fits(f"{HOME}post-9")


def test_learning_leaves_the_pages_as_they_are():
    one = page(1, None)
    before = parse_page("", HOME), len(list(one.tree.iter()))
    training = [Training(FeedEntry(one.url, "Post 1"), HtmlResponse(one.url), one)]
    KnownBlog.learn(Survey(HOME, HOME, before[0], training=training), SiteKnowledge())
    assert len(list(one.tree.iter())) == before[1]


@pytest.mark.parametrize(
    ("head", "feed", "title"),
    [
        ("<title>Ann's notes</title>", None, "Ann's notes"),
        ('<title>Home</title><meta property="og:site_name" content="Ann\'s notes">', None, "Ann's notes"),
        ("<title>Home</title>", Feed(f"{HOME}feed", "Posts on Ann's notes"), "Ann's notes"),
        ("<title>Ann's notes</title>", Feed(f"{HOME}feed"), "Ann's notes"),
        ("", None, None),
    ],
)
def test_a_blog_is_called_as_its_feed_or_its_home_page_calls_it(head: str, feed: Feed | None, title: str | None):
    assert learn([None] * 3).record(feed, parse_page(f"<html><head>{head}</head></html>", HOME)).title == title
