from __future__ import annotations

import pytest

from blogcrawler.forum.lists.list_rows import ListRow
from blogcrawler.forum.lists.row_columns import RowColumns, is_sorted_by_activity, moved_up
from blogcrawler.items import ThreadSummary

COLUMNS = RowColumns("n replies", -1, "d last", exact=True)


def row(number: int, replies: int, views: int = 500, last: str | None = None) -> ListRow:
    cells = {"n replies": str(replies), "n views": str(views + number)}
    return ListRow(f"t{number}", "T", cells | {"d last": last or date(number)})


def date(number: int) -> str:
    return f"2020-03-{number:02}T10:00:00"


def summary(number: int, messages: int) -> ThreadSummary:
    return ThreadSummary(f"t{number}", messages, date(number))


def known(*sizes: int) -> dict[str, ThreadSummary]:
    return {f"t{number}": summary(number, size) for number, size in enumerate(sizes, 1)}


def test_the_columns_are_those_that_agree_with_what_is_stored():
    rows = [row(1, 3), row(2, 0), row(3, 11), row(4, 99, last="2020-04-01T10:00:00"), row(5, 1)]
    assert RowColumns.learn(rows, known(4, 1, 12, 3)) == COLUMNS


def test_nothing_is_learned_from_rows_that_do_not_agree():
    rows = [row(1, 30), row(2, 40), row(3, 11), row(4, 99)]
    assert (
        RowColumns.learn([ListRow(one.url, "T", {"n views": "7"}) for one in rows], known(1, 2, 3, 4)) == RowColumns()
    )
    assert RowColumns.learn(rows, {}) == RowColumns()


def test_if_all_threads_have_changed_the_columns_of_the_last_visit_are_used():
    assert RowColumns().or_else(COLUMNS) == COLUMNS
    other = RowColumns("n other")
    assert other.or_else(COLUMNS) == other


@pytest.mark.parametrize(
    ("listed", "before", "changed"),
    [
        (row(1, 3), None, False),
        (row(1, 3, views=9000), None, False),
        (row(1, 4), None, True),
        (row(1, 2), None, True),
        (row(1, 3, last="2020-03-02T10:00:00"), None, True),
        (row(1, 9), "9 2020-03-01T10:00:00", False),  # it said so before: the forum miscounts
        (row(1, 10), "9 2020-03-01T10:00:00", True),
    ],
)
def test_a_row_has_changed_if_it_differs_from_what_is_stored_and_from_the_last_visit(
    listed: ListRow, before: str | None, changed: bool
):
    assert COLUMNS.has_changed(listed, summary(1, 4), before) is changed


def test_a_row_without_the_columns_says_nothing():
    assert COLUMNS.has_changed(ListRow("t1", "T"), summary(1, 4), None) is None


def test_the_stated_number_of_messages_includes_the_first():
    assert COLUMNS.messages(row(1, 3)) == 4
    assert COLUMNS.messages(ListRow("t1", "T")) is None


def test_columns_survive_their_record():
    assert RowColumns.from_record(COLUMNS.record()) == COLUMNS
    assert RowColumns.from_record({}) == RowColumns()


def test_a_list_is_sorted_by_activity_if_nearly_all_neighbours_are():
    rows = [row(number, 0) for number in (9, 8, 7, 6, 5, 4)]
    stored = known(*[1] * 9)
    assert is_sorted_by_activity(rows, stored)
    assert is_sorted_by_activity([row(1, 0), *rows], stored)  # a pinned thread
    assert not is_sorted_by_activity(rows[::-1], stored)


@pytest.mark.parametrize(
    ("now", "moved"), [("abcde", ""), ("eabcd", "e"), ("xcab", "c"), ("bcdea", "a"), ("", ""), ("xy", "")]
)
def test_a_thread_that_is_in_another_place_has_moved(now: str, moved: str):
    assert moved_up(list(now), list("abcde")) == set(moved)
