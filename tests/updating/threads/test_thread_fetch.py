from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from forum_steps import FORUM, ForumWorld, forum_of, forum_state, thread_url
from invented_forum import InventedForum, some_threads
from update_steps import NOW

from blogcrawler.faults import FaultLog, use_fault_log
from blogcrawler.items import Post, WatchedDocument
from blogcrawler.updating.context import VisitState
from blogcrawler.updating.intents import ChangeBlog, FetchPost, MarkGone, SavePostState, SaveThread
from blogcrawler.updating.threads.thread_fetch import fetch_threads, read_thread


@pytest.fixture
def forum() -> InventedForum:
    return forum_of(some_threads(12))


def post(world: ForumWorld, number: int, **fields: bool) -> FetchPost:
    url = thread_url(world.forum.threads[number])
    return FetchPost(url, None, next(one for one in world.states if one.url == url), **fields)  # type: ignore[arg-type]


def fetch(world: ForumWorld, visit: VisitState, *posts: FetchPost) -> tuple[list[Post], set[str]]:
    failed: set[str] = world.run(fetch_threads(posts, visit))
    return [intent.thread for intent in world.of_type(SaveThread)], failed


def test_a_changed_thread_is_saved_and_its_changes_are_reported(forum: InventedForum):
    world, visit = ForumWorld(forum), forum_state()
    forum.reply(2, "A new reply to it")
    forum.threads[2].messages[0].text = "The first message, in other words"
    (saved,), failed = fetch(world, visit, post(world, 2))
    assert [one.text for one in saved.posts] == [one.text for one in forum.threads[2].messages]
    assert visit.details == {saved.url: ("1 new reply", "1 edited message")}
    assert (saved.type, saved.text, failed) == ("thread", "The first message, in other words", set())


def test_a_thread_that_does_not_exist_any_more_is_gone(forum: InventedForum):
    world, visit = ForumWorld(forum), forum_state()
    forum.threads[2].is_hidden = True
    assert fetch(world, visit, post(world, 2)) == ([], set())
    assert visit.gone == [thread_url(forum.threads[2])]
    assert len(world.of_type(MarkGone)) == 1


def test_an_error_while_a_thread_is_read_costs_only_that_thread(forum: InventedForum, monkeypatch: pytest.MonkeyPatch):
    steps: list[str] = []
    use_fault_log(FaultLog(steps.append))
    world, visit = ForumWorld(forum), forum_state()
    bad, good = (thread_url(forum.threads[number]) for number in (2, 3))

    def planted(url: str, *arguments: Any) -> Any:
        if url == bad:
            raise ValueError("planted")
        return read_thread(url, *arguments)

    monkeypatch.setattr("blogcrawler.updating.threads.thread_fetch.read_thread", planted)
    saved, _ = fetch(world, visit, post(world, 2), post(world, 3))
    use_fault_log(FaultLog())
    assert [one.url for one in saved] == [good]
    assert steps == ["thread"]


def test_a_thread_that_redirects_to_its_list_is_gone(forum: InventedForum):
    world = ForumWorld(forum)
    board = f"{FORUM}viewforum.php?f=1"
    visit = forum_state(WatchedDocument(FORUM, board, "board"))
    answer = world.pages[board]
    answer.request.meta["redirect_urls"] = ["x"]  # type: ignore[union-attr]
    world.pages = {thread_url(forum.threads[1]): answer}
    assert fetch(world, visit, post(world, 1)) == ([], set())
    assert visit.gone == [thread_url(forum.threads[1])]


def test_a_thread_that_cannot_be_fetched_is_to_be_tried_again(forum: InventedForum):
    world, visit = ForumWorld(forum), forum_state()
    world.pages = {}
    assert fetch(world, visit, post(world, 2)) == ([], {thread_url(forum.threads[2])})
    assert visit.gone == []


def test_a_thread_on_one_page_that_is_only_checked_is_requested_conditionally(forum: InventedForum):
    world, visit = ForumWorld(forum), forum_state()
    state = replace(post(world, 2).state, etag='"1"')  # type: ignore[type-var]
    answer = world.pages[thread_url(forum.threads[2])].replace(status=304, body=b"")
    world.pages = {state.url: answer}
    assert fetch(world, visit, FetchPost(state.url, None, state, conditional=True)) == ([], set())
    (saved,) = world.of_type(SavePostState)
    assert saved.state.checked == NOW.isoformat(timespec="seconds")


def test_a_new_style_is_learned_from_stored_threads(forum: InventedForum):
    world, visit = ForumWorld(forum), forum_state()
    forum.style = "x-"
    forum.reply(2, "A reply in the new style")
    (saved,), _ = fetch(world, visit, post(world, 2))
    assert [one.text for one in saved.posts] == [one.text for one in forum.threads[2].messages]
    assert [one.id for one in saved.posts[:-1]] == [f"p{one.id}" for one in forum.threads[2].messages[:-1]]
    assert saved.posts[-1].author == "user1"
    assert saved.source["posts"] == "knowledge"
    (changed,) = world.of_type(ChangeBlog)
    types = [one["type"] for one in changed.fields["knowledge"]["learned"]]
    assert types == ["post:content", "post:author", "post:published"]


def test_a_page_that_shows_messages_which_cannot_be_read_changes_nothing(forum: InventedForum):
    world, visit = ForumWorld(forum), forum_state()
    url = thread_url(forum.threads[2])
    known = world.posts[url]
    texts = " ".join(one.text for one in known.posts)
    page = world.pages[url].replace(body=f"<html><body><p>{texts}</p></body></html>".encode())
    world.pages = {url: page}
    assert fetch(world, visit, post(world, 2)) == ([], {url})
