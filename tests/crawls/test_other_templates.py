"""Blogs whose older posts still have the template that they were written with."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, MadePost, fill, make_posts, page
from crawl_processes import crawl, start_crawl, urls
from old_template_posts import lone_page, manual_page, old_page, old_post_page
from updated_blog import Updates, soon

NEW = make_posts(12)
OLD = make_posts(14, seed=5, path="/{id}07.html")
MANUAL = make_posts(8, seed=9, path="/manual/{slug}.html")


def an_old_blog(site: BlogSite, old: list[MadePost] = OLD) -> list[str]:
    """A blog with posts of two templates, an about page, a manual and lists; the addresses of its posts."""
    found = fill(site, NEW)
    for post in old:
        site.pages[post.path] = Answer(old_post_page(post))
    for post in MANUAL:
        site.pages[post.path] = Answer(manual_page(post))
    links = [f'<li><a href="{p.path}">{p.title}</a>' for p in [*old, *MANUAL]]
    site.pages["/archive.html"] = Answer(page("Archive", f"<h1>Archive</h1><ul>{''.join(links)}</ul>"))
    about = "<h2 class=headline>All</h2><p>These are old things that I wrote before.</p>"
    site.pages["/old/list.html"] = Answer(old_page("All", about))
    return sorted([*found, *(site.url.rstrip("/") + post.path for post in old)])


def records(home: Path) -> dict[str, dict[str, object]]:
    (file,) = home.glob("*/posts.jsonl")
    return {record["url"]: record for record in map(json.loads, file.read_text().splitlines())}


def test_posts_in_an_older_template_are_harvested_and_manuals_are_not(tmp_path: Path):
    with BlogSite() as site:
        expected = an_old_blog(site)
        program = crawl(tmp_path, site.url)
        assert sorted(urls(tmp_path)) == expected
        assert max(site.times(post.path) for post in [*OLD, *MANUAL]) == 1, "pages are not fetched again"
        assert program.stats["posts/other_template"] == len(OLD)
        assert f"{len(OLD)} posts have another template than the feed's posts" in program.log
        read = records(tmp_path)
        for post in OLD:
            record = read[site.url.rstrip("/") + post.path]
            assert (record["title"], record["published"]) == (post.title, f"{post.published:%Y-%m-%d}")
            assert post.text in str(record["text"])
            assert record["source"]["text"] == "guess"  # type: ignore[index]
            assert record["warc"] is not None


def test_three_old_posts_are_recognised_at_the_end_of_the_crawl(tmp_path: Path):
    with BlogSite() as site:
        expected = an_old_blog(site, OLD[:4])
        crawl(tmp_path, site.url)
        assert sorted(urls(tmp_path)) == expected


@pytest.mark.parametrize("after", [13, 18])
def test_after_a_kill_each_old_post_is_harvested_once(tmp_path: Path, after: int):
    with BlogSite() as site:
        expected = an_old_blog(site)
        site.before = lambda path: time.sleep(0.01)
        job = str(tmp_path / "job")
        program = start_crawl(tmp_path, site.url, JOBDIR=job)
        end = time.monotonic() + 20
        while program.poll() is None and time.monotonic() < end:
            if sum(file.read_bytes().count(b"\n") for file in tmp_path.glob("*/posts.jsonl")) >= after:
                break
            time.sleep(0.005)
        program.send(signal.SIGKILL)
        program.wait()
        crawl(tmp_path, site.url, JOBDIR=job)
        assert sorted(urls(tmp_path)) == expected


def test_an_update_reads_old_posts_with_the_same_rules(blog: Updates):
    expected = an_old_blog(blog.site)
    alone = make_posts(1, seed=11, path="/{date:%Y/%m}/{slug}/")[0]  # has its own template
    blog.site.pages[alone.path] = Answer(lone_page(alone))
    links = f'<h1>Archive</h1><a href="{OLD[0].path}">Old</a> <a href="{alone.path}">Alone</a>'
    blog.site.pages["/about.html"] = Answer(page("About", links))
    expected.append(blog.url(alone))
    crawl(blog.home, blog.site.url)
    with blog.store() as store:
        stored = store.post(blog.url(alone))
        assert stored is not None
        assert (stored.title, stored.source["text"]) == (alone.title, "fallback")
    found, program = blog.update("-a", "all=1", "-a", soon(400), BLOGCRAWLER_LOOKS=100)
    assert found == []
    assert program.stats.get("blogs/relearned") is None
    assert program.stats["posts/unchanged"] == len(expected)
