"""A feed whose older entries still have the template from before a redesign."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from html import escape

import pytest
from blogsite import MadePost, make_posts, post_page, rss
from old_template_posts import old_post_page

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import Extractor, RuleSet, learn
from blogcrawler.feeds import parse_feed
from blogcrawler.items import FeedEntry

HOME = "http://example.org"
POSTS = [replace(post, author=("Ann Lee", "Ben Reed")[n % 2]) for n, post in enumerate(make_posts(12))]


def old_page(post: MadePost) -> Page:
    return parse_page(old_post_page(post), HOME + "/old/" + escape(post.path.split("/")[-1]))


def learned(old: int) -> Extractor:
    """What is learned from ten posts, of which some have the old template."""
    posts = POSTS[:10]
    links = [HOME + post.path for post in posts]
    feed = parse_feed(rss(HOME, list(zip(links, links, posts, strict=True))).encode(), f"{HOME}/feed")
    new = [parse_page(post_page(post), link) for post, link in zip(posts, links, strict=True)]
    pages = new[: 10 - old] + [old_page(post) for post in posts[10 - old :]]
    return Extractor(learn(zip(feed.entries, pages, strict=True)))


@pytest.mark.parametrize("old", [2, 4, 8])
def test_dates_and_authors_of_both_templates_are_learned(old: int):
    extractor = learned(old)
    for post in POSTS[10:]:
        for page in (old_page(post), parse_page(post_page(post), HOME + post.path)):
            got = extractor.extract(page)
            assert (got.published or "")[:10] == f"{post.published:%Y-%m-%d}"
            assert got.authors == [post.author]


def test_a_single_page_in_another_template_is_no_template():
    fields = [rule.selector for rule in (*learned(1).rules.published, *learned(1).rules.authors)]
    assert not [selector for selector in fields if "posted" in selector]


def page_with(post: MadePost, tag: str, day: date) -> Page:
    """A page whose template differs from the others' only in the element that has the date."""
    line = f"<{tag}>{day:%B %d, %Y} | <a href=/all>All posts</a></{tag}>"
    text = f"<h1>{escape(post.title)}</h1>{line}<div class=text>{post.article()}</div>"
    return parse_page(f"<html><title>{escape(post.title)}</title><body>{text}</body></html>", f"{HOME}/{post.title}")


@pytest.mark.parametrize(("days_off", "found"), [(0, True), (1, True), (30, False)])
def test_a_date_in_another_place_is_read_if_one_of_the_feeds_posts_shows_its_own_there(days_off: int, found: bool):
    others = POSTS[:4]
    pairs = [
        (FeedEntry(f"{HOME}/{post.title}", post.title, published=post.published, content_html=post.article()), post)
        for post in POSTS[:5]
    ]
    pages = [page_with(post, "h4", post.published.date()) for post in others]
    pages.append(page_with(POSTS[4], "h5", POSTS[4].published.date() - timedelta(days=days_off)))
    rules = RuleSet.from_record(learn(zip([entry for entry, _ in pairs], pages, strict=True)).record())
    got = Extractor(rules).extract(page_with(POSTS[7], "h5", POSTS[7].published.date()))
    assert (got.published == POSTS[7].published.date().isoformat()) is found
