from __future__ import annotations

from datetime import UTC, datetime, timedelta

from blogcrawler.dates import parse_instant
from blogcrawler.forum.lists.board_document import (
    BOARD,
    is_board_due,
    is_whole_due,
    postpone_whole,
    record_dates,
    record_marks,
    set_next_reading,
)
from blogcrawler.items import WatchedDocument

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def board(**fields: object) -> WatchedDocument:
    return WatchedDocument("https://f.example/", "https://f.example/b", BOARD, **fields)  # type: ignore[arg-type]


def test_marks_of_threads_that_were_not_reached_stay_behind_the_others():
    document = board(reading={"a": "1", "b": "2", "c": "3"})
    record_marks(document, {"x": "1", "b": "5"}, is_whole=False)
    assert list(document.reading.items()) == [("x", "1"), ("b", "5"), ("a", "1"), ("c", "3")]
    record_marks(document, {"x": "1"}, is_whole=True)
    assert document.reading == {"x": "1"}


def test_the_number_of_remembered_threads_and_dates_is_limited():
    document = board()
    record_marks(document, {str(number): "" for number in range(5000)}, is_whole=True)
    assert len(document.reading) == 2000
    record_dates(document, [f"2026-01-{day:02}" for day in range(1, 32)] + [None])
    record_dates(document, ["2026-02-01"])
    assert (len(document.facts["dates"]), document.facts["dates"][0]) == (30, "2026-02-01")


def test_a_busy_list_is_read_again_sooner():
    busy, quiet = board(), board()
    record_dates(busy, [(NOW - timedelta(hours=hours)).isoformat() for hours in range(30)])
    record_dates(quiet, [(NOW - timedelta(days=40 * days)).isoformat() for days in range(30)])
    for document in (busy, quiet):
        set_next_reading(document, NOW, 20)
        assert not is_board_due(document, NOW)
    assert (busy.due or "") < (quiet.due or "")
    assert is_board_due(busy, parse_instant(busy.due) or NOW)


def test_lists_are_read_to_their_ends_less_and_less_often_while_nothing_is_missing():
    home, pauses = board(), []
    assert is_whole_due(home, NOW)
    for quiet in (True, True, True, True, True, True, False):
        postpone_whole(home, NOW, quiet)
        pauses.append(home.facts["whole_pause"] / 24)
    assert pauses == [1, 2, 4, 8, 14, 14, 1]
    assert not is_whole_due(home, NOW)
    assert is_whole_due(home, NOW + timedelta(days=1))


def test_lists_that_are_not_sorted_by_activity_are_read_to_their_ends_every_day():
    home = board(facts={"sorted": False, "whole_pause": 96})
    postpone_whole(home, NOW, quiet=True)
    assert home.facts["whole_pause"] == 24
