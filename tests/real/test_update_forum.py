"""Updates of a real forum: exactly what is new, has changed or is gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from blogsite import Answer, BlogSite
from crawl_processes import FAST, crawl, start
from forum import IS_INSTALLED, Forum, in_another_style, in_own_style, running_forum, some_threads

from blogcrawler.items import Post
from blogcrawler.store import open_store

pytestmark = [pytest.mark.real, pytest.mark.skipif(not IS_INSTALLED, reason="django-spirit is not installed")]

NUMBER = 60
#: The last messages of this thread are recent, so it is checked daily.
RECENT = 7


class UpdatedForum:
    """A forum behind a site that can change its style, and what each update brings."""

    def __init__(self, forum: Forum, site: BlogSite, home: Path) -> None:
        self.forum, self.site, self.home = forum, site, home
        self.is_restyled = False
        self.requests: list[str] = []
        site.fallback = self.answer

    def answer(self, path: str) -> Answer:
        return (in_another_style if self.is_restyled else in_own_style)(self.forum, path)

    def update(self, days: float = 0, **arguments: str) -> dict[str, Any]:
        """Run an update some days ahead; returns the kinds of change by title, and what is gone under ``gone``."""
        self.site.asked.clear()
        out = self.home / f"update{len(list(self.home.iterdir()))}.jsonl"
        now = (datetime.now(UTC) + timedelta(days=days)).isoformat()
        given = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
        given += ["-s", "BLOGCRAWLER_REQUISITES_ENABLED=0", "-a", "all=1", "-a", f"now={now}"]
        given += [part for name, value in arguments.items() for part in ("-a", f"{name}={value}")]
        program = start(self.home, "scrapy", "crawl", "updatecrawl", "-O", f"{out}:jsonlines", *given)
        assert program.wait() == 0, program.log[-3000:]
        self.requests = list(self.site.asked)
        with closing(open_store(None, self.home)) as store:
            visit = store.schedule.visits(self.site.url)[-1]
            states = store.post_states.all(self.site.url)
            versions = {record["title"]: store.post_states.versions(record["url"]) for record in records(out)}
        assert visit.outcome != "failed", visit.note
        assert visit.requests == len(self.requests)
        gone = sorted(state.url for state in states if state.gone and state.gone >= now[:16])
        kinds = {
            title: tuple(kind for kind in kept[-1].kinds if kind != "structure") if kept else ()
            for title, kept in versions.items()
        }
        return kinds | ({"gone": gone} if gone else {})

    def record(self, title: str) -> Post:
        with closing(open_store(None, self.home)) as store:
            return next(post for post in store.posts(self.site.url) if post.title == title)

    def messages(self, title: str) -> list[str]:
        return [message.text for message in self.record(title).posts]


def records(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def message(text: str, user: str = "user1", days: float = 0) -> dict[str, str]:
    date = datetime.now(UTC) + timedelta(days=days)
    return {"user": user, "date": date.replace(tzinfo=None).isoformat(), "html": f"<p>{text}</p>"}


@pytest.fixture(scope="module")
def threads() -> list[dict[str, Any]]:
    made = some_threads(NUMBER)
    for number, post in enumerate(made[RECENT]["posts"]):
        post["date"] = message("", days=-1 + 0.01 * number)["date"]
    return made


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory, threads: list[dict[str, Any]]) -> Iterator[UpdatedForum]:
    folder = tmp_path_factory.mktemp("forum")
    with running_forum(folder, threads) as forum, BlogSite() as site:
        updated = UpdatedForum(forum, site, folder / "archive")
        updated.home.mkdir()
        assert crawl(updated.home, site.url, BLOGCRAWLER_REQUISITES_ENABLED=0).poll() == 0
        yield updated


def test_a_quiet_forum_costs_two_requests_at_most(updated: UpdatedForum) -> None:
    assert updated.update() == {}
    assert len(updated.requests) <= 2


def test_exactly_the_changed_threads_come_out(updated: UpdatedForum, threads: list[dict[str, Any]]) -> None:
    title = [thread["title"] for thread in threads]
    new = {"title": "A thread about fuses", "category": "Decade 1", "posts": [message("Which fuse fits?", days=1)]}
    updated.forum.add([new])
    updated.forum.change(
        reply={
            title[5]: [message("This is on the last of three pages.", days=1)],
            title[10]: [message(f"Reply {n} goes on to a fourth page.", days=1) for n in range(17)],
            title[12]: [message("This is on the only page.", days=1)],
        },
        edit={title[RECENT]: [1, "<p>I have measured again: there are no volts at all.</p>"]},
        erase={title[20]: 30},
        remove=[title[33]],
    )
    found = updated.update(days=1.5)
    (gone,) = found.pop("gone")
    assert "repairing-dials-of-set-33" in gone
    assert found == {
        new["title"]: (),
        title[5]: ("comments",),
        title[10]: ("comments",),
        title[12]: ("comments",),
        title[RECENT]: ("comments",),
        title[20]: ("comments",),
    }
    assert updated.messages(title[5])[-1] == "This is on the last of three pages."
    assert len(updated.messages(title[5])) == 46
    assert len(updated.messages(title[10])) == 62
    assert len(updated.messages(title[20])) == 44
    assert updated.update(days=1.6) == {}
    assert len(updated.requests) <= 2


def test_after_a_change_of_style_nothing_is_lost_or_reported(
    updated: UpdatedForum, threads: list[dict[str, Any]]
) -> None:
    title = [thread["title"] for thread in threads]
    before = {thread: updated.messages(thread) for thread in (title[1], title[5], title[40])}
    updated.is_restyled = True
    assert updated.update(days=3) == {}
    assert updated.update(days=3.1, since="2021-01-01") == {}
    assert {thread: updated.messages(thread) for thread in before} == before
    updated.forum.change(reply={title[15]: [message("A reply in the new style.", days=3.2)]})
    assert updated.update(days=3.3) == {title[15]: ("comments",)}
    assert updated.messages(title[15])[-1] == "A reply in the new style."
    assert updated.record(title[15]).source["posts"] == "knowledge"
    assert updated.update(days=3.4) == {}
    assert len(updated.requests) <= 2
