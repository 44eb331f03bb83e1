from __future__ import annotations

import os
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from blogcrawler.errors import UsageError
from blogcrawler.frontier import DiskFrontier, Role


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "job" / "frontier.db"


def drain(frontier: DiskFrontier) -> list[bytes]:
    found = []
    while taken := frontier.next():
        found.append(taken[1])
    return found


def test_the_highest_priority_comes_first_and_the_oldest_among_equals():
    frontier = DiskFrontier()
    for name, priority in (("a", 1), ("b", 5), ("c", 1), ("d", 5), ("e", -3)):
        assert frontier.add(name, name.encode(), priority)
    assert len(frontier) == 5
    assert drain(frontier) == [b"b", b"d", b"a", b"c", b"e"]
    assert len(frontier) == 0
    assert frontier.next() is None


def test_a_page_at_any_position_of_the_queue_can_be_taken():
    frontier = DiskFrontier()
    for priority in range(4):
        frontier.add(str(priority), str(priority).encode(), priority)
    assert [(frontier.next_at(position) or (b"", b""))[1] for position in (2, 0, 9)] == [b"1", b"3", b""]
    assert len(frontier) == 2
    assert [(frontier.next() or (b"", b""))[1] for _ in range(3)] == [b"2", b"0", b""]


def test_the_next_page_with_a_role_has_that_role():
    frontier = DiskFrontier()
    for number, role in enumerate((Role.LIST, Role.PAGINATION, Role.LIST, Role.PAGINATION)):
        frontier.add(str(number), str(number).encode(), number, features=bytes([role]))
    assert [(frontier.next_with_role(Role.LIST) or (b"", b""))[1] for _ in range(3)] == [b"2", b"0", b""]
    assert (frontier.next_with_role(Role.PAGINATION) or (b"", b""))[1] == b"3"
    assert frontier.count_by_role() == {Role.PAGINATION: 1}


def test_the_newest_page_is_known_for_pagination_and_lists_by_date_only():
    frontier = DiskFrontier()
    for number in range(3):
        frontier.add(str(number), str(number).encode(), -number, features=bytes([Role.DATE_LIST]))
    assert (frontier.newest(Role.DATE_LIST) or (b"", b""))[1] == b"2"
    assert frontier.newest(Role.PAGINATION) is None
    with pytest.raises(ValueError, match="no index of the newest pages with the role LIST"):
        frontier.newest(Role.LIST)


@pytest.mark.parametrize("index", ["queue", "pagination", "newest"])
def test_taking_a_page_uses_an_index(index: str):
    frontier = DiskFrontier()
    plans: list[str] = []
    frontier.database.set_trace_callback(lambda query: plans.append(query) if query.startswith("SELECT key") else None)
    {
        "queue": frontier.next,
        "pagination": lambda: frontier.next_with_role(Role.PAGINATION),
        "newest": lambda: frontier.newest(Role.DATE_LIST),
    }[index]()
    frontier.database.set_trace_callback(None)
    (step,) = frontier.database.execute(f"EXPLAIN QUERY PLAN {plans[0]}").fetchall()
    assert f"USING INDEX {index}" in step[3]


def test_a_page_is_handed_out_once_unless_it_must_be_fetched_again():
    frontier = DiskFrontier()
    assert frontier.add("a", b"1", 0)
    assert not frontier.add("a", b"2", 0)
    ticket, data = frontier.next() or (b"", b"")
    assert data == b"1"
    assert frontier.add("a", b"3", 0, again=True)
    frontier.done(ticket)  # of the first try: it must not take the second one with it
    assert len(frontier) == 1
    assert drain(frontier) == [b"3"]
    assert frontier.knows("a")
    assert not frontier.knows("b")


def test_fetching_again_replaces_the_queued_page():
    frontier = DiskFrontier()
    frontier.add("a", b"1", 0)
    frontier.add("a", b"2", 9, again=True)
    assert len(frontier) == 1
    assert drain(frontier) == [b"2"]


def test_pages_stay_known_after_they_leave_the_cache():
    frontier = DiskFrontier(remembered=3)
    for n in range(10):
        frontier.add(f"page {n}", b"", 0)
    assert all(frontier.knows(f"page {n}") for n in range(10))
    assert not any(frontier.add(f"page {n}", b"", 0) for n in range(10))
    assert len(frontier) == 10


