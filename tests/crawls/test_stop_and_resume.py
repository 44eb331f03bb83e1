"""Crawls that are interrupted, killed, or lose their database: nothing that was stored is lost."""

from __future__ import annotations

import contextlib
import io
import json
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts
from crawl_processes import FAST, Program, crawl, start, start_crawl, urls
from warc_reading import assert_valid

from blogcrawler.store import open_store

POSTS = make_posts(40)


@pytest.fixture
def site() -> Iterator[BlogSite]:
    """A blog whose server takes its time, so that there is a middle to stop in."""
    with BlogSite() as site:
        fill(site, POSTS, per_list=4)
        site.before = lambda path: time.sleep(0.01)
        yield site


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "archive"


def expected(site: BlogSite) -> list[str]:
    return sorted(site.url.rstrip("/") + post.path for post in POSTS)


def wait_for(program: Program, posts: int) -> None:
    """Wait until this many posts are in the file, or the crawl has ended."""
    end = time.monotonic() + 20
    while program.poll() is None and time.monotonic() < end:
        for file in program.home.glob("*/posts.jsonl"):
            if file.read_bytes().count(b"\n") >= posts:
                return
        time.sleep(0.005)


def in_database(home: Path) -> list[str]:
    if not (home / "blogcrawler.db").exists():
        return []
    with closing(open_store(None, home)) as store:
        return sorted(post.url for post in store.posts())


def whole_lines(home: Path) -> list[str]:
    """The addresses in whole lines: a kill may tear the last one."""
    found = []
    for file in home.glob("*/posts.jsonl"):
        found += [json.loads(line)["url"] for line in file.read_bytes().split(b"\n")[:-1]]
    return found


def test_after_ctrl_c_the_same_command_resumes_the_crawl(site: BlogSite, home: Path):
    job = str(home / "job")
    program = start_crawl(home, site.url, JOBDIR=job)
    wait_for(program, 8)
    program.send(signal.SIGINT)
    assert program.wait() == 130
    assert program.stats["finish_reason"] == "shutdown"
    stopped = urls(home)
    assert 8 <= len(stopped) < len(POSTS)
    assert in_database(home) == stopped
    asked = len(site.asked)

    resumed = crawl(home, site.url, JOBDIR=job)
    assert resumed.poll() == 0
    assert resumed.stats["posts/before"] == len(stopped)
    assert resumed.stats["posts/extracted"] == len(POSTS) - len(stopped)
    assert any("Resumed a stopped crawl" in note for note in resumed.notes)
    assert urls(home) == in_database(home) == expected(site)
    assert not set(site.asked[asked:]) & set(site.asked[:asked])
    assert not Path(job).exists()


def test_a_resumed_crawl_appends_to_a_file_that_it_overwrote(site: BlogSite, home: Path, tmp_path: Path):
    job, file = str(home / "job"), tmp_path / "my.jsonl"
    file.write_text("an older crawl\n")
    program = start_crawl(home, site.url, "-O", f"{file}:jsonlines", JOBDIR=job)
    end = time.monotonic() + 20
    while file.read_bytes().count(b"\n") < 8 and time.monotonic() < end:
        time.sleep(0.005)
    program.send(signal.SIGINT)
    assert program.wait() == 130
    stopped = file.read_text().splitlines()
    assert "an older crawl" not in stopped
    assert 8 <= len(stopped) < len(POSTS)
    assert crawl(home, site.url, "-O", f"{file}:jsonlines", JOBDIR=job).poll() == 0
    assert sorted(json.loads(line)["url"] for line in file.read_text().splitlines()) == expected(site)


def test_a_finished_job_starts_again(home: Path):
    with BlogSite() as site:
        found = fill(site, make_posts(3))
        for _ in range(2):
            site.asked.clear()
            assert crawl(home, site.url, JOBDIR=home / "job").poll() == 0
            assert {url.removeprefix(site.url[:-1]) for url in found} <= set(site.asked)
            assert urls(home) == sorted(found)


def test_the_job_of_another_blog_is_not_resumed(site: BlogSite, home: Path):
    program = start_crawl(home, site.url, JOBDIR=home / "job")
    wait_for(program, 3)
    program.send(signal.SIGKILL)
    program.wait()
    with BlogSite() as other:
        fill(other, make_posts(3, seed=9))
        wrong = crawl(home, other.url, JOBDIR=home / "job")
        assert wrong.poll() == 2
        assert f"holds the unfinished crawl of {site.url}, not of {other.url}" in wrong.log
        assert "Traceback" not in wrong.log
        assert other.asked == []
    assert crawl(home, site.url.rstrip("/"), JOBDIR=home / "job").poll() == 0
    assert urls(home) == expected(site)


