"""Sites without end: the crawl ends by itself, with all posts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, page
from crawl_processes import Program, crawl, start_crawl, urls

Trap = Callable[[str], Answer | None]


def calendar(path: str) -> Answer | None:
    """Every month leads to the next one and the one before."""
    parts = path.strip("/").split("/")
    if parts[0] != "when" or len(parts) != 3:
        return None
    year, month = int(parts[1]), int(parts[2])
    later, sooner = divmod(year * 12 + month, 12), divmod(year * 12 + month - 2, 12)
    links = "".join(f"<a href=/when/{y}/{m + 1:02}/>{y}-{m + 1}</a> " for y, m in (later, sooner))
    return Answer(page(f"{year}/{month}", f"<h1>{year}/{month}</h1>{links}"))


def slugs(path: str) -> Answer | None:
    """Pages without end whose addresses look like those of posts."""
    if not path.startswith("/event-"):
        return None
    number = int(path.strip("/").removeprefix("event-"))
    links = "".join(f"<a href=/event-{number * 2 + n}/>event</a> " for n in (1, 2))
    return Answer(page("Event", f"<h1>Event {number}</h1>{links}"))


SESSIONS = count()


def sessions(path: str) -> Answer | None:
    """Every link carries a new session, and every page answers to all of them."""
    if not path.startswith("/list.html"):
        return None
    more = "".join(
        f"<a href='/list.html?PHPSESSID={next(SESSIONS):032x}'>a</a>"
        f"<a href='/list.html;jsessionid={next(SESSIONS)}'>b</a>"
        f"<a href='/list.html?sid={next(SESSIONS):016x}cafe1234'>c</a>"
        for _ in range(3)
    )
    return Answer(page("List", f"<h1>List</h1>{more}"))


def folders(path: str) -> Answer | None:
    """A relative link that makes the path longer each time."""
    if "deeper" not in path:
        return None
    return Answer(page("Deeper", "<h1>Deeper</h1><a href=deeper/>deeper</a> <a href=more/deeper/>more</a>"))


@dataclass(frozen=True)
class Case:
    trap: Trap
    entrance: str
    post_path: str
    most: int


DATED, SLUG = "/{date:%Y/%m}/{slug}.html", "/{slug}/"
CASES = {
    "calendar": Case(calendar, "/when/2024/05/", DATED, 80),
    "calendar beside slugs": Case(calendar, "/when/2024/05/", SLUG, 80),
    "slugs": Case(slugs, "/event-1/", DATED, 80),
    "slugs beside slugs": Case(slugs, "/event-1/", SLUG, 290),
    "sessions": Case(sessions, "/list.html", SLUG, 80),
    "folders": Case(folders, "/deeper/", SLUG, 150),
}


@dataclass
class Running:
    site: BlogSite
    posts: list[str]
    program: Program


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Running]]:
    """All crawls at once, which takes half the time."""
    with ExitStack() as stack:
        started = {}
        for name, case in CASES.items():
            site = stack.enter_context(BlogSite())
            found = fill(site, make_posts(20, path=case.post_path))
            about = site.pages["/about.html"]
            assert isinstance(about, Answer)
            site.pages["/about.html"] = Answer(f"{about.body}<a href={case.entrance}>in</a>")
            site.fallback = case.trap
            home = tmp_path_factory.mktemp("trap") / "archive"
            started[name] = Running(site, found, start_crawl(home, site.url, BLOGCRAWLER_PATIENCE=10))
        yield started


@pytest.mark.parametrize("name", CASES)
def test_a_crawl_escapes_from_a_trap(running: dict[str, Running], name: str):
    one = running[name]
    assert one.program.wait() == 0
    assert one.program.stats["finish_reason"] in ("finished", "enough")
    assert urls(one.program.home) == sorted(one.posts)
    assert len(one.site.asked) < CASES[name].most
    assert "Traceback" not in one.program.log


def test_a_crawl_that_ends_early_reports_what_it_skipped(tmp_path: Path):
    with BlogSite() as site:
        found = fill(site, make_posts(20, path=DATED))
        site.pages["/about.html"] = Answer(page("About", "<a href=/event-1/>in</a>"))
        site.fallback = slugs
        program = crawl(tmp_path / "archive", site.url, BLOGCRAWLER_PATIENCE=100_000)
    assert program.poll() == 0
    assert program.stats["finish_reason"] == "enough"
    assert urls(program.home) == sorted(found)
    assert any("URLs were skipped" in note and "exhaustive=1" in note for note in program.notes)
    assert "Traceback" not in program.log
