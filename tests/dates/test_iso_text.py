"""Any text that states a date, as ISO 8601."""

from __future__ import annotations

from datetime import datetime

import pytest

from blogcrawler.dates import iso_moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("1704164645", "2024-01-02T03:04:05+00:00"),
        (" 1704164645\n", "2024-01-02T03:04:05+00:00"),
        ("999999999", "2001-09-09T01:46:39+00:00"),
        ("17041646", None),  # a number, not a date
        ("2024-01-02T03:04:05Z", "2024-01-02T03:04:05+00:00"),
        ("2024-01-02", "2024-01-02"),
        ("December 26, 2006 at 08:43 AM", "2006-12-26T08:43:00"),
        ("yesterday", None),
        ("99999999999999999999", None),
        ("", None),
    ],
)
def test_seconds_machine_dates_and_dates_in_words_are_read(text: str, moment: str | None) -> None:
    assert iso_moment(text) == moment
    assert iso_moment(text, milliseconds=True) == moment


@pytest.mark.parametrize("text", ["1378227647737", "1378227647737.25", "1378227647.5"])
def test_milliseconds_and_fractions_are_only_read_on_request(text: str) -> None:
    assert iso_moment(text, milliseconds=True) == "2013-09-03T17:00:47+00:00"
    assert iso_moment(text) is None


@pytest.mark.parametrize("text", ["12345678901", "12345678901234"])
def test_numbers_of_another_length_are_neither_seconds_nor_milliseconds(text: str) -> None:
    assert iso_moment(text, milliseconds=True) is None


def test_the_language_names_the_month() -> None:
    assert iso_moment("3. März 2014", "de") == "2014-03-03"


def test_an_ambiguous_date_is_read_in_the_preferred_form() -> None:
    assert iso_moment("03/04/2014") == "2014-04-03"
    assert iso_moment("03/04/2014", form="dmy") == "2014-04-03"
    assert iso_moment("03/04/2014", form="mdy") == "2014-03-04"
    assert iso_moment("13/04/2014", form="mdy") == "2014-04-13"  # cannot be read that way


def test_utc_is_the_zone_of_times_without_one() -> None:
    assert iso_moment("2014-03-03T10:00", utc=True) == "2014-03-03T10:00:00+00:00"
    assert iso_moment("2014-03-03T10:00+02:00", utc=True) == "2014-03-03T10:00:00+02:00"
    assert iso_moment("2014-03-03", utc=True) == "2014-03-03"


def test_a_relative_date_needs_to_know_the_time() -> None:
    assert iso_moment("3 days ago", now=datetime(2014, 3, 10)) == "2014-03-07"
    assert iso_moment("3 days ago") is None
