"""Sites without end: the crawl ends by itself, with all posts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, page
from programs import crawl, urls

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


@pytest.mark.parametrize(
    ("trap", "entrance", "post_path", "most"),
    [
        (calendar, "/when/2024/05/", "/{date:%Y/%m}/{slug}.html", 80),
        (calendar, "/when/2024/05/", "/{slug}/", 80),
        (slugs, "/event-1/", "/{date:%Y/%m}/{slug}.html", 80),
        (slugs, "/event-1/", "/{slug}/", 290),
        (sessions, "/list.html", "/{slug}/", 80),
        (folders, "/deeper/", "/{slug}/", 150),
    ],
    ids=["calendar", "calendar beside slugs", "slugs", "slugs beside slugs", "sessions", "folders"],
)
def test_a_crawl_leaves_a_trap_by_itself(tmp_path: Path, trap: Trap, entrance: str, post_path: str, most: int):
    with BlogSite() as site:
        posts = make_posts(20, path=post_path)
        found = fill(site, posts)
        about = site.pages["/about.html"]
        assert isinstance(about, Answer)
        site.pages["/about.html"] = Answer(f"{about.body}<a href={entrance}>in</a>")
        site.fallback = trap
        ended = crawl(tmp_path / "archive", site.url, BLOGCRAWLER_PATIENCE=10)
        assert ended.poll() == 0
        assert ended.stats["finish_reason"] == "finished"
        assert urls(tmp_path / "archive") == sorted(found)
        assert len(site.asked) < most
