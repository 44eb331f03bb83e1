from __future__ import annotations

from datetime import datetime

import pytest

from blogcrawler.dates import asked_moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2014", "2014-12-31T23:59:59.999999+00:00"),
        ("2014-02", "2014-02-28T23:59:59.999999+00:00"),
        ("201212", "2012-12-31T23:59:59.999999+00:00"),
        ("2014-03-01", "2014-03-01T23:59:59.999999+00:00"),
        ("20140301", "2014-03-01T23:59:59.999999+00:00"),
        (" 2014-03-01 12:30 ", "2014-03-01T12:30:00+00:00"),
        ("2014-03-01T12:30:05+02:00", "2014-03-01T10:30:05+00:00"),
        ("2014-03-01T12:30Z", "2014-03-01T12:30:00+00:00"),
        ("20140301123005", "2014-03-01T12:30:05+00:00"),
    ],
)
def test_a_period_means_its_end(text: str, moment: str) -> None:
    assert asked_moment(text) == datetime.fromisoformat(moment)


@pytest.mark.parametrize("text", ["", "now", "0000", "2014-13", "2014-02-30", "9999-12-31T23:59:59-12:00", "２０１４"])
def test_what_is_not_a_moment_is_rejected(text: str) -> None:
    assert asked_moment(text) is None
