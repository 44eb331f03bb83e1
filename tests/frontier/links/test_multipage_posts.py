from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.frontier import next_part, whole_of

POST = "https://example.org/2014/03/a-post/"


@pytest.mark.parametrize(
    ("url", "whole"),
    [
        (f"{POST}2/", (POST[:-1], 2)),
        (f"{POST}page/3/", (POST[:-1], 3)),
        (f"{POST}?page=2", (POST, 2)),
        ("https://example.org/?p=12&page=2", ("https://example.org/?p=12", 2)),
        (POST, None),
        ("https://example.org/2/", None),
        ("https://example.org/page-turner/", None),
        ("https://example.org/?homepage=2", None),
        ("https://example.org/2014/2015/", None),
        ("http://[", None),
    ],
)
def test_urls_of_further_pages_are_recognised(url: str, whole: tuple[str, int] | None):
    assert whole_of(url) == whole


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("<a href=2/>2</a>", f"{POST}2/"),
        ("<a href='?page=2'>Next page</a>", f"{POST}?page=2"),
        ("<a href=/2014/03/a-post/2/><span>Page 2</span></a>", f"{POST}2/"),
        ("<a href=3/>3</a>", None),
        ("<a href=2/>The second part of my life</a>", None),
        ("<a href=/2014/03/another-post/2/>2</a>", None),
        ("<a href=/2014/03/another-post/>Next</a>", None),
    ],
)
def test_the_next_page_of_a_post_is_found_by_its_number_or_link_text(link: str, found: str | None):
    assert next_part(parse_page(f"<p>Pages: 1 {link}</p>", POST), POST, 2) == found
