from __future__ import annotations

from datetime import UTC, datetime

import pytest

from blogcrawler.web.views.cursors import cursor_of, cursor_text
from blogcrawler.web.views.formats import ago, count, day, direction, link, moment, one, short_address

NOW = datetime(2024, 3, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "expected"),
    [("fa", "rtl"), ("he-IL", "rtl"), ("en", "ltr"), ("ja", "ltr"), (None, "ltr"), ("", "ltr")],
)
def test_the_direction_of_a_language(language: str | None, expected: str) -> None:
    assert direction(language) == expected


def test_dates() -> None:
    assert day("2014-03-01T10:00:00+02:00") == "1 March 2014"
    assert day("about 2014") == "about 2014"
    assert day(None) == ""
    assert moment("2014-03-01T10:05:00+02:00") == "1 March 2014, 10:05"
    assert moment("2014-03-01") == "1 March 2014"


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("2024-03-09T11:00:00+00:00", "1 day ago"),
        ("2024-03-10T14:30:00+00:00", "in 2 hours"),
        ("2024-03-10T12:00:00", "just now"),
        ("2014-01-01", "10 years ago"),
        (int(NOW.timestamp()) + 5, "in a moment"),
        (10**18, ""),
        ("soon", ""),
        (None, ""),
    ],
)
def test_how_long_ago(when: str | int | None, said: str) -> None:
    assert ago(when, NOW) == said


def test_numbers() -> None:
    assert (count(1, "post"), count(2000, "post"), count(0, "post"), count(None)) == (
        "1 post",
        "2,000 posts",
        "0 posts",
        "…",
    )


def test_addresses() -> None:
    assert short_address("https://www.example.org/a/") == "example.org/a"
    assert (
        link("/blog", url="https://a.example/?x=1&y=2", after=None)
        == "/blog?url=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D2"
    )


def test_marks_that_turn_text_around_are_removed() -> None:
    assert one("a\u202eb\x00c\u2066") == "a b c "


@pytest.mark.parametrize("text", [None, "", "1", "x.1", "1.-1", "9223372036854775808.1", "1.1.1", "١.١x"])
def test_what_is_not_a_cursor(text: str | None) -> None:
    assert cursor_of(text) is None


def test_a_cursor_survives_its_address() -> None:
    assert cursor_of(cursor_text((-1704067200000000, 17))) == (-1704067200000000, 17)
