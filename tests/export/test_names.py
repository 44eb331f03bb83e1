from __future__ import annotations

import re
from dataclasses import replace

import pytest
from exported_posts import HARBOUR, HOSTILE, KOREAN, UNDATED
from hypothesis import given
from hypothesis import strategies as st
from post_strategies import posts

from blogcrawler.export.names import lossless_slug, month_folder, post_name, slug
from blogcrawler.items import Post


def test_a_name_has_the_date_the_title_and_a_digest_of_the_address() -> None:
    assert re.fullmatch(r"2024-03-31-notes-on-harbours-c-more-[0-9a-f]{12}", post_name(HARBOUR))
    assert re.fullmatch(r"2022-01-02-[0-9a-f]{12}", post_name(KOREAN))
    assert re.fullmatch(r"[0-9a-f]{12}", post_name(UNDATED))
    assert post_name(HARBOUR) != post_name(replace(HARBOUR, url="https://a.example/other"))
    assert (month_folder(HARBOUR), month_folder(UNDATED)) == ("2024/03", "undated")


@given(posts | st.just(HOSTILE))
def test_names_are_safe_for_any_post(post: Post) -> None:
    assert re.fullmatch(r"[a-z0-9-]{12,90}", post_name(post))
    assert re.fullmatch(r"\d{4}/\d\d|undated", month_folder(post))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Über Äpfel & Birnen!", "uber-apfel-birnen"),
        ("Kerzengießen auf Ærø, w Łodzi", "kerzengiessen-auf-aero-w-lodzi"),
        ("İstanbul", "istanbul"),
        ("زمان", ""),
        ("../../etc", "etc"),
        ("", ""),
    ],
)
def test_slug(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_different_names_have_different_slugs() -> None:
    names = ["c", "C++", "C#", "زمان", "머신", "a b", "a_b", "x" * 100, "x" * 101]
    assert len({lossless_slug(name) for name in names}) == len(names)
    assert lossless_slug("a b") == "a-b"
