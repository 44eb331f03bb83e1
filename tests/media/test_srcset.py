from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.media.srcset import parse_srcset


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a.jpg", [(0, 1.0, "a.jpg")]),
        ("a.jpg 300w, b.jpg 1024w", [(300, 1.0, "a.jpg"), (1024, 1.0, "b.jpg")]),
        ("a.jpg 1x,b.jpg 2x", [(0, 1.0, "a.jpg"), (0, 2.0, "b.jpg")]),
        ("a.jpg, b.jpg 1.5x", [(0, 1.0, "a.jpg"), (0, 1.5, "b.jpg")]),
        ("/w_3,c/a.jpg 300w, /w_6,c/a.jpg 600w", [(300, 1.0, "/w_3,c/a.jpg"), (600, 1.0, "/w_6,c/a.jpg")]),
        (" , , a.jpg 5w 7h ,", [(5, 1.0, "a.jpg")]),
        ("a.jpg calc(1px, 2px), b.jpg 2x", [(0, 1.0, "a.jpg"), (0, 2.0, "b.jpg")]),
        ("", []),
    ],
)
def test_a_srcset_is_parsed_like_in_browsers(value: str, expected: list[tuple[int, float, str]]) -> None:
    assert parse_srcset(value) == expected


def test_the_number_of_candidates_is_limited() -> None:
    assert len(parse_srcset(", ".join(f"{number}.jpg {number}w" for number in range(1, 100)))) == 50


@given(st.text(max_size=80))
def test_every_candidate_has_a_url(value: str) -> None:
    assert all(candidate.url for candidate in parse_srcset(value))