def test_a_job_is_not_crawled_twice_at_once(site: BlogSite, home: Path):
    first = start_crawl(home, site.url, JOBDIR=home / "job")
    wait_for(first, 2)
    second = crawl(home, site.url, JOBDIR=home / "job")
    assert second.poll() == 2
    assert "another crawl is using" in second.log
    assert "Traceback" not in second.log
    assert first.wait() == 0
    assert urls(home) == expected(site)


def test_a_resumed_crawl_without_new_posts_succeeds(home: Path):
    with BlogSite() as site:
        posts = make_posts(4)
        fill(site, posts)
        slow = {"/about.html", "/archive.html", "/sitemap.xml"} | {p for p in site.pages if p.startswith("/tag/")}
        site.before = lambda path: time.sleep(0.4 if path in slow else 0)
        program = start_crawl(home, site.url, JOBDIR=home / "job")
        wait_for(program, 4)
        time.sleep(0.05)
        program.send(signal.SIGKILL)
        program.wait()
        assert len(urls(home)) == 4
        site.before = lambda path: None
        resumed = crawl(home, site.url, JOBDIR=home / "job")
        assert resumed.poll() == 0
        assert not resumed.stats.get("posts/extracted")
        assert len(urls(home)) == 4


@pytest.mark.parametrize("pages", [6, 14, 30])
def test_pages_archived_by_a_killed_crawl_are_not_requested_again(site: BlogSite, home: Path, pages: int):
    """Killed while it gets to know the blog, and later."""
    # Without any delay, Scrapy sends all requests of the same moment at once.
    polite = {"CONCURRENT_REQUESTS_PER_DOMAIN": 2, "DOWNLOAD_DELAY": 0.001}
    program = start_crawl(home, site.url, JOBDIR=home / "job", **polite)
    end = time.monotonic() + 20
    while len(site.asked) < pages and time.monotonic() < end:
        time.sleep(0.002)
    program.send(signal.SIGKILL)
    program.wait()
    asked = len(site.asked)
    before = set(site.asked)
    resumed = crawl(home, site.url, JOBDIR=home / "job")
    assert resumed.poll() == 0
    assert resumed.stats["frontier/answered_before"] >= 1
    assert urls(home) == in_database(home) == expected(site)
    assert len(before & set(site.asked[asked:])) <= 2  # what was on the wire
    check_warcs(home)


@pytest.mark.parametrize("pages", [14, 20, 30])
def test_sitemaps_in_flight_are_requested_again_after_a_kill(home: Path, pages: int):
    """Only the parts of the sitemap lead to most posts: if one is lost, posts are missing."""
    with BlogSite() as site:
        base = site.url.rstrip("/")
        fill(site, POSTS, sitemap=True)
        site.pages = {
            path: page for path, page in site.pages.items() if not path.startswith(("/page", "/archive", "/tag"))
        }
        schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        parts = [POSTS[start : start + 5] for start in range(0, len(POSTS), 5)]
        for number, some in enumerate(parts):
            rows = "".join(f"<url><loc>{base}{post.path}</loc></url>" for post in some)
            site.pages[f"/sitemap-{number}.xml"] = Answer(f"<urlset {schema}>{rows}</urlset>", "application/xml")
        rows = "".join(f"<sitemap><loc>{base}/sitemap-{number}.xml</loc></sitemap>" for number in range(len(parts)))
        site.pages["/sitemap.xml"] = Answer(f"<sitemapindex {schema}>{rows}</sitemapindex>", "application/xml")
        site.before = lambda path: time.sleep(0.01)
        program = start_crawl(home, site.url, JOBDIR=home / "job", DOWNLOAD_DELAY=0.001)
        end = time.monotonic() + 20
        while len(site.asked) < pages and time.monotonic() < end:
            time.sleep(0.002)
        program.send(signal.SIGKILL)
        program.wait()
        assert crawl(home, site.url, JOBDIR=home / "job").poll() == 0
        assert urls(home) == in_database(home) == expected(site)


def check_warcs(home: Path) -> None:
    for folder in home.glob("*/warc"):
        with contextlib.redirect_stdout(io.StringIO()):
            assert_valid(folder)


