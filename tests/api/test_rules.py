from __future__ import annotations

import pytest
from blogsite import make_posts, post_page, rss

import blogcrawler
from blogcrawler.errors import FeedError, UsageError

BASE = "https://some.blog"
POSTS = make_posts(12)
FEED = rss(f"{BASE}/", [(BASE + post.path, BASE + post.path, post) for post in POSTS[:8]])
PAGES = {BASE + post.path: post_page(post) for post in POSTS[:8]}


def test_rules_learned_from_a_feed_extract_other_posts() -> None:
    rules = blogcrawler.learn_rules(FEED, PAGES)
    post = POSTS[-1]
    html = post_page(post)
    first = rules.extract(html, BASE + post.path)
    assert (first.title, first.authors, first.text) == (post.title, [post.author], post.text)
    assert first.source["text"] == "rule"
    assert rules.extract(html.encode(), BASE + post.path) == first


def test_rules_survive_being_saved() -> None:
    rules = blogcrawler.learn_rules(FEED.encode(), {url: html.encode() for url, html in PAGES.items()})
    again = blogcrawler.Rules.from_record(rules.record())
    html, url = post_page(POSTS[-1]), BASE + POSTS[-1].path
    assert again.record() == rules.record()
    assert again.extract(html, url) == rules.extract(html, url)


def test_what_cannot_be_learned_from_is_reported() -> None:
    with pytest.raises(FeedError):
        blogcrawler.learn_rules("<p>not a feed</p>", PAGES)
    with pytest.raises(UsageError, match="no entry of the feed"):
        blogcrawler.learn_rules(FEED, {"https://other.blog/": "<p>a page</p>"})
