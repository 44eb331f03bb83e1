from __future__ import annotations

from datetime import timedelta

import pytest
from forum_steps import FORUM, ForumWorld, forum_of, forum_state, thread_url
from invented_forum import InventedForum, Message, Thread, some_threads
from update_steps import NOW

from blogcrawler.errors import NotFetched
from blogcrawler.forum import ListRow, RowColumns
from blogcrawler.items import PostState, ThreadSummary, WatchedDocument
from blogcrawler.updating.context import VisitState
from blogcrawler.updating.intents import ChangeBlog
from blogcrawler.updating.threads.board_news import BoardNews, changed_rows


class ReadForum:
    """A forum whose lists were read once."""

    def __init__(self) -> None:
        self.forum = forum_of(some_threads(24))
        self.world = ForumWorld(self.forum)
        self.visit = forum_state()
        assert self.read() == []  # the first reading compares everything with what is stored

    def read(self, hours: float = 0) -> list[int]:
        """The numbers of the threads to fetch; ``requested`` are the pages read."""
        visit = self.visit
        self.visit = VisitState(
            visit.blog, lambda: NOW + timedelta(hours=hours), documents=visit.documents, _known=visit.known
        )
        self.world.done.clear()
        self.news = BoardNews(self.visit)
        self.world.run(self.news.read())
        return sorted(int(post.url.partition("t=")[2]) for post in self.news.posts)

    @property
    def requested(self) -> list[str]:
        return [url.removeprefix(FORUM) for url in self.world.requested]

    def new_thread(self) -> None:
        self.forum.threads[99] = Thread(99, 1, "On fuses", [Message("ann", "Which one?", NOW)])


@pytest.fixture
def read() -> ReadForum:
    return ReadForum()


def test_all_lists_are_read_at_first(read: ReadForum):
    assert sorted(read.requested) == ["", *(f"viewforum.php?f={f}{more}" for f in (1, 2) for more in ("", "&start=8"))]
    assert {one.kind for one in read.visit.documents.values()} == {"board"}
    assert len(read.visit.documents[f"{FORUM}viewforum.php?f=1"].reading) == 12


def test_a_quiet_forum_costs_one_request(read: ReadForum):
    assert read.read(hours=1) == []
    assert read.requested == [""]


def test_new_and_answered_threads_are_found_on_the_list_that_has_changed(read: ReadForum):
    read.new_thread()
    read.forum.reply(1, "A reply to an old thread")
    assert read.read(hours=1) == [1, 99]
    assert read.requested == ["", "viewforum.php?f=1", "viewforum.php?f=1&start=8"]


def test_threads_that_could_not_be_fetched_are_found_again(read: ReadForum):
    read.forum.reply(1, "A reply to an old thread")
    assert read.read(hours=1) == [1]
    assert read.read(hours=2) == [], "what a list says is looked into once"
    read.forum.reply(1, "Another reply")
    assert read.read(hours=3) == [1]
    read.news.settle([thread_url(read.forum.threads[1])])
    read.forum.reply(3, "A reply to another thread")
    assert read.read(hours=4) == [1, 3]


def test_a_thread_missing_between_others_is_checked_at_once(read: ReadForum):
    read.forum.threads[21].is_hidden = True
    assert read.read(hours=1) == [21]
    assert read.news.posts[0].conditional


def test_threads_missing_on_later_pages_are_noticed_after_a_day(read: ReadForum):
    read.forum.threads[2].is_hidden = True
    assert read.read(hours=1) == []
    assert read.read(hours=30) == [2]


def test_all_lists_are_read_less_often_while_nothing_is_missing(read: ReadForum):
    assert read.read(hours=25) == []
    assert len(read.requested) == 5
    assert read.read(hours=50) == []
    assert read.requested == [""]
    assert read.read(hours=75) == []
    assert len(read.requested) == 5


def test_lists_in_a_new_style_are_learned(read: ReadForum):
    read.forum.style = "x-"
    read.new_thread()
    read.forum.reply(1, "A reply to an old thread")
    assert read.read(hours=1) == [1, 99]
    learned = read.world.of_type(ChangeBlog)[-1].fields["knowledge"]["learned"]
    assert {(one["level"], one["to"]) for one in learned} >= {("threads", "thread"), ("forums", "threads")}


def test_a_forum_that_does_not_answer_is_a_failed_visit(read: ReadForum):
    read.world.pages = {}
    with pytest.raises(NotFetched):
        read.read(hours=1)


def test_a_list_that_does_not_answer_does_not_make_threads_look_gone(read: ReadForum):
    pages = {
        url: read.world.pages[url] for url in (FORUM, f"{FORUM}viewforum.php?f=1", f"{FORUM}viewforum.php?f=1&start=8")
    }
    read.world.pages = pages
    assert read.read(hours=30) == []


def test_the_next_visit_is_due_by_the_rhythm_of_the_lists(read: ReadForum):
    slow = read.news.next_reading() - NOW
    for hour in range(48):
        read.forum.reply(1 + hour % 24, "Busy")
        url = thread_url(read.forum.threads[1 + hour % 24])
        last = (NOW - timedelta(hours=hour)).isoformat()
        read.world.threads[url] = ThreadSummary(url, 99, last)
    read.read(hours=1)
    fast = read.news.next_reading() - NOW - timedelta(hours=1)
    assert timedelta(hours=1) <= fast < slow


ROWS = [ListRow(f"https://f.example/{name}", name, {"n": "1"}) for name in "ab"]
SUMMARIES = {row.url: ThreadSummary(row.url, 1) for row in ROWS}


def test_where_rows_say_nothing_the_order_counts():
    before = {"f.example/b": "", "f.example/a": ""}
    assert changed_rows(ROWS, SUMMARIES, {}, RowColumns(), before, is_sorted=True) == {ROWS[0].url}
    assert changed_rows(ROWS, SUMMARIES, {}, RowColumns(), before, is_sorted=False) == set()


def test_a_thread_that_could_not_be_read_is_new_only_once():
    columns = RowColumns("n")
    assert changed_rows(ROWS, {}, {}, columns, {}, True) == {row.url for row in ROWS}
    assert changed_rows(ROWS, {}, {}, columns, {"f.example/a": "1", "f.example/b": "0"}, True) == {ROWS[1].url}


def test_a_thread_that_was_gone_and_is_listed_again_is_fetched():
    states = {ROWS[0].url: PostState(ROWS[0].url, gone="2026-01-01")}
    assert changed_rows(ROWS, SUMMARIES, states, RowColumns("n"), {}, True) == {ROWS[0].url}


def test_a_forum_that_was_crawled_without_its_lists_is_read_whole():
    visit = forum_state(WatchedDocument(FORUM, f"{FORUM}robots.txt", "robots"))
    world = ForumWorld(InventedForum(type("Site", (), {})(), some_threads(6)))
    news = BoardNews(visit)
    world.run(news.read())
    assert news.posts == []
    assert news.home.facts["whole_due"] > NOW.isoformat()
