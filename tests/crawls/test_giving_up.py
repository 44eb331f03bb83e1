"""Servers that are overloaded and blogs whose links are dead: be gentle, give up early, and say why."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, Hook, fill, make_posts, page
from crawl_processes import FAST, Program, crawl, start, urls

POSTS = make_posts(30)
BUSY = Answer("<h1>Too busy</h1>", status=503)


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        yield site


def crawl_in_terminal(home: Path, url: str, **settings: object) -> Program:
    given = [part for name, value in (FAST | settings).items() for part in ("-s", f"{name}={value}")]
    program = start(home, "blogcrawler", "crawl", url, *given)
    program.wait()
    return program


def busy_for(site: BlogSite, seconds: float, after: int, **headers: str) -> None:
    """Let a blog answer 503 to everything for a while, once it has answered some requests."""
    pages, until = dict(site.pages), [0.0]

    def answer(path: str) -> Answer | Hook | None:
        if len(site.asked) > after:
            until[0] = until[0] or time.monotonic() + seconds
            if time.monotonic() < until[0]:
                return Answer("busy", status=503, headers=headers)
        return pages.get(path)

    site.pages.clear()
    site.fallback = answer


def test_a_server_that_is_always_overloaded_gets_few_requests(tmp_path: Path, site: BlogSite) -> None:
    site.fallback = lambda path: BUSY
    ended = crawl_in_terminal(tmp_path, site.url, RETRY_TIMES=3, BLOGCRAWLER_BACK_OFF=0.02)
    assert ended.poll() == 1
    assert len(site.asked) == 7
    assert ended.stats["finish_reason"] == "overloaded"
    assert ended.stats["downloader/given_up"] == 1
    assert "Ended         gave up: the server stayed overloaded" in ended.out
    assert "127.0.0.1 is overloaded or down: it answered with HTTP 503 7 times in a row" in ended.out
    assert "Traceback" not in ended.log


def test_pauses_grow(tmp_path: Path, site: BlogSite) -> None:
    times: list[float] = []
    site.before = lambda path: times.append(time.monotonic())
    site.fallback = lambda path: BUSY
    crawl(tmp_path, site.url, RETRY_TIMES=3, BLOGCRAWLER_BACK_OFF=0.1)
    pauses = [after - before for before, after in pairwise(times)]
    assert all(pause > 0.09 * 2**number for number, pause in enumerate(pauses))


@pytest.mark.parametrize("headers", [{}, {"Retry-After": "1"}], ids=["silent", "Retry-After"])
@pytest.mark.parametrize("after", [0, 25], ids=["survey", "crawl"])
def test_a_short_overload_costs_no_post(tmp_path: Path, site: BlogSite, headers: dict[str, str], after: int) -> None:
    found = fill(site, POSTS)
    busy_for(site, 1.5, after, **headers)
    ended = crawl(tmp_path, site.url, RETRY_TIMES=1, BLOGCRAWLER_BACK_OFF=0.1)
    assert ended.poll() == 0
    assert urls(tmp_path) == sorted(found)
    assert ended.stats["downloader/back_off"] >= 1


def test_a_blog_that_is_overloaded_in_the_middle_is_continued_by_the_next_crawl(tmp_path: Path, site: BlogSite) -> None:
    found = fill(site, POSTS)
    pages = dict(site.pages)
    busy_for(site, 3600, 25)
    ended = crawl_in_terminal(tmp_path, site.url, BLOGCRAWLER_BACK_OFF=0.02)
    assert ended.stats["finish_reason"] == "overloaded"
    assert len(site.asked) < 60
    assert "The crawl is not complete; resume it" in ended.log
    site.pages.update(pages)
    assert crawl_in_terminal(tmp_path, site.url).poll() == 0
    assert urls(tmp_path) == sorted(found)


def test_a_server_that_fails_on_everything_gets_few_requests(tmp_path: Path, site: BlogSite) -> None:
    site.fallback = lambda path: Answer(status=500)
    ended = crawl(tmp_path, site.url)
    assert len(site.asked) <= 6
    said = "is not crawled: its robots.txt answers with HTTP 500; check the address and your network connection"
    assert ended.notes == [f"{site.url} {said}, or try again later; if the blog is yours, -s ROBOTSTXT_OBEY=0"]


def dead_links(number: int) -> str:
    return "".join(f"<li><a href=/2013/{n % 12 + 1:02}/lost-{n}.html>Lost {n}</a>" for n in range(number))


def test_a_blog_with_too_many_dead_links_is_given_up_and_can_be_continued(tmp_path: Path, site: BlogSite) -> None:
    found = fill(site, POSTS[:10])
    site.pages["/archive.html"] = Answer(page("Archive", f"<ul>{dead_links(600)}</ul>"))
    ended = crawl_in_terminal(tmp_path, site.url, BLOGCRAWLER_MAX_DEAD_LINKS=150)
    assert ended.poll() == 0
    assert urls(tmp_path) == sorted(found)
    assert ended.stats["finish_reason"] == "dead_links"
    in_flight = 40
    assert ended.stats["frontier/gone"] <= 151 + in_flight
    assert "gave up: too many dead links in a row" in ended.out
    assert "links were dead (the last one: HTTP 404)" in ended.out
    continued = crawl_in_terminal(tmp_path, site.url, BLOGCRAWLER_MAX_DEAD_LINKS=0)
    assert continued.stats["finish_reason"] == "finished"
    assert urls(tmp_path) == sorted(found)


def test_dead_links_do_not_hide_the_posts_behind_them(tmp_path: Path, site: BlogSite) -> None:
    found = fill(site, make_posts(60))
    first = site.pages["/"]
    assert isinstance(first, Answer)
    site.pages["/"] = Answer(str(first.body).replace("<main>", f"<main><ul>{dead_links(300)}</ul>"))
    ended = crawl(tmp_path, site.url)
    assert urls(tmp_path) == sorted(found)
    assert ended.stats["posts/found"] == len(found)


def test_the_hint_about_the_contact_is_given_once(tmp_path: Path, site: BlogSite) -> None:
    fill(site, make_posts(3))
    hint = "Hint: let blog owners know how to reach you; set BLOGCRAWLER_CONTACT"
    without = crawl_in_terminal(tmp_path / "a", site.url, BLOGCRAWLER_CONTACT="")
    assert without.log.count(hint) == 1
    assert hint not in crawl_in_terminal(tmp_path / "b", site.url, BLOGCRAWLER_CONTACT="me@example.org").log
    own_agent = crawl_in_terminal(tmp_path / "c", site.url, BLOGCRAWLER_CONTACT="", USER_AGENT="mine (+me@example.org)")
    assert hint not in own_agent.log


def test_requests_are_a_quarter_of_a_second_apart_by_default(tmp_path: Path, site: BlogSite) -> None:
    fill(site, make_posts(3))
    times: list[float] = []
    site.before = lambda path: times.append(time.monotonic())
    settings = {name: value for name, value in FAST.items() if name not in ("DOWNLOAD_DELAY", "AUTOTHROTTLE_ENABLED")}
    given = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    start(tmp_path, "blogcrawler", "crawl", site.url, "--max-pages", "8", *given).wait()
    gaps = [after - before for before, after in pairwise(times)]
    assert sum(gaps) / len(gaps) >= 0.2


def test_posts_behind_hundreds_of_dead_links_are_found_by_default(tmp_path: Path, site: BlogSite) -> None:
    found = fill(site, make_posts(30), in_feed=6)
    site.pages["/archive.html"] = Answer(page("Archive", f"<ul>{dead_links(600)}</ul>"))
    crawl(tmp_path, site.url)
    assert urls(tmp_path) == sorted(found)
