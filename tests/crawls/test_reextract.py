"""Posts are extracted again from the web archive, without the network."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from blogsite import make_posts
from crawl_processes import FAST, Program, start
from updated_blog import Updates, crawled

from blogcrawler.store import DATABASE_FILE

POSTS = make_posts(12)


def reextract(blog: Updates, *arguments: str) -> Program:
    blog.site.asked.clear()
    program = start(blog.home, "blogcrawler", "reextract", "--home", str(blog.home), *arguments)
    program.wait()
    assert blog.site.asked == []
    return program


def results(program: Program) -> list[dict[str, object]]:
    return [json.loads(line) for line in program.out.splitlines()]


@pytest.fixture
def archive(blog: Updates) -> Updates:
    crawled(blog, POSTS)
    return blog


def test_what_is_read_the_same_is_not_saved_again(archive: Updates) -> None:
    with archive.store() as store:
        before, states = list(store.posts()), store.post_states.all(archive.site.url)

    (found,) = results(reextract(archive, archive.site.url, "--json"))

    assert (found["unchanged"], found["changed"], found["new"], found["error"]) == (12, 0, 0, None)
    with archive.store() as store:
        assert list(store.posts()) == before
        assert store.post_states.all(archive.site.url) == states


def test_it_is_no_crawl_that_found_fewer_posts_than_before(archive: Updates) -> None:
    with archive.store() as store:
        before = store.runs.recent(archive.site.url)

    reextract(archive, archive.site.url)

    with archive.store() as store:
        assert store.runs.recent(archive.site.url) == before


def test_what_is_read_differently_is_stored_and_the_earlier_record_kept(archive: Updates) -> None:
    url = archive.url(POSTS[3])
    with archive.store() as store:
        right = store.post(url)
        assert right is not None
        store.save_post(replace(right, text="Menu\n" + right.text, authors=["Comments 14"]))
        state = store.post_states.known([url])[url]

    (found,) = results(reextract(archive, archive.site.url, "--json"))

    assert (found["unchanged"], found["changed"]) == (11, 1)
    with archive.store() as store:
        now, (earlier,) = store.post(url), store.post_states.versions(url)
        assert now is not None
        assert (now.text, now.authors) == (right.text, right.authors)
        assert earlier.record.authors == ["Comments 14"]
        assert "reading" in earlier.kinds
        assert store.post_states.known([url])[url] == state, "when it is checked next does not depend on our rules"
        today = datetime.now(UTC) - timedelta(hours=1)
        assert all(event.kind == "new" for event in store.post_states.events(today)), "the blog has not changed"


def test_posts_that_no_archived_list_leads_to_are_read_too(archive: Updates) -> None:
    """A feed and lists that were captured later no longer have the first posts."""
    archive.publish(POSTS[:3])
    archive.update("-a", f"url={archive.site.url}", "-a", "since=2000-01-01")

    (found,) = results(reextract(archive, archive.site.url, "--json"))

    assert found["unchanged"] == 12


def test_a_lost_database_comes_back_from_the_web_archive(archive: Updates) -> None:
    with archive.store() as store:
        before = {post.url: (post.title, post.text, post.published, post.comments) for post in store.posts()}
    for file in archive.home.glob(f"{DATABASE_FILE}*"):
        file.unlink()

    (found,) = results(reextract(archive, archive.site.url, "--json"))

    assert found["new"] == 12
    with archive.store() as store:
        again = {post.url: (post.title, post.text, post.published, post.comments) for post in store.posts()}
        assert again == before
        assert store.blog(archive.site.url) is not None


def test_the_archive_does_not_grow_and_the_records_of_the_crawl_stay(archive: Updates) -> None:
    warc = {file.name: file.stat().st_size for file in archive.home.glob("*/warc/*.warc.gz")}
    (records,) = archive.home.glob("*/posts.jsonl")
    before = records.read_text()

    assert reextract(archive, archive.site.url).poll() == 0

    assert {file.name: file.stat().st_size for file in archive.home.glob("*/warc/*.warc.gz")} == warc
    assert records.read_text() == before


def test_each_blog_is_read_in_a_separate_process(archive: Updates) -> None:
    program = reextract(archive, "--jobs", "2")

    assert program.poll() == 0
    assert "12 posts: 0 changed, 0 new" in program.out
    assert "Read 1 blog: 12 posts, 0 changed, 0 new; 0 failed" in program.out


def test_without_a_web_archive_the_error_says_where_it_should_be(blog: Updates, tmp_path: Path) -> None:
    blog.publish(POSTS)
    program = start(blog.home, "scrapy", "crawl", "newcrawl", "-a", f"url={blog.site.url}",
                    *(part for name, value in FAST.items() for part in ("-s", f"{name}={value}")),
                    "-s", "BLOGCRAWLER_WARC_ENABLED=0")  # fmt: skip
    assert program.wait() == 0

    failed = reextract(blog, blog.site.url)

    assert failed.poll() == 1
    assert f"there is no web archive of {blog.site.url}" in failed.log
    assert "failed: there is no web archive" in reextract(blog).out