def test_after_kills_at_any_time_nothing_is_lost_or_duplicated(site: BlogSite, home: Path):
    chance = random.Random(7)
    stored: set[str] = set()
    lines: set[str] = set()
    for _ in range(6):
        program = start_crawl(home, site.url, JOBDIR=home / "job")
        time.sleep(chance.uniform(0.25, 0.9))
        program.send(signal.SIGKILL)
        code = program.wait()
        assert stored <= set(in_database(home))
        assert lines <= set(whole_lines(home))
        stored, lines = set(in_database(home)), set(whole_lines(home))
        check_warcs(home)
        if code == 0 or not (home / "job").exists():  # complete: the next crawl would start from the beginning
            break
    assert crawl(home, site.url, JOBDIR=home / "job").poll() == 0
    assert stored <= set(expected(site))
    assert urls(home) == in_database(home) == expected(site)
    check_warcs(home)


def test_the_blogcrawler_command_resumes_automatically(site: BlogSite, home: Path):
    settings = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
    program = start(home, "blogcrawler", "crawl", site.url, *settings)
    wait_for(program, 5)
    program.send(signal.SIGINT)
    assert program.wait() == 130
    assert f"resume it: blogcrawler crawl --home {home} {site.url}" in program.log
    again = start(home, "blogcrawler", "crawl", site.url, *settings)
    assert again.wait() == 0
    assert "Resuming the interrupted crawl" in again.log
    assert urls(home) == expected(site)
    third = start(home, "blogcrawler", "crawl", site.url, "--max-pages", "3", *settings)
    third.wait()
    assert third.log.startswith(f"Crawling {site.url}")


def test_posts_rejected_by_the_database_are_fetched_again(site: BlogSite, home: Path):
    program = start_crawl(home, site.url, JOBDIR=home / "job")
    wait_for(program, 6)
    with closing(sqlite3.connect(home / "blogcrawler.db", timeout=20, isolation_level=None)) as database:
        database.execute("CREATE TRIGGER full BEFORE INSERT ON posts BEGIN SELECT RAISE(FAIL, 'disk is full'); END")
    assert program.wait() == 0
    assert program.stats["finish_reason"] == "store_failed"
    assert program.log.count("Cannot store") == 1
    assert "Traceback" not in program.log
    assert urls(home) == in_database(home)
    assert len(urls(home)) < len(POSTS)
    with closing(sqlite3.connect(home / "blogcrawler.db", isolation_level=None)) as database:
        database.execute("DROP TRIGGER full")
    assert crawl(home, site.url, JOBDIR=home / "job").poll() == 0
    assert urls(home) == in_database(home) == expected(site)


@pytest.mark.parametrize(
    "place",
    [
        "crawl.links.sitemaps_and_feed_pages:sitemap_source",  # while a page is read
        "crawl.posts.post_recognition:PostRecognition._review",  # when the queue has run out
    ],
)
def test_no_page_is_lost_when_the_database_fails_while_it_is_read(site: BlogSite, home: Path, place: str):
    fill(site, POSTS, sitemap=True)
    for path in [path for path in site.pages if path.startswith("/page/")]:
        del site.pages[path]  # only the sitemap leads to most posts
    failing = start_crawl(
        home, site.url, JOBDIR=home / "job", env={"PLANTED_FAULTS": f"StoreError!blogcrawler.{place}"}
    )
    assert failing.wait() == 0
    assert failing.stats["finish_reason"] == "store_failed"
    assert failing.notes == [f"planted in blogcrawler.{place}"]
    assert "Traceback" not in failing.log
    assert crawl(home, site.url, JOBDIR=home / "job").stats["finish_reason"] in ("finished", "enough")
    assert urls(home) == in_database(home) == expected(site)


def test_a_crawl_of_a_blog_that_was_down_is_resumed(site: BlogSite, home: Path):
    down = False

    def drop(path: str) -> None:
        time.sleep(0.01)
        if down:
            raise ConnectionError

    fill(site, POSTS, sitemap=True)
    site.before = drop
    program = start_crawl(home, site.url, JOBDIR=home / "job", RETRY_TIMES=0, CONCURRENT_REQUESTS_PER_DOMAIN=1)
    wait_for(program, 3)
    down = True
    assert program.wait() == 0
    assert program.stats["finish_reason"] == "unreachable"
    assert program.notes == ["The blog has stopped answering: the connection was lost."]
    assert len(urls(home)) < len(POSTS)
    down = False
    assert crawl(home, site.url, JOBDIR=home / "job").poll() == 0
    assert urls(home) == expected(site)


def test_failed_pages_are_retried_when_the_crawl_is_resumed(site: BlogSite, home: Path):
    bad = POSTS[20].path
    good, site.pages[bad] = site.pages[bad], Answer("later", status=503)
    program = start_crawl(home, site.url, JOBDIR=home / "job", CLOSESPIDER_ITEMCOUNT=38)
    assert program.wait() == 0
    site.pages[bad] = good
    assert crawl(home, site.url, JOBDIR=home / "job").poll() == 0
    assert urls(home) == expected(site)
