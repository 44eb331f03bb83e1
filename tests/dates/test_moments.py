"""Dates of different precision, compared."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from blogcrawler.dates import dates_agree, parse_instant


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (None, None, True),
        (None, "2014-03-03", False),
        ("no date", "2014-03-03", False),
        ("2014-03-03", "2014-03-03T23:00:00+00:00", True),
        ("2014-03-03", "2014-03-04T13:59:00+00:00", True),  # the same day, 14 hours west of Greenwich
        ("2014-03-03", "2014-03-04T14:00:00+00:00", False),
        ("2014-03-03T10:00:00+01:00", "2014-03-03T09:00:59+00:00", True),
        ("2014-03-03T10:00:00+01:00", "2014-03-03T09:01:00+00:00", False),
        ("2014-03-03T10:00:00", "2014-03-03T04:30:00+00:00", True),  # a clock five and a half hours ahead
        ("2014-03-03T10:00:00", "2014-03-03T04:28:00+00:00", False),  # no clock differs by that much
        ("2014-03-03T10:00:00", "2014-03-02T19:59:00+00:00", False),
    ],
)
def test_dates_agree_as_far_as_their_precision_goes(one: str | None, other: str | None, agree: bool) -> None:
    assert dates_agree(one, other) is agree
    assert dates_agree(other, one) is agree


def test_an_instant_without_zone_is_utc_and_without_time_midnight() -> None:
    assert parse_instant("2014-03-03") == datetime(2014, 3, 3, tzinfo=UTC)
    assert parse_instant("2014-03-03T10:00:00") == datetime(2014, 3, 3, 10, tzinfo=UTC)
    assert parse_instant("2014-03-03T10:00:00+02:00") == datetime(2014, 3, 3, 8, tzinfo=UTC)
    assert parse_instant("3 March") is None
    assert parse_instant(None) is None