def test_keys_may_contain_any_characters():
    frontier = DiskFrontier()
    assert frontier.add("\ud800\0", b"", 0)
    assert frontier.knows("\ud800\0")


def test_a_reopened_frontier_continues_with_unfinished_pages(file: Path):
    frontier = DiskFrontier(file)
    assert frontier.is_empty()
    for name in "abcd":
        frontier.add(name, name.encode(), 0)
    tickets = [(frontier.next() or (b"",))[0] for _ in "abc"]
    frontier.done(tickets[0])
    frontier.failed(tickets[1])
    frontier.save_state({"seed": "http://example.org/"})
    frontier.close()
    again = DiskFrontier(file)
    assert not again.is_empty()
    assert again.state() == {"seed": "http://example.org/"}
    assert drain(again) == [b"b", b"c", b"d"]
    assert again.knows("a")
    again.remove()
    assert list(file.parent.iterdir()) == []


def test_failed_pages_are_not_tried_again_in_the_same_crawl():
    frontier = DiskFrontier()
    frontier.add("a", b"a", 0)
    frontier.failed((frontier.next() or (b"",))[0])
    assert frontier.next() is None
    assert not frontier.add("a", b"a", 0)


def test_a_cleared_frontier_knows_nothing(file: Path):
    frontier = DiskFrontier(file)
    frontier.add("a", b"a", 0)
    frontier.clear()
    assert len(frontier) == 0
    assert frontier.add("a", b"a", 0)
    frontier.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from blogcrawler.frontier import DiskFrontier, Role
frontier = DiskFrontier(Path(sys.argv[1]))
for name in ("home", "training"):
    frontier.add(name, name.encode(), 9)
frontier.save_state({"phase": "crawl"})
home, _ = frontier.next()
frontier.add("found on home", b"found on home", 0)
frontier.done(home)                                   # committed with what it brought
training, _ = frontier.next()
frontier.add("found on training", b"found on training", 0)  # not committed: the page is not done
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_after_a_kill_exactly_the_unfinished_pages_are_repeated(file: Path):
    code = subprocess.run([sys.executable, "-c", KILLED, file], timeout=30).returncode
    assert code == -signal.SIGKILL
    frontier = DiskFrontier(file)
    assert frontier.state() == {"phase": "crawl"}
    assert drain(frontier) == [b"training", b"found on home"]
    assert frontier.knows("home")
    assert not frontier.knows("found on training")
    frontier.close()


def test_the_state_is_replaced_as_a_whole_and_survives_a_kill(file: Path):
    frontier = DiskFrontier(file)
    assert frontier.state() is None
    frontier.save_state({"phase": "survey", "title": "Ünïcode \ud800", "learned": [1, None]})
    assert frontier.state() == {"phase": "survey", "title": "Ünïcode \ud800", "learned": [1, None]}
    frontier.add("queued before", b"queued before", 0)
    frontier.save_state({"phase": "crawl"})
    frontier.add("queued afterwards", b"", 0)
    frontier._close()  # as if killed
    again = DiskFrontier(file)
    assert again.state() == {"phase": "crawl"}
    assert drain(again) == [b"queued before"]
    again.clear()
    assert again.state() == {"phase": "crawl"}
    again.close()


def test_two_crawls_do_not_share_a_frontier(file: Path):
    frontier = DiskFrontier(file)
    frontier.add("a", b"a", 0)
    with pytest.raises(UsageError, match="another crawl is using"):
        DiskFrontier(file)
    frontier.close()
    DiskFrontier(file).close()


def test_a_file_that_is_not_a_frontier_is_left_alone(file: Path):
    file.parent.mkdir()
    file.write_text("my diary " * 1000)
    with pytest.raises(UsageError, match="remove it to start the crawl again"):
        DiskFrontier(file)
    assert file.read_text().startswith("my diary")


@pytest.mark.parametrize("on_disk", [True, False])
def test_memory_does_not_grow_with_the_pages(file: Path, on_disk: bool):
    frontier = DiskFrontier(file if on_disk else None, remembered=500)
    data = os.urandom(200)
    tracemalloc.start()
    try:
        for n in range(5_000):
            frontier.add(f"http://example.org/{n}", data, n % 7)
            if n % 10 == 0:
                frontier.done((frontier.next() or (b"",))[0])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        frontier.close()
    assert peak < 500_000
