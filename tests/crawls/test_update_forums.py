"""Updates of invented forums and of a site of questions and answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from blogsite import BlogSite
from invented_forum import InventedForum, InventedQuestions, Message, Thread, some_threads
from updated_forum import UpdatedForum


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        yield site


def thread(number: int, text: str, days: float = 0) -> Thread:
    messages = [Message("ann", text, datetime.now(UTC) + timedelta(days=days))]
    return Thread(number, 1, f"A new thread on fuse {number}", messages)


def test_an_update_of_a_forum_brings_what_its_lists_show(site: BlogSite, tmp_path: Path):
    forum = InventedForum(site, some_threads(24))
    updated = UpdatedForum(site, tmp_path / "home")
    assert updated.update() == {}
    assert updated.requests == ["/"]  # although the page has changed: the lists have not

    forum.threads[99] = thread(99, "Which fuse fits into the old set of my aunt?", days=0.1)
    forum.reply(1, "This goes to the third page of an old thread.", days=0.1)
    forum.reply(7, "This goes to the only page of another one.", days=0.1)
    assert updated.update(days=0.2) == {
        "A new thread on fuse 99": (),
        "How radio 0 began to hum": ("comments",),
        "How radio 6 began to hum": ("comments",),
    }
    assert len(updated.messages("How radio 0 began to hum")) == 26
    assert updated.messages("How radio 0 began to hum")[-1] == "This goes to the third page of an old thread."
    lists = [path for path in updated.requests if "viewtopic" not in path]
    assert lists == ["/", "/viewforum.php?f=1", "/viewforum.php?f=1&start=8"]
    assert not any("t=1&start=10" in path for path in updated.requests), "its second page has no news"
    assert updated.update(days=0.3) == {}
    assert updated.requests == ["/"]


def test_edited_deleted_and_moved_messages_and_threads_are_noticed(site: BlogSite, tmp_path: Path):
    forum = InventedForum(site, some_threads(24))
    recent = thread(99, "Which fuse fits into the old set of my aunt?", days=-0.5)
    forum.threads[99] = recent
    updated = UpdatedForum(site, tmp_path / "home")
    recent.messages[0].text = "Which fuse fits into the old set of my uncle?"
    del forum.threads[6].messages[12]  # in the middle of three pages
    forum.threads[4].is_hidden = True
    found = updated.update(days=1.2)
    assert found.pop("gone") == [f"{site.url}viewtopic.php?f=2&t=4"]
    assert found == {
        "A new thread on fuse 99": ("comments", "content"),
        "How radio 5 began to hum": ("comments",),
    }
    assert len(updated.messages("How radio 5 began to hum")) == 24
    assert updated.update(days=1.3) == {}
    forum.threads[4].is_hidden = False
    assert updated.update(days=2.5) == {}, "it is back, as it was"
    assert "t=4" in "".join(updated.requests)


def test_a_new_style_is_learned_from_what_is_stored(site: BlogSite, tmp_path: Path):
    forum = InventedForum(site, some_threads(24))
    updated = UpdatedForum(site, tmp_path / "home")
    forum.style = "x-"
    assert updated.update(days=0.1) == {}
    forum.reply(11, "A reply in the new style.", days=0.2)
    forum.reply(1, "Another reply, on the third page.", days=0.2)
    forum.threads[99] = thread(99, "A thread in the new style, on fuses again.", days=0.2)
    assert updated.update(days=0.3) == {
        "A new thread on fuse 99": (),
        "How radio 0 began to hum": ("comments",),
        "How radio 10 began to hum": ("comments",),
    }
    (message,) = updated.record("A new thread on fuse 99").posts
    assert (message.author, message.text) == ("ann", "A thread in the new style, on fuses again.")
    assert updated.update(days=0.4, since="2020-01-01") == {}


def test_an_update_of_questions_and_answers_reads_lists_that_are_not_sorted_by_activity(site: BlogSite, tmp_path: Path):
    forum = InventedQuestions(site, some_threads(20, long=30))
    updated = UpdatedForum(site, tmp_path / "home")
    assert updated.update() == {}
    assert updated.requests == ["/"]
    forum.threads[99] = thread(99, "Which fuse fits into the old set of my aunt?", days=0.1)
    forum.reply(19, "An answer to a question on the first page.", days=0.1)
    assert updated.update(days=0.2) == {
        "A new thread on fuse 99": (),
        "How radio 18 began to hum": ("comments",),
    }
    forum.reply(2, "An answer to a question on the last page.", days=1)
    forum.threads[5].messages[0].text = "an old question, asked in other words"
    forum.threads[12].is_hidden = True
    found = updated.update(days=1.1)
    assert found.pop("gone") == [f"{site.url}12/how-to-repair"]
    assert found == {"How radio 1 began to hum": ("comments",)}
    assert updated.update(days=1.2, since="2020-01-01") == {"How radio 4 began to hum": ("comments", "content")}
    assert updated.update(days=1.3) == {}
    assert updated.requests == ["/"]


def test_update_prints_which_threads_have_new_replies(site: BlogSite, tmp_path: Path):
    forum = InventedForum(site, some_threads(12))
    updated = UpdatedForum(site, tmp_path / "home")
    forum.reply(3, "A first reply.", days=0)
    forum.reply(3, "A second reply.", days=0)
    forum.threads[99] = thread(99, "Which fuse fits?")
    forum.threads[7].messages.pop()
    report = updated.report()
    assert "1 new, 2 changed" in report
    assert "new      A new thread on fuse 99" in report
    assert "changed  How radio 2 began to hum (2 new replies)" in report
    assert "changed  How radio 6 began to hum (1 deleted message)" in report
