from __future__ import annotations

import pytest
from forum_steps import FORUM, forum_of, known_forum, thread_url
from invented_forum import InventedForum, some_threads

from blogcrawler.dom import Page, parse_page
from blogcrawler.forum.lists.list_reader import KnownLinks, covered_lists, list_links, read_list, relearn_list

BOARD = f"{FORUM}viewforum.php?f=1"


def page(forum: InventedForum, url: str) -> Page:
    return parse_page(str(forum.answer("/" + url.removeprefix(FORUM)).body), url)


@pytest.fixture
def forum() -> InventedForum:
    return forum_of(some_threads(24))


def known(forum: InventedForum, board: int = 1) -> list[str]:
    return [thread_url(one) for one in forum.threads.values() if one.board == board]


def level(name: str):
    application = known_forum().knowledge.application
    assert application is not None
    return application.level(name)


def test_a_list_is_read_by_its_actions(forum: InventedForum):
    shown = page(forum, BOARD)
    links = list_links(shown, known_forum())
    stored = [url for url in known(forum) if url in links]
    reading = read_list(shown, level("threads"), known_forum(), KnownLinks(stored))
    assert [row.url for row in reading.threads] == [f"{FORUM}viewtopic.php?f=1&t={n}" for n in range(23, 8, -2)]
    assert (reading.further, reading.is_failing) == ((f"{BOARD}&start=8",), False)
    assert not any("start=" in url or "#" in url for url in links)


def test_the_home_page_leads_to_lists(forum: InventedForum):
    reading = read_list(page(forum, FORUM), level("forums"), known_forum(), KnownLinks((), [BOARD]))
    assert [row.url for row in reading.lists] == [BOARD, f"{FORUM}viewforum.php?f=2"]
    assert not reading.is_failing


@pytest.mark.parametrize(("url", "name"), [(BOARD, "threads"), (FORUM, "forums")])
def test_a_list_in_a_new_style_is_read_and_its_actions_are_learned(forum: InventedForum, url: str, name: str):
    forum.style = "x-"
    forum.threads[23].title = "A thread that is not known"
    shown, blog = page(forum, url), known_forum()
    links = KnownLinks([one for one in known(forum) if "t=23" not in one], [BOARD] if name == "forums" else [])
    here = KnownLinks([one for one in links.threads if one in list_links(shown, blog)], links.lists)
    reading = read_list(shown, level(name), blog, here)
    assert reading.is_failing
    assert (len(reading.threads), len(reading.lists)) == ((8, 0) if name == "threads" else (0, 2))
    blog.knowledge.learn(relearn_list(shown, level(name), blog, here))
    assert blog.knowledge.application is not None
    again = read_list(shown, blog.knowledge.application.level(name), blog, here)
    assert not again.is_failing
    both = [{row.url for row in (*one.threads, *one.lists)} for one in (reading, again)]
    assert both[0] == both[1]


def test_lists_whose_threads_the_home_page_lists_are_covered():
    listed = {"home": {"a", "b", "c"}, "one": {"a", "b"}, "two": {"c", "d"}, "empty": set()}
    assert covered_lists(listed, "home") == {"one"}
    assert covered_lists(listed, "unknown") == set()
