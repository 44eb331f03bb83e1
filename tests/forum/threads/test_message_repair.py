from __future__ import annotations

import pytest
from forum_steps import FORUM, forum_of, known_forum, stored, thread_url
from invented_forum import InventedForum, some_threads
from update_steps import NOW

from blogcrawler.dom import Page, parse_page
from blogcrawler.forum.threads.message_repair import messages_on, relearn_messages
from blogcrawler.items import Comment, Provenance
from blogcrawler.knowledge import Application, Level, with_action

ORIGIN = FORUM


@pytest.fixture
def forum() -> InventedForum:
    return forum_of(some_threads(12))


def page(forum: InventedForum, number: int) -> Page:
    url = thread_url(forum.threads[number])
    return parse_page(str(forum.answer("/" + url.removeprefix(FORUM)).body), url)


def application() -> tuple[Application, Level]:
    found = known_forum().knowledge.application
    assert found is not None
    level = found.level("thread")
    assert level is not None
    return found, level


def threads(forum: InventedForum, *numbers: int) -> list[tuple[Page, list[Comment]]]:
    return [(page(forum, number), stored(forum.threads[number]).posts) for number in numbers]


def test_messages_are_read_by_actions_or_by_repeated_structure(forum: InventedForum):
    _, level = application()
    for style, source in (("", Provenance.KNOWLEDGE), ("x-", Provenance.FALLBACK)):
        forum.style = style
        ((shown, known),) = threads(forum, 4)
        read = messages_on(shown, level, known, "en", NOW)
        assert read is not None
        assert [one.text for one in read[0]] == [one.text for one in known]
        assert read[1] is source


def test_a_page_whose_messages_cannot_be_read_is_not_empty(forum: InventedForum):
    _, level = application()
    known = stored(forum.threads[4]).posts
    shown = parse_page(f"<p>{' '.join(one.text for one in known)}</p>", FORUM)
    assert messages_on(shown, level, known, "en", NOW) is None
    assert messages_on(parse_page("<p>Else</p>", FORUM), level, known, "en", NOW) == ([], Provenance.KNOWLEDGE)


def test_actions_are_learned_from_stored_messages_even_of_single_ones(forum: InventedForum):
    forum.style = "x-"
    known, level = application()
    learned = relearn_messages(known, level, threads(forum, 5, 9, 4), ORIGIN)  # two of them have one message only
    assert [one.type for one in learned] == ["post:content", "post:author", "post:published"]
    for one in learned:
        level = with_action(level, one)
    ((shown, stored_messages),) = threads(forum, 5)
    read = messages_on(shown, level, stored_messages, "en", NOW)
    assert read is not None
    assert [(one.author, one.text) for one in read[0]] == [(one.author, one.text) for one in stored_messages]


def test_new_messages_do_not_prevent_learning(forum: InventedForum):
    forum.style = "x-"
    before = {number: stored(forum.threads[number]).posts for number in (1, 4, 6)}
    forum.reply(4, "This one is new and is not stored yet.")
    known, level = application()
    assert relearn_messages(known, level, [(page(forum, number), some) for number, some in before.items()], ORIGIN)


def test_nothing_is_learned_from_messages_that_have_vanished(forum: InventedForum):
    known, level = application()
    pages = [(parse_page("<p>Else</p>", FORUM), some) for _, some in threads(forum, 1, 4, 6)]
    assert relearn_messages(known, level, pages, ORIGIN) == []
