from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from exported_posts import HARBOUR, KOREAN, UNDATED

from blogcrawler.export.moments import known_moment, moment, post_date
from blogcrawler.items import Comment


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-31T10:20:30+02:00", "2024-03-31T10:20:30+02:00"),
        ("2024-03-31T10:20:30", "2024-03-31T10:20:30+00:00"),
        ("2024-03-31", "2024-03-31T00:00:00+00:00"),
        ("0001-01-01T00:00:00+14:00", None),
        ("yesterday", None),
        (None, None),
    ],
)
def test_moment(text: str | None, expected: str | None) -> None:
    found = moment(text)
    assert (found and found.isoformat()) == expected


def test_the_day_is_the_one_that_the_blog_shows() -> None:
    assert post_date(HARBOUR) == "2024-03-31"
    assert post_date(replace(HARBOUR, published="2024-03-31T00:30:00+09:00")) == "2024-03-31"
    assert post_date(UNDATED) is None


def test_formats_that_require_a_time_get_the_best_that_is_known() -> None:
    assert known_moment(UNDATED) == datetime(1970, 1, 1, tzinfo=UTC)
    assert known_moment(replace(UNDATED, fetched="2020-01-01")).year == 2020
    assert known_moment(replace(UNDATED, fetched="2020-01-01", dating={"date": "2010-05-06"})).year == 2010
    assert known_moment(KOREAN, Comment(published="2023-01-01")).year == 2023
    assert known_moment(KOREAN, Comment(published="soon")).year == 2022
