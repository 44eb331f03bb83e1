"""Comments in whole crawls."""

from __future__ import annotations

import json
from contextlib import closing
from html import escape
from pathlib import Path

from blogsite import FEED_KIND, Answer, BlogSite, MadePost, fill, make_posts, post_page
from crawl_processes import crawl, records

from blogcrawler.store import open_store

COMMENT = (
    '<li class="remark" id="comment-{number}"><p class="who">{author}</p><time datetime="{date}">then</time>'
    '<div class="words"><p>{text}</p></div></li>'
)


def a_comment(post: MadePost, number: int) -> dict[str, str]:
    return {
        "number": str(number),
        "author": ("Cleo Vane", "Dan Orr", "Eve Lund")[number % 3],
        "date": f"2024-07-01T10:{number:02}:00+00:00",
        "text": f"Remark {number} on {post.title}, which I have read twice.",
    }


def commented(site: BlogSite, posts: list[MadePost], number: int, in_feed: int) -> None:
    """Put comments below each post, the newest of them into its comment feed, and their number into the blog's feed."""
    for post in posts:
        comments = [a_comment(post, n) for n in range(number)]
        shown = "".join(COMMENT.format(**comment) for comment in comments)
        feed = f'<link rel=alternate type="application/rss+xml" href="{post.path}/feed/">'
        main = f"<section id=talk><h3>{number} comments</h3><ol>{shown}</ol></section>"
        page = post_page(post, f'{feed}<link rel=alternate type="application/rss+xml" href="/feed.xml">', more=main)
        site.pages[post.path] = Answer(page)
        items = "".join(
            f"<item><title>By: {c['author']}</title><link>{site.url[:-1]}{post.path}#comment-{c['number']}</link>"
            f"<author>{c['author']}</author><pubDate>{c['date']}</pubDate>"
            f"<description>{escape(c['text'])}</description></item>"
            for c in comments[::-1][:in_feed]
        )
        rss = f"<rss version='2.0'><channel><title>Comments on {post.title}</title>{items}</channel></rss>"
        site.pages[f"{post.path}/feed/"] = Answer(rss, FEED_KIND)


def test_a_blog_without_comments_costs_no_extra_requests(tmp_path: Path) -> None:
    with BlogSite() as site:
        fill(site, make_posts(12))
        program = crawl(tmp_path / "with", site.url)
        asked = sorted(site.asked)
        site.asked.clear()
        crawl(tmp_path / "without", site.url, BLOGCRAWLER_COMMENTS_ENABLED=0)
        assert asked == sorted(site.asked)
    assert "comments/requests" not in program.stats
    assert all(post["comments"] == [] for post in records(tmp_path / "with"))


def test_the_comment_feeds_of_three_posts_train_rules_for_all_posts(tmp_path: Path) -> None:
    posts = make_posts(14)
    with BlogSite() as site:
        fill(site, posts)
        commented(site, posts, number=13, in_feed=5)
        program = crawl(tmp_path, site.url)
        feeds = [path for path in site.asked if path.endswith("/feed/")]
    got = {post["title"]: post for post in records(tmp_path)}
    assert len(got) == 14
    for post in posts:
        record = got[post.title]
        assert record["comments_expected"] == 13
        # The first ones are in flight before anything is learned.
        assert record["source"]["comments"] in ("rule", "fallback")
        written = [a_comment(post, n) for n in range(13)]
        assert [(c["id"], c["author"], c["published"], c["text"]) for c in record["comments"]] == [
            (c["number"], c["author"], c["date"], c["text"]) for c in written
        ]
        assert "Remark" not in record["text"]
        assert record["text"] == post.text
    assert [post["source"]["comments"] for post in got.values()].count("rule") >= 6
    assert 3 <= len(feeds) <= 6
    assert program.stats["comments/requests"] == len(feeds)
    assert "182, 100 % of the 182 stated on posts" in program.log
    with closing(open_store(None, tmp_path)) as store:
        (blog,) = store.blogs()
    assert blog.rules is not None
    (rule,) = blog.rules["comments"]
    assert rule["confidence"] == 1
    assert json.dumps(rule)
