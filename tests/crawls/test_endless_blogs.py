"""Blogs that a server invents for ever: the crawl ends by itself and keeps what it has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import FEED_KIND, Answer, BlogSite, fill, make_posts, post_page, rss
from crawl_processes import FAST, Program, start, urls

POSTS = make_posts(400)
FIRST = POSTS[:12]


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        fill(site, FIRST)
        yield site


def crawl(home: Path, site: BlogSite, **limits: int) -> Program:
    settings = FAST | {f"BLOGCRAWLER_{name.upper()}": value for name, value in limits.items()}
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    program = start(home, "blogcrawler", "crawl", site.url, *options)
    assert program.wait() == 0, program.log
    return program


def test_endless_posts_end_at_the_limit(tmp_path: Path, site: BlogSite) -> None:
    asked = iter(range(1, 100_000))

    def invent(path: str) -> Answer | None:
        if not path.startswith("/2"):
            return None
        number = next(asked)
        links = "".join(f'<a href="/2031/{number:05}/post-{n}.html">more</a>' for n in range(3))
        return Answer(post_page(POSTS[number % len(POSTS)], article=f"<p>Number {number} is new.</p>{links}"))

    site.fallback = invent
    for post in FIRST:
        page = post_page(post, more='<a href="/2030/01/first.html">more</a>')
        site.pages[post.path] = Answer(page)
    program = crawl(tmp_path, site, max_posts=30)
    assert "post limit reached (BLOGCRAWLER_MAX_POSTS)" in program.out
    assert "raise BLOGCRAWLER_MAX_POSTS" in program.out
    assert 30 <= len(urls(tmp_path)) < 60


def test_an_endless_feed_ends_at_the_limit(tmp_path: Path, site: BlogSite) -> None:
    """Every page of the feed has dead entries that no other page has, and names a next one."""

    def feed(number: int) -> Answer:
        some = FIRST[:10] if number == 1 else POSTS[number : number + 3]
        entries = []
        for place, post in enumerate(some):
            link = site.url.rstrip("/") + post.path if number == 1 else f"{site.url}2029/{number:02}/dead-{place}.html"
            entries.append((link, link, post))
        following = f"<atom:link rel='next' href='{site.url}feed.xml?page={number + 1}'/></channel>"
        text = rss(site.url, entries).replace("</channel>", following)
        return Answer(text.replace("<rss ", "<rss xmlns:atom='http://www.w3.org/2005/Atom' ", 1), FEED_KIND)

    def further(path: str) -> Answer | None:
        return feed(int(path.partition("=")[2])) if path.startswith("/feed.xml?page=") else None

    site.pages["/feed.xml"], site.fallback = feed(1), further
    program = crawl(tmp_path, site, max_feed_pages=6)
    assert "BLOGCRAWLER_MAX_FEED_PAGES allows no more" in program.out
    assert 5 <= sum("/feed.xml?page=" in path for path in site.asked) <= 8
    assert len(urls(tmp_path)) >= len(FIRST)


def test_a_feed_full_of_dead_entries_ends(tmp_path: Path, site: BlogSite) -> None:
    dead = [f"{site.url}2029/01/dead-{number}.html" for number in range(600)]
    living = [(site.url.rstrip("/") + post.path,) * 2 + (post,) for post in FIRST[:10]]
    text = rss(site.url, living + [(url, url, POSTS[20]) for url in dead], full=False)
    site.pages["/feed.xml"] = Answer(text, FEED_KIND)
    program = crawl(tmp_path, site, max_dead_links=50)
    assert "too many dead links in a row" in program.out
    assert len(site.asked) < 300
    assert len(urls(tmp_path)) >= 10
