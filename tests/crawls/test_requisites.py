"""What pages need to look as they did is in the web archive, each file once."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, page, post_page
from crawl_processes import crawl, start, start_crawl, urls
from pictures import png
from warc_reading import records as warc_records

HEAD = (
    '<link rel=alternate type="application/rss+xml" href="/feed.xml"><link rel=icon href=/favicon.ico>'
    "<link rel=stylesheet href=/css/style.css><script src=/js/menu.js></script>"
    "<link rel=stylesheet href=/css/missing.css><img src=/logo.png>"
)
FILES = {
    "/css/style.css": Answer("@import 'more.css'; body { background: url(../back.png) }", "text/css"),
    "/css/more.css": Answer("@font-face { font-family: f; src: url(/font.woff2) }", "text/css"),
    "/js/menu.js": Answer("1", "text/javascript"),
    "/favicon.ico": Answer(b"\0\0\1\0", "image/x-icon"),
    "/back.png": Answer(png(1), "image/png"),
    "/logo.png": Answer(png(2), "image/png"),
    "/font.woff2": Answer(b"wOF2", "font/woff2"),
}
POSTS = make_posts(12)


@pytest.fixture
def site() -> Iterator[BlogSite]:
    """A blog with a template; each post has a picture in its article and one beside it."""
    with BlogSite() as site:
        fill(site, POSTS)
        site.pages |= FILES
        for number, post in enumerate(POSTS):
            article = f"{post.article()}<p><img src=/in-{number}.png></p>"
            site.pages[post.path] = Answer(post_page(post, HEAD, article, f"<div><img src=/beside-{number}.png></div>"))
            site.pages[f"/in-{number}.png"] = Answer(png(100 + number), "image/png")
            site.pages[f"/beside-{number}.png"] = Answer(png(200 + number), "image/png")
        yield site


def archived(home: Path) -> Counter[str]:
    (folder,) = home.glob("*/warc")
    found = warc_records(folder, "response") + warc_records(folder, "revisit")
    return Counter(record.fields["WARC-Target-URI"] for record in found)


def test_a_template_is_archived_once_and_pictures_as_well(site: BlogSite, tmp_path: Path) -> None:
    program = crawl(tmp_path, site.url)
    assert program.stats["finish_reason"] in ("finished", "enough")
    found = archived(tmp_path)
    pictures = [f"/{place}-{number}.png" for place in ("in", "beside") for number in range(len(POSTS))]
    wanted = [*FILES, "/css/missing.css", *pictures]
    assert {path: found[site.url.rstrip("/") + path] for path in wanted} == dict.fromkeys(wanted, 1)
    assert {path: site.times(path) for path in wanted} == dict.fromkeys(wanted, 1)
    stats = program.stats
    assert stats["requisites/failed"] == 1
    assert stats["requisites/known"] == len(POSTS)
    assert stats["requisites/requests"] == len(FILES) + 1 + len(POSTS)
    assert not [name for name in stats if name.startswith("faults/")]
    assert len(urls(tmp_path)) == len(POSTS)


def test_they_can_be_switched_off(site: BlogSite, tmp_path: Path) -> None:
    crawl(tmp_path, site.url, BLOGCRAWLER_REQUISITES_ENABLED=0)
    assert len(urls(tmp_path)) == len(POSTS)
    assert not set(FILES) & set(site.asked)


def test_without_a_web_archive_they_are_not_fetched(site: BlogSite, tmp_path: Path) -> None:
    crawl(tmp_path, site.url, BLOGCRAWLER_WARC_ENABLED=0)
    assert not set(FILES) & set(site.asked)


def test_they_are_not_pages_of_the_limit(site: BlogSite, tmp_path: Path) -> None:
    program = crawl(tmp_path, site.url, CLOSESPIDER_PAGECOUNT=16)
    assert program.stats["finish_reason"] == "closespider_pagecount"
    assert program.stats["requisites/requests"] > 5
    pages = [path for path in site.asked if path not in FILES and not path.endswith((".png", ".css"))]
    assert len(pages) >= 16


def test_the_number_and_the_size_are_limited(site: BlogSite, tmp_path: Path) -> None:
    site.pages["/css/style.css"] = Answer("a" * 60_000, "text/css")
    limits = {"BLOGCRAWLER_REQUISITES_PER_BLOG": 5, "BLOGCRAWLER_REQUISITES_MAX_BYTES": 50_000}
    program = crawl(tmp_path, site.url, **limits)
    assert program.stats["requisites/requests"] + program.stats.get("requisites/known", 0) == 5
    assert program.stats["requisites/left_out"] >= 20
    assert program.stats["requisites/failed"] == 2
    assert len(urls(tmp_path)) == len(POSTS)


def test_private_networks_and_robots_are_respected(site: BlogSite, tmp_path: Path) -> None:
    with BlogSite("127.0.0.2") as other:
        site.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /js/\n", "text/plain")
        for post in POSTS:
            head = f"{HEAD}<link rel=stylesheet href={other.url}private.css>"
            site.pages[post.path] = Answer(post_page(post, head))
        program = crawl(tmp_path, site.url)
        assert other.asked == []
    assert "/js/menu.js" not in site.asked
    assert site.times("/css/style.css") == 1
    assert program.stats["network/refused"] >= 1


def test_a_killed_crawl_continues_with_them(site: BlogSite, tmp_path: Path) -> None:
    home, job = tmp_path / "home", str(tmp_path / "job")
    site.before = lambda path: time.sleep(0.05 if "beside" in path else 0)
    first = start_crawl(home, site.url, JOBDIR=job)
    end = time.monotonic() + 20
    while not any("beside" in path for path in site.asked) and time.monotonic() < end:
        time.sleep(0.01)
    first.send(signal.SIGKILL)
    first.wait()
    before = Counter(site.asked)
    assert sum("beside" in path for path in before) < len(POSTS)
    assert crawl(home, site.url, JOBDIR=job).poll() == 0
    found = archived(home)
    assert all(found[f"{site.url}beside-{number}.png"] for number in range(len(POSTS)))
    assert site.times("/css/style.css") == 1


def test_an_update_fetches_what_new_posts_need(site: BlogSite, tmp_path: Path) -> None:
    home = tmp_path / "home"
    crawl(home, site.url)
    (new,) = make_posts(1, seed=5)
    with BlogSite() as fresh:  # makes the new feed
        fresh.url = site.url
        fill(fresh, [new, *POSTS])
        site.pages["/feed.xml"], site.pages["/"] = fresh.pages["/feed.xml"], fresh.pages["/"]
    site.pages[new.path] = Answer(post_page(new, f"{HEAD}<link rel=stylesheet href=/new.css>"))
    site.pages["/new.css"] = Answer("a { background: url(/new.png) }", "text/css")
    site.pages["/new.png"] = Answer(png(3), "image/png")
    site.asked.clear()
    program = start(home, "scrapy", "crawl", "updatecrawl", "-a", f"url={site.url}", "-s", "DOWNLOAD_DELAY=0")
    assert program.wait() == 0
    assert (site.times("/new.css"), site.times("/new.png")) == (1, 1)
    assert site.times("/css/style.css") == 0
    assert archived(home)[f"{site.url}new.css"] == 1


def test_an_error_in_reading_a_page_costs_only_its_requisites(site: BlogSite, tmp_path: Path) -> None:
    site.pages["/about.html"] = Answer(page("About", "<p>x"))
    faults = {"PLANTED_FAULTS": "blogcrawler.requisites.service:page_requisites"}
    program = start_crawl(tmp_path, site.url, env=faults)
    assert program.wait() == 0
    assert program.stats["faults/requisites"] >= len(POSTS)
    assert len(urls(tmp_path)) == len(POSTS)
