"""The normal form of addresses."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import example, given, settings
from url_strategies import HOSTILE

from blogcrawler.errors import UsageError
from blogcrawler.urls import blog_address, join_url, normalize, page_key, resolve


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://example.org/", "https://example.org/"),
        (" example.org ", "https://example.org/"),
        ("example.org/blog", "https://example.org/blog"),
        ("HTTP://Example.ORG:80/A", "http://example.org/A"),
        ("localhost:8000", "https://localhost:8000/"),
        ("http://127.0.0.1:8000/x", "http://127.0.0.1:8000/x"),
        ("http://[::1]:8000/", "http://[::1]:8000/"),
        ("http://müller.example/größe", "http://xn--mller-kva.example/gr%C3%B6%C3%9Fe"),
        ("https://user:secret@example.org/#top", "https://example.org/"),
        ("https://my_blog.example.org./", "https://my_blog.example.org/"),
    ],
)
def test_a_typed_address_is_completed(typed: str, address: str):
    assert blog_address(typed) == address


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("", "no address given"),
        ("   ", "no address given"),
        ("my blog", "names no host"),
        ("blog", "names no host"),
        ("https://", "names no host"),
        ("https:///etc/passwd", "names no host"),
        ("/etc/passwd", "names no host"),
        ("../../etc", "names no host"),
        ("http://../../etc", "names no host"),
        ("http://..%2f..%2fetc/", "names no host"),
        ("http://a\\..\\b.org/", "names no host"),
        ("http://-a.org/", "names no host"),
        ("http://a..org/", "names no host"),
        (f"http://{'a' * 64}.org/", "names no host"),
        ("http://example.org:0/", "names no host"),
        ("http://example.org:99999/", "is not an address"),
        ("http://example.org:x/", "is not an address"),
        ("http://[::1/", "is not an address"),
        ("ftp://example.org/", "must begin with http"),
        ("mailto:me@example.org", "must begin with http"),
        ("javascript:alert(1)", "must begin with http"),
        ("file:///etc/passwd", "must begin with http"),
    ],
)
def test_an_invalid_address_is_refused_with_a_reason(typed: str, complaint: str):
    with pytest.raises(UsageError, match=complaint):
        blog_address(typed)


@given(HOSTILE)
@settings(max_examples=200)
def test_no_host_can_escape_the_folder_of_results(typed: str):
    try:
        host = urlsplit(blog_address(typed)).hostname or ""
    except UsageError:
        return
    assert "/" not in host
    assert "\\" not in host
    assert host.strip(".")


@pytest.mark.parametrize(
    ("url", "made"),
    [
        ("http://example.org", "http://example.org/"),
        ("https://example.org:443/a#b", "https://example.org/a"),
        ("http://example.org:443/", "http://example.org:443/"),
        ("http://example.org/a/../b/./c", "http://example.org/b/c"),
        ("http://example.org/a/..", "http://example.org/"),
        ("http://example.org/../../etc/passwd", "http://example.org/etc/passwd"),
        ("http://example.org//a/../b", "http://example.org//b"),
        ("http://example.org/.well-known/x", "http://example.org/.well-known/x"),
        ("http://example.org/a?utm_source=x&id=3&fbclid=y", "http://example.org/a?id=3"),
        ("http://example.org/a?q=a+b%20c&utm_source=x", "http://example.org/a?q=a+b%20c"),
        ("http://example.org/a?p&utm_source=x", "http://example.org/a?p"),
        ("http://example.org/a?id=3&source=rss----a1b2---4", "http://example.org/a?id=3"),
        ("http://example.org/a?format=rss", "http://example.org/a?format=rss"),
        ("http://example.org/a?PHPSESSID=abc", "http://example.org/a"),
        ("http://example.org/a?sid=0a1b2c3d4e5f60718293a4b5c6d7e8f9", "http://example.org/a"),
        ("http://example.org/article.php?sid=117", "http://example.org/article.php?sid=117"),
        ("http://example.org/article.pl?sid=04/03/12/1234", "http://example.org/article.pl?sid=04/03/12/1234"),
        ("http://example.org/a;jsessionid=1A2B?x=1", "http://example.org/a?x=1"),
        ("http://example.org/größe bar", "http://example.org/gr%C3%B6%C3%9Fe%20bar"),
        ("http://exa mple.org/", None),
        ("http://ex%61mple.org/", None),
        ("mailto:a@b.c", None),
        ("http://", None),
        ("http://.", None),
        ("http://[", None),
        ("http://a:b/", None),
    ],
)
def test_normal_form(url: str, made: str | None):
    assert normalize(url) == made


@given(HOSTILE)
@settings(max_examples=500)
def test_normalizing_twice_changes_nothing(text: str):
    made = normalize(text)
    if made is not None:
        assert normalize(made) == made
        assert made.isascii()
        assert made.isprintable()
        page_key(made).encode()


@given(HOSTILE, HOSTILE)
@example("", "HTTP://0/. ?")
@example("", "http://1/.\ud800?#")
@settings(max_examples=300)
def test_resolving_never_fails(base: str, href: str):
    made = resolve(base, href)
    assert made is None or normalize(made) == made
    page_key(href)


@pytest.mark.parametrize(
    ("href", "made"),
    [
        ("b", "http://example.org/a/b"),
        (" /b ", "http://example.org/b"),
        ("?p=3", "http://example.org/a/?p=3"),
        ("//other.example/x", "http://other.example/x"),
        ("HTTPS://EXAMPLE.org/x", "https://example.org/x"),
        ("#top", None),
        ("", None),
        ("javascript:void(0)", None),
        ("JavaScript:void(0)", None),
        ("mailto:me@example.org", None),
        ("http://[broken", None),
        ("//[broken", None),
    ],
)
def test_resolving_a_link(href: str, made: str | None):
    assert resolve("http://example.org/a/", href) == made


@pytest.mark.parametrize("href", ["//[x/", "http://[::1", "http://[]/", "//a]b/"])
def test_what_is_not_an_address_is_not_joined(href: str) -> None:
    assert join_url("https://b.example/", href) is None
    assert resolve("https://b.example/", href) is None


@given(HOSTILE, HOSTILE)
def test_addresses_are_joined_without_an_error(base: str, href: str) -> None:
    join_url(base, href)


@pytest.mark.parametrize(
    "url",
    [
        "http://[::1%p\ufffdh0]/",  # w3lib raises UnicodeEncodeError
        "http://u:p@[::1]x@[::2]x@[::ffff:10.0.03:8080/a]/",  # urllib checks one pair of brackets and returns another
        "http://[1:2]/",
    ],
)
def test_what_is_no_ipv6_address_is_no_host(url: str) -> None:
    assert normalize(url) is None
    assert resolve("http://pier.example/", url) is None
    with pytest.raises(UsageError):
        blog_address(url)


def test_ipv6_addresses_are_hosts() -> None:
    assert normalize("http://u:p@[2001:DB8::1]:8080/a#b") == "http://[2001:db8::1]:8080/a"
