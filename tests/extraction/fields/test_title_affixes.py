"""The blog's name around titles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.extraction.fields.title_affixes import blog_name_affixes, strip_blog_name

NAMES = ("cats", "dogs", "birds", "the fish")


@pytest.mark.parametrize(
    ("title", "site", "affixes"),
    [
        ("I like tea and {}", "I like tea and cake", ("I like tea and ", "")),
        ("» {} :mytea", "", ("» ", " :mytea")),
        ("My tea, {}", "My tea", ("My tea, ", "")),
        ("Japan 2017: Day {}", "My tea", ("", "")),  # a series
        ("{}", "My tea", ("", "")),
    ],
)
def test_only_names_of_the_blog_and_signs_are_cut_off(title: str, site: str, affixes: tuple[str, str]) -> None:
    head = f'<head><meta property="og:site_name" content="{site}"></head>'
    pages = [parse_page(f"<html>{head}<body></body></html>", f"http://mytea.example/{name}") for name in NAMES]
    titles = [title.format(name) for name in NAMES]
    assert blog_name_affixes(titles, pages) == affixes


def test_three_titles_may_begin_alike_by_chance() -> None:
    pages = [parse_page("<html></html>", "http://mytea.example/")] * 3
    assert blog_name_affixes(["mytea cats", "mytea dogs", "mytea birds"], pages) == ("", "")


def test_a_title_that_is_the_name_alone_is_kept() -> None:
    assert strip_blog_name("My tea", ("My ", "tea")) == "My tea"


@given(st.lists(st.one_of(st.none(), st.text(max_size=20)), max_size=8))
def test_any_titles_have_affixes_that_they_share(titles: list[str | None]) -> None:
    prefix, suffix = blog_name_affixes(titles, [parse_page("<html></html>", "http://mytea.example/")])
    assert all(title.startswith(prefix) and title.endswith(suffix) for title in titles if title)
