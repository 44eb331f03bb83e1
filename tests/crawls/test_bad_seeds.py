"""Invalid URLs, dead hosts, sites that are not blogs: a clear message and the right exit code."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from blogsite import FEED_KIND, Answer, BlogSite, Visit, fill, make_posts, page, rss
from crawl_processes import Program, crawl, records, start, start_crawl, urls

BOMB = (
    "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a 'aaaaaaaaaa'>"
    + "".join(f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in zip("abcdefghi", "bcdefghij", strict=True))
    + "]><rss><channel><title>&j;</title><item><link>http://127.0.0.1/</link></item></channel></rss>"
)


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        yield site


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "archive"


WRONG = [
    ("scrapy", ["-a", "url=not a url"], "'not a url' is not an address: it names no host"),
    ("scrapy", [], "no address given"),
    ("scrapy", ["-a", "url=http://../../../tmp/x"], "names no host"),
    ("scrapy", ["-a", "url=https://example.test/", "-a", "feed=ftp://x"], "'ftp://x' is not a web address"),
    ("blogcrawler", ["not a url"], "'not a url' is not an address: it names no host"),
    ("blogcrawler", ["http://../../../tmp/x"], "names no host"),
    ("scrapy", ["-a", "url=http://x.test/", "-s", f"BLOGCRAWLER_HOME={__file__}"], "cannot create the folder"),
    ("blogcrawler", ["x.test", "--home", __file__], "Not a directory; choose another with --home"),
]


def test_wrong_usage_is_reported_in_one_line(home: Path):
    programs = [
        start(home, program, *(["crawl", "newcrawl"] if program == "scrapy" else ["crawl"]), *arguments)
        for program, arguments, _ in WRONG
    ]
    for ended, (_, _, complaint) in zip(programs, WRONG, strict=True):
        assert ended.wait() == 2
        said = [line for line in ended.log.splitlines() if line.startswith("Error: ")]
        assert len(said) == 1
        assert complaint in said[0]
        assert "Traceback" not in ended.log
    assert {path.name for path in home.parent.iterdir()} == {ended.folder.name for ended in programs}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_dead_host_is_reported(tmp_path: Path):
    dead = {
        f"http://127.0.0.1:{free_port()}/": "the connection was refused",
        "http://no-such-blog.invalid/": "there is no host of that name",
    }
    programs = {url: start_crawl(tmp_path / f"archive{n}", url) for n, url in enumerate(dead)}
    for url, ended in programs.items():
        assert ended.wait() == 1
        assert ended.notes[0].startswith(f"{url} cannot be fetched: {dead[url]}; check ")
        assert "Ended         the blog could not be reached" in ended.log
        assert "Traceback" not in ended.log
        assert "] ERROR" not in ended.log


Prepare = Callable[[BlogSite], None]


def serve(path: str, *answer: object) -> Prepare:
    return lambda site: site.pages.update({path: Answer(*answer)})  # type: ignore[arg-type]


def hang(visit: Visit) -> None:
    time.sleep(5)


def reset(visit: Visit) -> None:
    visit.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    visit.connection.close()


def circle(site: BlogSite) -> None:
    site.pages["/"] = Answer(status=302, headers={"Location": "/a"})
    site.pages["/a"] = Answer(status=302, headers={"Location": "/"})


def forbid(site: BlogSite) -> None:
    fill(site, make_posts(3))
    site.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /", "text/plain")


CASES: dict[str, tuple[Prepare, str]] = {
    "pdf": (serve("/", b"%PDF-1.4", "application/pdf"), "is neither a page nor a feed, but application/pdf"),
    "json": (serve("/", '{"posts": []}', "application/json"), "is neither a page nor a feed, but application/json"),
    "bomb": (serve("/", BOMB, "application/rss+xml"), "is neither a page nor a feed, but application/rss+xml"),
    "500": (serve("/", "x", "text/html", 500), "answers with HTTP 500"),
    "404": (lambda site: None, "answers with HTTP 404"),
    "circle": (circle, "there are too many redirects"),
    "robots": (forbid, "robots.txt forbids it"),
    "reset": (lambda site: site.pages.update({"/": reset}), "the connection was lost"),
    "hang": (lambda site: site.pages.update({"/": hang}), "the server did not answer in time"),
    "empty page": (serve("/", ""), "No page of the blog looks like a post."),
    "no posts": (serve("/", page("Nothing", "<p>Nothing here.</p>")), "No page of the blog looks like a post."),
}


@pytest.fixture(scope="module")
def hopeless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Program]]:
    """All crawls at once, which takes half the time."""
    with ExitStack() as stack:
        started = {}
        for name, (prepare, _) in CASES.items():
            site = stack.enter_context(BlogSite())
            prepare(site)
            home = tmp_path_factory.mktemp("hopeless") / "archive"
            patience = 1 if name == "hang" else 20  # a busy machine must keep to it
            started[name] = start_crawl(home, site.url, DOWNLOAD_TIMEOUT=patience)
        yield started


@pytest.mark.parametrize("name", CASES)
def test_if_nothing_can_be_harvested_the_summary_says_why(hopeless: dict[str, Program], name: str):
    ended = hopeless[name]
    assert ended.wait() == 1
    assert CASES[name][1] in ended.notes[-1]
    assert f"Note          {ended.notes[-1]}" in ended.log
    assert "Traceback" not in ended.log
    assert "] ERROR" not in ended.log
    assert records(ended.home) == []


@pytest.mark.parametrize("feed", ["this is not XML", BOMB], ids=["not XML", "bomb"])
def test_a_broken_feed_does_not_stop_the_crawl(site: BlogSite, home: Path, feed: str):
    found = fill(site, make_posts(8))
    site.pages["/feed.xml"] = Answer(feed, FEED_KIND)
    ended = crawl(home, site.url)
    assert ended.poll() == 0
    assert ended.notes == ["No feed was found: posts are recognised by what their pages have in common."]
    assert set(found) <= set(urls(home))


def test_a_blog_with_one_post(site: BlogSite, home: Path):
    found = fill(site, make_posts(1))
    assert crawl(home, site.url).poll() == 0
    assert urls(home) == found


def test_a_feed_with_other_hosts_dead_links_and_deleted_posts_is_handled(home: Path):
    with BlogSite(name="blog.test") as site:
        _crawl_a_bad_feed(site, home)


def _crawl_a_bad_feed(site: BlogSite, home: Path) -> None:
    posts = make_posts(30)
    found = fill(site, posts, per_list=3)
    links = [(url, url, post) for url, post in zip(found, posts, strict=True)]
    links[3] = ("http://elsewhere.test/a", "http://elsewhere.test/a", posts[3])
    links[5:7] = [(f"{site.url}old/{n}", links[n][1], links[n][2]) for n in (5, 6)]
    links[20:29] = [(f"{site.url}old/{n}", links[n][1], links[n][2]) for n in range(20, 29)]  # not trained with
    site.pages["/feed.xml"] = Answer(rss(site.url, links), FEED_KIND)
    for post in (posts[8], posts[29]):
        del site.pages[post.path]
    for n in range(2, 11):
        site.pages.pop(f"/page/{n}", None)
    ended = crawl(home, site.url)
    assert ended.poll() == 0
    assert urls(home) == sorted(found)
    assert ended.notes == [
        "1 of 30 feed entries lead to other hosts and are ignored.",
        "1 of 15 posts in the feed are no longer available.",
        "2 posts could only be saved from the feed: no page is available.",
    ]
    assert ended.stats["frontier/gone"] >= 2
    assert site.times(posts[8].path) <= 2  # once for the survey, once for the page that links to it


def test_a_feed_whose_links_go_through_a_tracker_is_followed(site: BlogSite, home: Path):
    with BlogSite() as tracker:
        posts = make_posts(20)
        found = fill(site, posts, per_list=3)
        for n, url in enumerate(found):
            tracker.pages[f"/r/{n}"] = Answer(status=301, headers={"Location": f"{url}?utm_source=feed"})
            site.pages[f"{posts[n].path}?utm_source=feed"] = site.pages[posts[n].path]
        links = [(f"http://tracker.test:{tracker.port}/r/{n}", f"id {n}", post) for n, post in enumerate(posts)]
        site.pages["/feed.xml"] = Answer(rss(site.url, links), FEED_KIND)
        for n in range(2, 8):
            del site.pages[f"/page/{n}"]
        ended = crawl(home, site.url, BLOGCRAWLER_PRIVATE_HOSTS="tracker.test")
        assert ended.poll() == 0
        assert urls(home) == sorted(found)


def test_starting_from_a_post_or_the_feed_harvests_the_whole_blog(site: BlogSite, tmp_path: Path):
    posts = make_posts(7)
    found = fill(site, posts)
    programs: list[Program] = []
    for path in (posts[2].path, "/feed.xml"):
        programs.append(start_crawl(tmp_path / f"archive{len(programs)}", site.url.rstrip("/") + path))
    for program in programs:
        assert program.wait() == 0
        assert urls(program.home) == sorted(found)


def test_stored_posts_are_kept_when_the_blog_is_down(site: BlogSite, home: Path):
    found = fill(site, make_posts(4))
    assert crawl(home, site.url).poll() == 0
    site.fallback = lambda path: Answer(status=503)
    site.pages.clear()
    assert crawl(home, site.url).poll() == 1
    assert urls(home) == sorted(found)
