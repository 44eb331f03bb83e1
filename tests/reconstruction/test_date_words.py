from __future__ import annotations

import pytest

from blogcrawler.reconstruction.date_words import with_date

OLD, NEW = "2026-11-15T20:22:00+00:00", "2027-01-03T08:05:00+00:00"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "November 15, 2026 at 8:22 pm", "January 3, 2027 at 8:05 am"),
        ("en-US", "Posted on 2026-11-15 20:22 by Ann", "Posted on 2027-01-03 08:05 by Ann"),
        ("de", "15. November 2026", "3. Januar 2027"),
        ("fr", "le 15 novembre 2026", "le 3 janvier 2027"),
        ("ru", "Вс 15 ноября 2026", "вс 03 января 2027"),
        ("fa", "15 Nov 2026", "3 Jan 2027"),
        ("nonsense", "Nov 15, 2026", "Jan 3, 2027"),
        (None, "15.11.2026", "03.01.2027"),
        ("en", "15 comments", "15 comments"),
    ],
)
def test_a_date_is_written_as_before(language: str | None, text: str, expected: str) -> None:
    assert with_date(text, OLD, NEW, language) == expected


def test_without_dates_nothing_changes() -> None:
    assert with_date("November 15, 2026", None, NEW, "en") == "November 15, 2026"
    assert with_date("November 15, 2026", OLD, None, "en") == "November 15, 2026"
