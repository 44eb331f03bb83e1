from __future__ import annotations

import pytest

from blogcrawler.feeds import same_site_variants
from blogcrawler.feeds.parsing.entry_links import absolute_link
from blogcrawler.feeds.parsing.post_url import post_address


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("/a", "https://b.org/a"),
        ("a", "https://b.org/blog/a"),
        ("//c.org/a", "https://c.org/a"),
        (" https://c.org/\na ", "https://c.org/a"),
        ("mailto:a@b.org", None),
        ("javascript:void(0)", None),
        ("http://[::1", None),
        ("http://b.org:port/", None),
        ("https://", None),
        ("", None),
        (None, None),
    ],
)
def test_links_become_absolute_urls_or_none(href: str | None, expected: str | None) -> None:
    assert absolute_link("https://b.org/blog/", href) == expected


@pytest.mark.parametrize(
    ("url", "blog", "expected"),
    [
        ("http://www.b.org/p?x=1", "https://b.org/", ["https://b.org/p?x=1"]),
        ("http://b.org/p", "http://b.org:8080/", ["http://b.org:8080/p"]),
        ("http://localhost:4000/p", "https://b.org/", ["https://b.org/p"]),
        ("https://b.org/p", "http://127.0.0.1:8000/", ["http://127.0.0.1:8000/p"]),
        ("https://b.org/p", "https://b.org/blog/", []),
        ("https://other.org/p", "https://b.org/", []),
        ("https://t.co/?u=https%3A%2F%2Fb.org%2Fp", "https://b.org/", ["https://b.org/p"]),
        (
            "http://feedproxy.google.com/~r/b/~3/Xy12/my-post/",
            "https://b.org/blog/",
            ["https://b.org/blog/my-post/"],
        ),
        ("http://feedproxy.google.com/~r/b/~3/Xy12/my-post", "https://b.org", ["https://b.org/my-post"]),
        ("nonsense", "https://b.org/", []),
        ("https://b.org/p", "nonsense", []),
    ],
)
def test_variants_use_the_blogs_own_scheme_host_and_port(url: str, blog: str, expected: list[str]) -> None:
    assert same_site_variants(url, blog) == expected


HOME, POST, PROXY = "https://b.org/", "https://b.org/p", "http://feedproxy.google.com/~r/b/~3/x/p"


@pytest.mark.parametrize(
    ("links", "original", "permalink", "expected"),
    [
        ([POST], None, None, (POST, ())),
        ([POST], None, "https://b.org/?p=1", (POST, ("https://b.org/?p=1",))),
        ([PROXY], POST, None, (POST, (PROXY,))),
        ([PROXY], None, POST, (POST, (PROXY,))),
        ([None], None, POST, (POST, ())),
        (["https://other.org/"], None, POST, (POST, ("https://other.org/",))),
        (["https://b.org"], None, POST, (POST, ("https://b.org",))),
        (["http://www.b.org/q"], None, POST, ("http://www.b.org/q", (POST,))),
        ([], None, None, (None, ())),
    ],
)
def test_the_posts_own_url_is_chosen(
    links: list[str | None],
    original: str | None,
    permalink: str | None,
    expected: tuple[str | None, tuple[str, ...]],
) -> None:
    assert post_address(links, original, permalink, HOME) == expected
