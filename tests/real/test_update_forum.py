"""Updates of a real forum: exactly what is new, has changed or is gone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from blogsite import BlogSite
from forum import IS_INSTALLED, Forum, in_another_style, in_own_style, running_forum, some_threads, with_renamed_classes
from updated_forum import UpdatedForum

pytestmark = [pytest.mark.real, pytest.mark.skipif(not IS_INSTALLED, reason="django-spirit is not installed")]

NUMBER = 60
#: The last messages of this thread are recent, so it is checked daily.
RECENT = 7


class SpiritForum(UpdatedForum):
    """A forum behind a site that can change its style."""

    def __init__(self, forum: Forum, site: BlogSite, home: Path) -> None:
        self.forum = forum
        self.style = in_own_style
        site.fallback = lambda path: self.style(self.forum, path)
        super().__init__(site, home)


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
def updated(tmp_path_factory: pytest.TempPathFactory, threads: list[dict[str, Any]]) -> Iterator[SpiritForum]:
    folder = tmp_path_factory.mktemp("forum")
    with running_forum(folder, threads) as forum, BlogSite() as site:
        yield SpiritForum(forum, site, folder / "archive")


def test_a_quiet_forum_costs_two_requests_at_most(updated: SpiritForum) -> None:
    assert updated.update() == {}
    assert len(updated.requests) <= 2


def test_exactly_the_changed_threads_come_out(updated: SpiritForum, threads: list[dict[str, Any]]) -> None:
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
    updated: SpiritForum, threads: list[dict[str, Any]]
) -> None:
    title = [thread["title"] for thread in threads]
    before = {thread: updated.messages(thread) for thread in (title[1], title[5], title[40])}
    updated.style = with_renamed_classes
    assert updated.update(days=3) == {}
    assert updated.update(days=3.1, since="2021-01-01") == {}
    assert {thread: updated.messages(thread) for thread in before} == before
    updated.forum.change(reply={title[15]: [message("A reply in the new style.", days=3.2)]})
    assert updated.update(days=3.3) == {title[15]: ("comments",)}
    assert updated.messages(title[15])[-1] == "A reply in the new style."
    assert updated.record(title[15]).source["posts"] == "knowledge"
    assert updated.update(days=3.4) == {}
    assert len(updated.requests) <= 2
    updated.style = in_another_style  # all names and some tags are the same: nothing can be learned
    updated.forum.change(reply={title[25]: [message("A reply in a poor style.", days=3.5)]})
    assert updated.update(days=3.6) == {title[25]: ("comments",)}
    assert updated.messages(title[25])[-1] == "A reply in a poor style."
