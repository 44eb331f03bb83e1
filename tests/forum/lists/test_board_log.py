from __future__ import annotations

from forum_steps import FORUM, ForumWorld, forum_of, known_forum
from invented_forum import InventedForum, some_threads
from update_steps import NOW

from blogcrawler.forum.lists.board_log import BoardLog
from blogcrawler.http import to_page
from blogcrawler.items import WatchedDocument


def documents(forum: InventedForum, *paths: str) -> dict[str, WatchedDocument]:
    """The documents after these pages were crawled, by path."""
    world, blog = ForumWorld(forum), known_forum()
    log = BoardLog(blog, lambda: NOW)
    for path in paths:
        response = world.pages[FORUM + path]
        page = to_page(response)  # type: ignore[arg-type]
        level = blog.knowledge.level(response, page)
        log.record(response, page, level, blog.knowledge.navigation_links(level, page, blog.scope))  # type: ignore[arg-type]
    found = log.documents(lambda urls: {url: world.threads[url] for url in urls})
    return {one.url.removeprefix(FORUM): one for one in found}


def test_the_lists_of_a_crawl_become_documents_to_watch():
    paths = ("", "viewforum.php?f=1&start=8", "viewforum.php?f=1", "viewforum.php?f=2")
    found = documents(forum_of(some_threads(24)), *paths)
    assert list(found) == ["", "viewforum.php?f=1", "viewforum.php?f=2"]
    board = found["viewforum.php?f=1"]
    assert [key.partition("t=")[2] for key in board.reading] == [str(number) for number in range(23, 0, -2)]
    assert board.facts["columns"]["offset"] == -1
    assert board.facts["level"] == "threads"
    assert board.facts["row"].startswith("12 ")
    assert board.digest
    assert found[""].facts["whole_due"] > NOW.isoformat()
    assert not any(one.facts["covered"] for one in found.values())


def test_without_the_home_page_there_is_nothing_to_watch():
    assert documents(forum_of(some_threads(4)), "viewforum.php?f=1") == {}
