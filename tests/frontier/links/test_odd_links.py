"""Links of odd pages are found and described without an error."""

from __future__ import annotations

from urllib.parse import urlsplit

from hypothesis import given, settings
from odd_pages import URL, odd_pages

from blogcrawler.dom import parse_page
from blogcrawler.feeds import feed_candidates
from blogcrawler.frontier import (
    LinkFeatureReader,
    Scope,
    app_files,
    is_standalone_post,
    learn_pattern,
    next_part,
    page_links,
    scripted_links,
)


@given(odd_pages)
@settings(max_examples=100)
def test_the_links_of_an_odd_page_are_web_addresses(html: str) -> None:
    page, pattern = parse_page(html, URL), learn_pattern([URL, "https://blog.example/2023/05/waves/"])
    scope = Scope("https://blog.example/", pattern)
    links = [*page_links(page, scope), *scripted_links(page, scope)]
    addresses = [*(link.url for link in links), *app_files(page), *filter(None, [next_part(page, URL, 2)])]
    assert {urlsplit(address).scheme for address in addresses} <= {"http", "https"}
    LinkFeatureReader(pattern).read(page, [link for link in links if link.element is not None], "list")
    assert all(link.url.startswith("http") for link in feed_candidates(html, URL))
    is_standalone_post(page, URL, "en", posts_state_kind=False)
