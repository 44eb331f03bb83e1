"""The title of a blog from that of its feed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.feeds import blog_title


@pytest.mark.parametrize(
    "title",
    [
        "Ann Lee",
        "Posts on Ann Lee",
        "Recent content in Posts on Ann Lee",
        "RSS feed of Ann Lee",
        "RSS 2.0 Feed for Ann Lee",
        "Feed for Ann Lee",
        "Flux RSS de Ann Lee",
        "Neueste Beiträge auf Ann Lee",
        "Ann Lee - RSS",
        "Ann Lee RSS Feed",
        "Ann Lee (Atom)",
    ],
)
def test_what_programs_add_is_no_part_of_the_title(title: str) -> None:
    assert blog_title(title) == "Ann Lee"


@pytest.mark.parametrize("title", ["Articles on Art", "Notes on Design", "RSS", "Feed", "Posts", "Blog on Ann Lee"])
def test_other_titles_stay(title: str) -> None:
    assert blog_title(title) == title


@pytest.mark.parametrize("title", ["Blog on Ann Lee", "文章 on Ann Lee", "butter – Ann Lee", "Ann Lee » Training"])
def test_sections_are_dropped_if_the_pages_name_the_blog(title: str) -> None:
    assert blog_title(title, {"ann lee"}) == "Ann Lee"


def test_a_title_that_the_pages_have_stays() -> None:
    assert blog_title("Posts on Design", {"posts on design", "design"}) == "Posts on Design"


def test_a_feed_without_a_title_gives_none() -> None:
    assert blog_title(None) is None
    assert blog_title("  ") is None


@given(st.text(max_size=80))
def test_a_title_is_never_lost(title: str) -> None:
    assert bool(blog_title(title)) == bool(title.split())
