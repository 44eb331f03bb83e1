"""Crawls that end early because the user said so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import FAST, Program, start, urls

POSTS = make_posts(40)


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        fill(site, POSTS)
        yield site


def crawl(home: Path, site: BlogSite, *options: str) -> Program:
    settings = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
    program = start(home, "blogcrawler", "crawl", site.url, *options, *settings)
    assert program.wait() == 0, program.log
    return program


@pytest.mark.parametrize("limit", [1, 5, 10, 20])
def test_a_page_limit_ends_the_crawl_and_keeps_the_posts_of_the_survey(
    tmp_path: Path, site: BlogSite, limit: int
) -> None:
    program = crawl(tmp_path, site, "--max-pages", str(limit))
    assert "page limit reached (--max-pages)" in program.out
    assert 5 <= len(urls(tmp_path)) < len(POSTS)
    in_flight = 8
    assert len(site.asked) <= max(limit, 15) + in_flight


def test_a_post_limit_ends_the_crawl(tmp_path: Path, site: BlogSite) -> None:
    program = crawl(tmp_path, site, "--max-posts", "12")
    assert "post limit reached (--max-posts)" in program.out
    assert 12 <= len(urls(tmp_path)) < len(POSTS)


def test_a_crawl_that_reached_its_limit_can_be_resumed(tmp_path: Path, site: BlogSite) -> None:
    crawl(tmp_path, site, "--max-pages", "10")
    crawl(tmp_path, site)
    assert urls(tmp_path) == sorted(site.url.rstrip("/") + post.path for post in POSTS)
