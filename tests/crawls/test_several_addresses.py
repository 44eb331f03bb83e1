"""Servers that give the same page under several addresses."""

from __future__ import annotations

import json
from pathlib import Path

from blogsite import FEED_KIND, Answer, BlogSite, fill, make_posts, page, post_page, rss
from crawl_processes import crawl, urls
from updated_blog import Updates, crawled, soon

POSTS = make_posts(14, path="/{slug}")


def with_variants(site: BlogSite) -> list[str]:
    """Create a blog whose sitemap and archive use other URLs for its posts than its feed; returns the feed's URLs."""
    expected = fill(site, POSTS)
    for post in POSTS:
        site.pages[f"{post.path}.html"] = site.pages[post.path]
        site.pages[f"{post.path}?m=1"] = site.pages[post.path]
    links = "".join(f'<li><a href="{p.path}.html">{p.title}</a> <a href="{p.path}?m=1">m</a>' for p in POSTS)
    site.pages["/archive.html"] = Answer(page("Archive", f"<h1>Archive</h1><ul>{links}</ul>"))
    return sorted(expected)


def test_a_post_with_several_urls_is_saved_once_at_the_first_known_url(tmp_path: Path):
    with BlogSite() as site:
        expected = with_variants(site)
        program = crawl(tmp_path, site.url)
        found = urls(tmp_path)
        assert sorted(url.removesuffix("?m=1").removesuffix(".html") for url in found) == expected
        assert set(expected[:0]) | {site.url.rstrip("/") + post.path for post in POSTS[:10]} <= set(found)
        assert program.stats["posts/found"] == program.stats["posts/stored"] == len(POSTS)


def test_posts_are_saved_once_if_the_feed_adds_a_query_to_their_addresses(tmp_path: Path):
    with BlogSite() as site:
        expected = fill(site, POSTS)
        links = [f"{url}?campaign=reader" for url in expected[:10]]
        entries = list(zip(links, links, POSTS, strict=False))
        site.pages["/feed.xml"] = Answer(rss(site.url, entries), FEED_KIND)
        site.pages |= {f"{post.path}?campaign=reader": site.pages[post.path] for post in POSTS}
        crawl(tmp_path, site.url)
        assert urls(tmp_path) == sorted(expected)


def test_different_posts_with_equal_titles_and_texts_are_different_posts(tmp_path: Path):
    posts = make_posts(14, path="/{slug}")
    for post in posts[::2]:
        post.title, post.paragraphs = "Open thread", ["Say what you like."]
    with BlogSite() as site:
        expected = fill(site, posts)
        changed = make_posts(1, seed=3)[0]
        changed.path = f"{posts[1].path}.html"
        site.pages[changed.path] = Answer(post_page(changed))
        site.pages["/archive.html"] = Answer(page("Archive", f'<h1>Archive</h1><a href="{changed.path}">Another</a>'))
        crawl(tmp_path, site.url)
        assert sorted(urls(tmp_path)) == sorted([*expected, site.url.rstrip("/") + changed.path])


def test_an_update_does_not_take_a_variant_for_a_new_post(blog: Updates):
    crawled(blog, POSTS, feed=False)
    with_variants(blog.site)
    del blog.site.pages["/feed.xml"]
    home = blog.site.pages["/"]
    assert isinstance(home, Answer)
    text = home.data().decode()
    blog.site.pages["/"] = Answer("".join(text.replace(f'"{p.path}"', f'"{p.path}.html"') for p in POSTS[:1]))
    found, _ = blog.update("-a", "all=1", "-a", soon(3))
    assert found == []
    assert blog.site.times(f"{POSTS[0].path}.html") == 0
    assert json.dumps(found) == "[]"
