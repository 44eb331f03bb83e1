"""Sitemaps and feeds that list posts are read first, and not assumed to be complete."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from blogsite import FEED_KIND, Answer, BlogSite, MadePost, fill, make_posts, page, rss
from crawl_processes import crawl, urls

SLUG = "/{slug}/"


def sitemap(site: BlogSite, posts: list[MadePost]) -> Answer:
    listed = "".join(f"<url><loc>{site.url.rstrip('/')}{post.path}</loc></url>" for post in posts)
    return Answer(f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>', "application/xml")


def before_the_last_post(site: BlogSite, posts: list[MadePost]) -> list[str]:
    """The requests besides posts, until all posts had been fetched."""
    paths = {post.path for post in posts}
    last = max(place for place, path in enumerate(site.asked) if path in paths)
    return [path for path in site.asked[:last] if path not in paths]


@pytest.mark.parametrize("path", ["/{date:%Y/%m}/{slug}.html", SLUG])
def test_with_a_sitemap_hardly_anything_but_posts_is_fetched(tmp_path: Path, path: str):
    posts = make_posts(60, path=path)
    with BlogSite() as site:
        found = fill(site, posts, sitemap=True)
        program = crawl(tmp_path, site.url)
        assert program.poll() == 0
        assert urls(tmp_path) == sorted(found)
        assert len(before_the_last_post(site, posts)) <= 6


@pytest.mark.parametrize("path", ["/{date:%Y/%m}/{slug}.html", SLUG])
def test_a_partial_sitemap_does_not_end_the_search(tmp_path: Path, path: str):
    posts = make_posts(60, path=path)
    with BlogSite() as site:
        found = fill(site, posts, sitemap=True)
        site.pages["/sitemap.xml"] = sitemap(site, posts[:40])
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(found)


def test_a_wrong_sitemap_costs_requests_but_no_posts(tmp_path: Path):
    posts = make_posts(30)
    with BlogSite() as site:
        found = fill(site, posts, sitemap=True)
        site.pages["/sitemap.xml"] = sitemap(site, make_posts(30, seed=5))  # nothing of this is there
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(found)


def test_sitemaps_of_categories_are_read_last(tmp_path: Path):
    posts = make_posts(40, path=SLUG)
    with BlogSite() as site:
        found = fill(site, posts, sitemap=True)
        base = site.url.rstrip("/")
        names = ("wp-sitemap-taxonomies-category-1.xml", "wp-sitemap-posts-page-1.xml", "wp-sitemap-posts-post-1.xml")
        listed = "".join(f"<sitemap><loc>{base}/{name}</loc></sitemap>" for name in names)
        index = f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</sitemapindex>'
        site.pages["/sitemap.xml"] = Answer(index, "application/xml")
        site.pages[f"/{names[2]}"] = sitemap(site, posts)
        site.pages[f"/{names[0]}"] = site.pages[f"/{names[1]}"] = sitemap(site, [])
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(found)
        assert f"/{names[0]}" not in before_the_last_post(site, posts)


def test_a_blog_like_on_blogger_is_read_through_its_paged_feed(tmp_path: Path):
    """No sitemap; a feed with 25 entries, or up to 150 on request; pagination that goes in circles."""
    posts = make_posts(170, path="/{date:%Y/%m}/{slug}.html")
    with BlogSite() as site:
        base = site.url.rstrip("/")
        entries = [(base + p.path, base + p.path, p) for p in posts]

        def feed(path: str) -> Answer:
            query = {name: int(values[0]) for name, values in parse_qs(urlsplit(path).query).items()}
            start, number = query.get("start-index", 1) - 1, min(query.get("max-results", 25), 150)
            text = rss(site.url, entries[start : start + number], full=False)
            return Answer(text.replace("<channel>", "<channel><generator>Blogger</generator>"), FEED_KIND)

        fill(site, posts, in_feed=0)
        site.pages["/"] = Answer(
            page(
                "A blog",
                "".join(f'<h2><a href="{p.path}">{p.title}</a></h2>' for p in posts[:7])
                + '<a href="/search?updated-max=2013-01-01T00:00:00&amp;max-results=7">Older Posts</a>',
                '<link rel=alternate type="application/rss+xml" href="/feeds/posts/default">',
            )
        )
        given = site.answer
        site.answer = lambda path: feed(path) if path.startswith("/feeds/posts/default") else given(path)  # type: ignore[method-assign]
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(base + p.path for p in posts)
        assert len(before_the_last_post(site, posts)) <= 0.05 * len(posts)
