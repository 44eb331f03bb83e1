"""What is learned about a blog from its survey."""

from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse

from blogcrawler.blog import KnownBlog, SiteKnowledge, Survey, Training
from blogcrawler.dom import Page, parse_page
from blogcrawler.items import FeedEntry

HOME = "http://example.org/"


def page(number: int, canonical: str | None) -> Page:
    link = f'<link rel="canonical" href="{canonical}">' if canonical else ""
    text = f"<p>{f'Sentence {number} of a post that is long enough. ' * 5}</p>"
    html = f"<html><head><title>Post {number}</title>{link}</head><body><article>{text}</article></body></html>"
    return parse_page(html, f"{HOME}post-{number}")


def learn(canonicals: list[str | None]) -> KnownBlog:
    training = []
    for number, canonical in enumerate(canonicals):
        one = page(number, canonical)
        training.append(Training(FeedEntry(one.url, f"Post {number}"), HtmlResponse(one.url), one))
    return KnownBlog.learn(Survey(HOME, HOME, parse_page("", HOME), training=training), SiteKnowledge())


@pytest.mark.parametrize(
    ("right", "wrong", "unstated", "trusted"),
    [(4, 0, 0, True), (3, 2, 0, True), (2, 2, 0, False), (1, 3, 0, False), (0, 0, 4, False), (1, 0, 3, True)],
)
def test_canonical_addresses_are_trusted_if_most_are_right(right: int, wrong: int, unstated: int, trusted: bool):
    own: list[str | None] = [f"{HOME}post-{number}" for number in range(right)]
    blog = learn(own + [HOME] * wrong + [None] * unstated)
    assert blog.trusts_canonical is trusted


def test_the_address_of_a_post_is_its_canonical_one_where_these_are_trusted():
    blog = learn([f"{HOME}post-{number}" for number in range(4)])
    assert blog.address_of(page(9, f"{HOME}the-right-one"), f"{HOME}post-9") == f"{HOME}the-right-one"
    assert blog.address_of(page(9, HOME), f"{HOME}post-9") == f"{HOME}post-9", "the home page is not a post"
    assert blog.address_of(page(9, "http://other.example/x"), f"{HOME}post-9") == f"{HOME}post-9"
    blog.trusts_canonical = False
    assert blog.address_of(page(9, f"{HOME}the-right-one"), f"{HOME}post-9") == f"{HOME}post-9"


def test_learning_leaves_the_pages_as_they_are():
    one = page(1, None)
    before = parse_page("", HOME), len(list(one.tree.iter()))
    training = [Training(FeedEntry(one.url, "Post 1"), HtmlResponse(one.url), one)]
    KnownBlog.learn(Survey(HOME, HOME, before[0], training=training), SiteKnowledge())
    assert len(list(one.tree.iter())) == before[1]
