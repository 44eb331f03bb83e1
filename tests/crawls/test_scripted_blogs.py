"""Blogs whose further lists are rendered by a script: the URLs of their posts are only in scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, MadePost, fill, make_posts
from crawl_processes import crawl, urls

SCRIPT = '<link rel=preload as=script href="/assets/app.5a2f.js">'


def make_app(site: BlogSite, posts: list[MadePost], *, root: str = "app", **options: bool) -> list[str]:
    """Create a blog that shows its five newest posts and renders the others by script; returns all URLs."""
    found = fill(site, posts, in_feed=8, **options)
    for path, answer in list(site.pages.items()):
        if path.startswith(("/page/", "/tag/")) or path == "/archive.html":
            del site.pages[path]
        elif isinstance(answer, Answer) and isinstance(answer.body, str) and "<main>" in answer.body:
            body = answer.body.replace("<head>", f"<head>{SCRIPT}").replace("<body>", f"<body><div id={root}>")
            answer.body = body.replace("<a href=/page/2>Older</a>", "<span>2</span>")
    routes = json.dumps([{"path": post.path, "title": post.title} for post in posts])
    site.pages["/assets/app.5a2f.js"] = Answer(f"const t='/page/:n',p=JSON.parse('{routes}')", "text/javascript")
    return found


@pytest.mark.parametrize("feed", [True, False])
def test_posts_that_are_only_in_scripts_are_found(tmp_path: Path, feed: bool):
    with BlogSite() as site:
        found = make_app(site, make_posts(20), feed=feed)
        assert crawl(tmp_path, site.url, BLOGCRAWLER_REQUISITES_ENABLED=0).poll() == 0
        assert urls(tmp_path) == sorted(found)
        assert site.times("/assets/app.5a2f.js") == 1


def test_scripts_are_not_requested_if_a_sitemap_lists_the_posts(tmp_path: Path):
    with BlogSite() as site:
        found = make_app(site, make_posts(20), sitemap=True)
        assert crawl(tmp_path, site.url, BLOGCRAWLER_REQUISITES_ENABLED=0).poll() == 0
        assert urls(tmp_path) == sorted(found)
        assert site.times("/assets/app.5a2f.js") == 0


def test_scripts_are_not_requested_if_the_page_is_not_an_application(tmp_path: Path):
    with BlogSite() as site:
        make_app(site, make_posts(20), root="page")
        assert crawl(tmp_path, site.url, BLOGCRAWLER_REQUISITES_ENABLED=0).poll() == 0
        assert len(urls(tmp_path)) == 8
        assert site.times("/assets/app.5a2f.js") == 0


def test_a_script_redirected_to_another_host_is_ignored(tmp_path: Path):
    with BlogSite() as site, BlogSite() as other:
        make_app(site, make_posts(20))
        site.pages["/assets/app.5a2f.js"] = Answer("", status=302, headers={"Location": f"{other.url}app.js"})
        assert crawl(tmp_path, site.url, BLOGCRAWLER_REQUISITES_ENABLED=0).poll() == 0
        assert other.asked == []
