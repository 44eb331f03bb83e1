from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.frontier import Scope, learn_pattern


@pytest.mark.parametrize(
    ("home", "within", "without"),
    [
        (
            "https://example.org/blog/",
            ["https://example.org/blog/", "https://example.org/blog", "https://example.org/blog/a/b?c"],
            [
                "https://example.org/",
                "https://example.org/blogs/",
                "https://example.org/shop/",
                "https://example.org/b",
            ],
        ),
        (
            "https://example.org/blog",
            ["https://example.org/blog", "https://example.org/blog/a"],
            ["https://example.org/", "https://example.org/blogroll"],
        ),
        ("https://example.org/~me/index.html", ["https://example.org/~me/a.html"], ["https://example.org/~you/"]),
        (
            "http://example.org:8080/",
            ["http://example.org:8080/x", "http://www.example.org:8080/x"],
            ["http://example.org:9090/x", "http://blog.example.org:8080/", "http://example.org.evil.net:8080/"],
        ),
        ("https://example.org/", ["https://www.example.org/a"], ["https://example.com/", "http://[", "mailto:a@b"]),
    ],
)
def test_the_scope_contains_the_blogs_own_pages_only(home: str, within: list[str], without: list[str]):
    scope = Scope(home)
    assert [url for url in within if not scope.contains(url)] == []
    assert [url for url in without if scope.contains(url)] == []


def test_posts_outside_the_blogs_folder_belong_to_it_if_the_feed_has_such_urls():
    pattern = learn_pattern(["https://example.org/2014/03/a.html", "https://example.org/2014/04/b.html"])
    scope = Scope("https://example.org/blog/", pattern)
    assert scope.contains("https://example.org/2009/01/c.html")
    assert not scope.contains("https://example.org/about.html")


@pytest.mark.parametrize(
    ("url", "adopted"),
    [
        ("http://www.example.org/a?utm_source=feed", "https://example.org/a"),
        ("https://example.org:443/a", "https://example.org/a"),
        ("https://other.example/a", "https://other.example/a"),
        ("no address", "no address"),
        ("http://[", "http://["),
    ],
)
def test_schemes_ports_and_www_are_corrected(url: str, adopted: str):
    assert Scope("https://example.org/").adopt(url) == adopted


@given(st.text(max_size=60))
@settings(max_examples=100)
def test_any_text_is_accepted_as_a_url(text: str):
    scope = Scope("https://example.org/")
    scope.contains(scope.adopt(text))
