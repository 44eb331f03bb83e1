"""Dates that lists show and posts do not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, page
from crawl_processes import crawl, records

CLOCK = timezone(timedelta(hours=8))


@pytest.mark.parametrize("shown", ["%d %B %Y", ""])
def test_dates_missing_on_posts_are_read_from_lists(tmp_path: Path, shown: str):
    """The posts show their day by the blog's clock, or nothing; the home page shows the hour."""
    posts = make_posts(12, path="/{slug}/")
    for number, post in enumerate(posts):
        post.published += timedelta(hours=5 * number)
    with BlogSite() as site:
        fill(site, posts, in_feed=6)
        for post in posts:
            made = site.pages[post.path]
            assert isinstance(made, Answer)
            text = str(made.body)
            begin, end = text.index("<time"), text.index("</time>")
            site.pages[post.path] = Answer(text[:begin] + post.published.astimezone(CLOCK).strftime(shown) + text[end:])
        listed = "".join(
            f'<div><h2><a href="{post.path}">{post.title}</a></h2>'
            f"<span>{post.published.astimezone(CLOCK):%Y-%m-%d %H:%M:%S}</span></div>"
            for post in posts
        )
        feed = '<link rel=alternate type="application/rss+xml" href="/feed.xml">'
        site.pages["/"] = Answer(page("Home", listed, feed))
        assert crawl(tmp_path, site.url).poll() == 0
    got = {record["title"]: record["published"] for record in records(tmp_path)}
    assert {title: datetime.fromisoformat(when).astimezone(UTC) for title, when in got.items()} == {
        post.title: post.published for post in posts
    }
