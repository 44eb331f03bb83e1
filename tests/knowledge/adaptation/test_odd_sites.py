"""Actions are repaired on odd pages without an error."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from odd_pages import URL, odd_pages

from blogcrawler.dom import parse_page
from blogcrawler.knowledge import adapt_navigation, adapt_new, adapt_recrawl, known_applications

APPLICATION = known_applications().applications["blog/wordpress"]


@given(st.lists(odd_pages, min_size=2, max_size=4))
@settings(max_examples=30)
def test_actions_are_repaired_on_odd_pages(htmls: list[str]) -> None:
    pages = [parse_page(html, f"https://blog.example/2023/05/{number}/") for number, html in enumerate(htmls)]
    level = APPLICATION.level("post")
    assert level is not None
    adapt_new(APPLICATION, level, pages, URL, [])
    adapt_recrawl(APPLICATION, level, [(page, {"title": "Tides", "author": "Ann"}) for page in pages], URL)
    for one in APPLICATION.levels:
        adapt_navigation(APPLICATION, one, pages, lambda url: "post", URL)
