from __future__ import annotations

import pytest
from forum_steps import ForumWorld, forum_of, known_forum, stored, thread_url
from invented_forum import InventedForum, some_threads
from update_steps import NOW

from blogcrawler.http import to_page
from blogcrawler.items import Post
from blogcrawler.updating.threads.thread_pages import FirstPage, ThreadPages, page_of_last_message, read_thread


def read(
    forum: InventedForum, number: int, known: Post | None, stated: int | None = None, whole: bool = False
) -> tuple[list[str], list[str]]:
    """The texts of a thread, and the numbers of the messages with which the requested pages start."""
    world, url = ForumWorld(forum), thread_url(forum.threads[number])
    response = world.pages[url]
    first = FirstPage(response, to_page(response), known, stated)  # type: ignore[arg-type]
    pages: ThreadPages | None = world.run(read_thread(url, first, known_forum(), NOW, whole))
    assert pages is not None
    return [one.text for one in pages.thread.posts], [one.partition("start=")[2] for one in world.requested]


@pytest.fixture
def forum() -> InventedForum:
    return forum_of(some_threads(6))


def texts(forum: InventedForum, number: int) -> list[str]:
    return [one.text for one in forum.threads[number].messages]


def test_a_new_thread_is_read_to_its_last_page(forum: InventedForum):
    assert read(forum, 1, None) == (texts(forum, 1), ["10", "20"])


def test_of_a_known_thread_only_the_pages_with_news_are_read(forum: InventedForum):
    known = stored(forum.threads[1])
    for n in range(7):
        forum.reply(1, f"Reply {n}")
    assert read(forum, 1, known, stated=32) == (texts(forum, 1), ["20", "30"])


def test_if_messages_were_deleted_all_pages_are_read(forum: InventedForum):
    known = stored(forum.threads[1])
    del forum.threads[1].messages[12]
    assert read(forum, 1, known, stated=24) == (texts(forum, 1), ["20", "10", "20"])


def test_if_the_stated_number_is_not_reached_all_pages_are_read(forum: InventedForum):
    known = stored(forum.threads[1])
    forum.reply(1, "A reply, while another message has left a gap")
    assert read(forum, 1, known, stated=25) == (texts(forum, 1), ["20", "10", "20"])
    assert read(forum, 1, known, stated=26) == (texts(forum, 1), ["20"])


def test_the_whole_thread_is_read_if_wanted(forum: InventedForum):
    known = stored(forum.threads[1])
    forum.threads[1].messages[12].text = "Edited in the middle of the thread"
    assert read(forum, 1, known, whole=True) == (texts(forum, 1), ["10", "20"])


def test_the_stored_title_stays_as_long_as_the_page_shows_it(forum: InventedForum):
    world, url = ForumWorld(forum), thread_url(forum.threads[2])
    known = stored(forum.threads[2])
    for title in (known.title, "A title that was edited"):
        forum.threads[2].title = title or ""
        response = world.pages[url]
        first = FirstPage(response, to_page(response), known)  # type: ignore[arg-type]
        pages = world.run(read_thread(url, first, known_forum(), NOW, False))
        assert pages.thread.title == title


@pytest.mark.parametrize(
    ("messages", "per_page", "number"), [(0, 10, 1), (10, 10, 1), (11, 10, 2), (25, 10, 3), (5, 0, 1)]
)
def test_the_page_of_the_last_message(messages: int, per_page: int, number: int):
    assert page_of_last_message(messages, per_page) == number
