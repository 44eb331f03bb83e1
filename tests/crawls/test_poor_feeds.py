"""Blogs whose feed lists one to three posts: every post is found, with the right article."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import crawl, urls


@pytest.mark.parametrize(("entries", "full"), [(1, True), (1, False), (3, True), (3, False)])
def test_all_posts_are_found_with_their_articles_and_authors(tmp_path: Path, entries: int, full: bool):
    posts = make_posts(14)
    with BlogSite() as site:
        found = fill(site, posts, in_feed=entries, full=full, sitemap=True)
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(found)
        assert len(site.asked) == len(set(site.asked))
    records = [json.loads(line) for line in next(tmp_path.glob("*/posts.jsonl")).read_text().splitlines()]
    got = sorted((record["title"], record["text"], record["authors"]) for record in records)
    assert got == sorted((post.title, post.text, [post.author]) for post in posts)
