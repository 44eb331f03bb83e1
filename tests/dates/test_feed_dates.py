"""Dates of feeds."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dates import parse_date, plausible
from blogcrawler.feeds import parse_feed

CASES = [
    # RFC 822 and what is taken for it
    ("Mon, 03 Mar 2014 10:00:00 +0100", "2014-03-03T10:00:00+01:00"),
    ("Mon, 3 Mar 2014 10:00:00 GMT", "2014-03-03T10:00:00+00:00"),
    ("03 Mar 14 10:00 EST", "2014-03-03T10:00:00-05:00"),
    ("3 Mar 99 10:00:00 PDT", "1999-03-03T10:00:00-07:00"),
    ("Mon, 03 Mar 2014 10:00:00 -0000", "2014-03-03T10:00:00+00:00"),
    ("Mon, 03 Mar 2014 10:00:00 JST", "2014-03-03T10:00:00+09:00"),
    ("Mon, 03 Mar 2014 10:00:00 XYZ", "2014-03-03T10:00:00"),
    ("Mon, 03 March 2014 10:00:00 +01:00", "2014-03-03T10:00:00+01:00"),
    ("Wed, 03 Sept 2014 23:59:60 +0000", "2014-09-03T23:59:59+00:00"),
    ("Mon Mar 03 2014 10:00:00 GMT+0100 (CET)", "2014-03-03T10:00:00+01:00"),
    ("Mon Mar  3 10:00:00 CET 2014", "2014-03-03T10:00:00+01:00"),
    ("Mon Mar  3 10:00:00 2014", "2014-03-03T10:00:00"),
    ("Mon, 03 Mar 2014 24:00:00 +0000", "2014-03-04T00:00:00+00:00"),
    ("Mon, 03 Mar 2014 10:00:00 +9900", "2014-03-03T10:00:00"),
    # ISO 8601 and RFC 3339
    ("2014-03-03T10:00:00Z", "2014-03-03T10:00:00+00:00"),
    ("2014-03-03T10:00:00.123456-05:30", "2014-03-03T10:00:00-05:30"),
    ("2014-03-03T10:00:00+0100", "2014-03-03T10:00:00+01:00"),
    ("2014-03-03T10:00:00+01", "2014-03-03T10:00:00+01:00"),
    ("2014-03-03T10:00+01:00", "2014-03-03T10:00:00+01:00"),
    ("2014-03-03T10:00:00+01:00[Europe/Paris]", "2014-03-03T10:00:00+01:00"),
    ("2014-03-03 10:00:00 +0100", "2014-03-03T10:00:00+01:00"),
    ("2014-03-03 10:00:00 UTC", "2014-03-03T10:00:00+00:00"),
    ("2014-03-03T10:00:00", "2014-03-03T10:00:00"),
    ("2014-03-03 1:05 PM", "2014-03-03T13:05:00"),
    ("2014/03/03 10:00", "2014-03-03T10:00:00"),
    ("2014-03-03", "2014-03-03T00:00:00"),
    ("20140303T100000Z", "2014-03-03T10:00:00+00:00"),
    ("20140303", "2014-03-03T00:00:00"),
    # people
    ("March 3, 2014", "2014-03-03T00:00:00"),
    ("March 3, 2014 at 1:05 pm", "2014-03-03T13:05:00"),
    ("Lun, 03 Mar 2014 10:00:00 +0100", "2014-03-03T10:00:00+01:00"),
    ("mar, 03 jun 2014 10:00:00 +0200", "2014-06-03T10:00:00+02:00"),
    ("mar. 3 juin 2014", "2014-06-03T00:00:00"),
    ("3 mars 2014", "2014-03-03T00:00:00"),
    ("3 de marzo de 2014", "2014-03-03T00:00:00"),
    ("Montag, 3. März 2014 10:00", "2014-03-03T10:00:00"),
    ("3 марта 2014", "2014-03-03T00:00:00"),
    ("3 grudnia 2014", "2014-12-03T00:00:00"),
    ("2014年3月3日", "2014-03-03T00:00:00"),
    ("2014年03月03日 10:00", "2014-03-03T10:00:00"),
    ("2014년 3월 3일", "2014-03-03T00:00:00"),
    ("٣ مارس ٢٠١٤", "2014-03-03T00:00:00"),
    ("03.04.2014", "2014-04-03T00:00:00"),
    ("03.04.2014 10:30", "2014-04-03T10:30:00"),
    ("31/12/2014", "2014-12-31T00:00:00"),
    ("12/31/2014 10:00", "2014-12-31T10:00:00"),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_date_keeps_its_offset(text: str, expected: str) -> None:
    date = parse_date(text)
    assert date is not None
    assert date.isoformat() == expected


@pytest.mark.parametrize(
    "text",
    [
        *(None, "", "yesterday", "2014", "March 2014", "03/04/2014", "2014-13-40", "30 Feb 2014", "99:99"),
        *("Mon, 03 Mar 2014 10:75:00 GMT", "0000-00-00 00:00:00", "1 2 3 Mar 2014", "x" * 500),
    ],
)
def test_incomplete_and_ambiguous_dates_give_none(text: str | None) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(("language", "month"), [("hr", 10), ("pl", 11), ("xx", 11), ("pl-PL", 11), ("", 11)])
def test_the_feeds_language_decides_between_month_names(language: str, month: int) -> None:
    date = parse_date("3 listopada 2014", language)
    assert date is not None
    assert date.month == month


NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("0001-01-01T00:00:00Z", False),
        ("Wed, 30 Nov -0001 00:00:00 +0000", False),
        ("1970-01-01T00:00:00Z", False),
        ("1970-01-01T01:00:00+01:00", False),
        ("1970-01-01T00:00:00-05:00", False),
        ("1970-01-02T00:00:00Z", True),
        ("1945-05-08T12:00:00Z", True),
        ("2026-12-24T12:00:00Z", True),
        ("2027-06-01T12:00:00Z", False),
        ("9999-12-31T23:59:59-14:00", False),
    ],
)
def test_implausible_dates_are_dropped(text: str, kept: bool) -> None:
    assert (plausible(parse_date(text), NOW) is not None) == kept


@given(st.datetimes(datetime(1900, 1, 2), datetime(2100, 1, 1)), st.integers(-12 * 4, 14 * 4))
def test_iso_dates_survive_a_round_trip(naive: datetime, quarters: int) -> None:
    date = naive.replace(microsecond=0, tzinfo=timezone(timedelta(minutes=15 * quarters)))
    assert parse_date(date.isoformat()) == date
    assert parse_date(date.strftime("%a, %d %b %Y %H:%M:%S %z")) == date


@given(st.text(max_size=60))
def test_parsing_any_text_never_fails(text: str) -> None:
    plausible(parse_date(text))


@pytest.mark.parametrize(
    ("dates", "dated"),
    [
        (["2025-06-23T02:23:03Z"] * 5, 0),  # when the site was built
        (["2025-06-23T02:23:03Z"] * 3, 3),
        (["2025-06-23T02:23:03Z"] * 4 + ["2025-06-24T02:23:03Z"], 5),
        (["2025-06-23T00:00:00Z"] * 5, 5),  # an issue of a magazine
        (["2025-06-23T02:23:03Z"] * 4 + [""], 4),
    ],
)
def test_an_instant_that_all_entries_share_is_the_feeds_build_date(dates: list[str], dated: int) -> None:
    entries = "".join(
        f"<entry><id>{n}</id><link href='/{n}'/><title>Post {n}</title><updated>{date}</updated></entry>"
        for n, date in enumerate(dates)
    )
    xml = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title>{entries}</feed>".encode()
    items = [{"id": f"/{n}", "url": f"https://a.org/{n}", "date_published": date} for n, date in enumerate(dates)]
    listed = json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": items}).encode()
    for feed in (parse_feed(xml, "https://a.org/feed"), parse_feed(listed, "https://a.org/feed.json")):
        assert len(feed.entries) == len(dates)
        assert sum(entry.published is not None for entry in feed.entries) == dated
