"""A blog crawled from its address to its records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, page, post_page
from crawl_processes import FAST, Program, crawl, records, start, urls

from blogcrawler.store import open_store
from blogcrawler.urls import page_key

POSTS = make_posts(23)


@pytest.fixture(scope="module")
def site() -> Iterator[BlogSite]:
    """A blog with a summary feed and no sitemap, whose posts have many addresses."""
    with BlogSite() as site:
        fill(site, POSTS, in_feed=8, full=False)
        base = site.url.rstrip("/")
        for n, post in enumerate(POSTS):
            head = f'<link rel=canonical href="{base}{post.path}">'
            more = f"<a href='{post.path}?utm_source=share'>Share</a> <a href='/print/{n}'>Print</a>"
            more += f"<a href='{post.path}?replytocom={n}'>Reply</a> <a href='/go/{n}'>Source</a>"
            site.pages[post.path] = Answer(post_page(post, head, more=more))
            site.pages[f"{post.path}?utm_source=share"] = site.pages[post.path]
            site.pages[f"/print/{n}"] = site.pages[post.path]
            site.pages[f"/go/{n}"] = Answer(status=302, headers={"Location": f"http://127.0.0.2:{site.port}/{n}"})
        site.pages["/robots.txt"] = Answer(
            "User-agent: *\nDisallow: /\n\nUser-agent: blogcrawler\nDisallow: /tag/\n", "text/plain"
        )
        yield site


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("crawl") / "archive"


@pytest.fixture(scope="module")
def crawled(site: BlogSite, home: Path) -> Program:
    return crawl(home, site.url, BLOGCRAWLER_CONTACT="https://example.org/me")


def test_every_post_is_harvested_once_and_nothing_else(crawled: Program, site: BlogSite, home: Path):
    assert crawled.poll() == 0
    assert urls(home) == sorted(site.url.rstrip("/") + post.path for post in POSTS)


def test_the_records_match_the_posts(crawled: Program, site: BlogSite, home: Path):
    got = {record["url"]: record for record in records(home)}
    for post in POSTS:
        record = got[site.url.rstrip("/") + post.path]
        assert record["title"] == post.title
        assert record["authors"] == [post.author]
        assert record["published"].startswith(f"{post.published:%Y-%m-%d}")
        assert sorted(record["tags"]) == sorted(post.tags)
        assert " ".join(record["text"].split()) == " ".join(post.text.split())
        assert record["language"] == "en"
        assert record["blog"] == site.url
        assert (home / f"127.0.0.1_{site.port}" / record["warc"]["file"]).exists()


def test_the_database_has_the_same_records(crawled: Program, home: Path):
    with closing(open_store(None, home)) as store:
        assert sorted((post.record() for post in store.posts()), key=lambda r: r["url"]) == sorted(
            records(home), key=lambda r: r["url"]
        )


def test_each_page_is_requested_once_with_an_honest_user_agent(crawled: Program, site: BlogSite):
    keys = [page_key(site.url.rstrip("/") + path) for path in site.asked]
    assert sorted(key for key in set(keys) if keys.count(key) > 1) == []
    assert {re.sub(r"/[\d.]+", "", agent) for agent in site.agents} == {"blogcrawler (+https://example.org/me)"}
    assert crawled.stats["downloader/response_count"] == len(site.asked) == crawled.stats["downloader/request_count"]


def test_forbidden_pages_and_other_hosts_are_not_requested(crawled: Program, site: BlogSite):
    assert [path for path in site.asked if path.startswith("/tag/")] == []
    assert crawled.stats["frontier/away"] == len(POSTS)
    assert any(re.match(r"robots\.txt forbids \d+ addresses", note) for note in crawled.notes)


def test_the_log_has_no_noise(crawled: Program):
    assert not re.search(r"\] (ERROR|WARNING)|Traceback|Ignoring response|Forbidden by|Redirecting", crawled.log)


def test_another_crawl_creates_no_duplicates(crawled: Program, site: BlogSite, home: Path):
    again = crawl(home, site.url)
    assert again.poll() == 0
    assert len(records(home)) == len(POSTS)
    with closing(open_store(None, home)) as store:
        assert store.count(None) == len(POSTS)


def test_the_blogcrawler_command_does_the_same(site: BlogSite, tmp_path: Path):
    settings = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
    program = start(tmp_path / "archive", "blogcrawler", "crawl", site.url, *settings)
    assert program.wait() == 0
    assert len(records(tmp_path / "archive")) == len(POSTS)
    assert re.search(rf"^Posts +{len(POSTS)}$", program.out, re.M)
    folder = tmp_path / "archive" / f"127.0.0.1_{site.port}"
    assert sorted(path.name for path in folder.iterdir()) == ["crawl.log", "posts.jsonl", "warc"]


def test_a_crawl_of_a_blog_in_a_folder_stays_there(tmp_path: Path):
    posts = make_posts(6, path="/blog/{slug}/")
    with BlogSite() as site:
        fill(site, posts)
        site.pages["/blog/"] = site.pages["/"]
        site.pages["/"] = Answer(page("The firm", "<a href=/products/>Products</a> <a href=/blog/>Blog</a>"))
        site.pages["/products/"] = Answer(page("Products", "<h1>Products</h1>"))
        program = crawl(tmp_path / "archive", f"{site.url}blog/")
        assert program.poll() == 0
        assert len(urls(tmp_path / "archive")) == 6
        outside = {path for path in site.asked if not path.startswith("/blog/")}
        assert outside <= {"/robots.txt", "/feed.xml", "/sitemap.xml", "/sitemap_index.xml"}


def test_a_sitemap_leads_to_posts_without_links(tmp_path: Path):
    with BlogSite() as site:
        found = fill(site, make_posts(9), in_feed=4, sitemap=True)
        site.pages["/"] = Answer(
            page("Home", "<h1>Nothing here</h1>", "<link rel=alternate type=application/rss+xml href=/feed.xml>")
        )
        for name in ("/archive.html", "/page/2"):
            del site.pages[name]
        assert crawl(tmp_path / "archive", site.url).poll() == 0
        assert urls(tmp_path / "archive") == sorted(found)
        assert site.times("/sitemap.xml") == 1


def test_usual_sitemap_urls_are_tried_until_one_exists(tmp_path: Path):
    with BlogSite() as site:
        fill(site, make_posts(4), sitemap=True)
        del site.pages["/robots.txt"]
        site.pages["/sitemap_index.xml"] = site.pages.pop("/sitemap.xml")
        assert crawl(tmp_path / "archive", site.url).poll() == 0
        assert [path for path in site.asked if "sitemap" in path] == ["/sitemap.xml", "/sitemap_index.xml"]


def test_the_crawl_delay_in_robots_txt_is_respected(tmp_path: Path):
    with BlogSite() as site:
        fill(site, make_posts(2))
        site.pages["/robots.txt"] = Answer("User-agent: *\nCrawl-delay: 0.1\n", "text/plain")
        program = crawl(tmp_path / "archive", site.url, AUTOTHROTTLE_ENABLED=1, AUTOTHROTTLE_START_DELAY=0)
        assert program.poll() == 0
        assert program.stats["elapsed_time_seconds"] > 0.1 * (len(site.asked) - 2)
        assert "asks for 0.1 s between requests" in program.log


def test_records_go_where_scrapys_option_says(tmp_path: Path):
    with BlogSite() as site:
        fill(site, make_posts(3))
        program = crawl(tmp_path / "archive", site.url, "-O", "mine.jsonl:jsonlines")
        lines = (program.folder / "mine.jsonl").read_text().splitlines()
        assert len([json.loads(line)["url"] for line in lines]) == 3
        assert records(tmp_path / "archive") == []
