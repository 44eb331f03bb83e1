"""Which hosts are the same, or belong together."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from url_strategies import HOSTILE

from blogcrawler.urls import adopt, bare_host, related_hosts, same_host, split_url


@pytest.mark.parametrize(
    ("url", "host", "any_host"),
    [
        ("https://www.Example.org:8080/a", "example.org", "example.org"),
        ("http://blog.example.org", "blog.example.org", "blog.example.org"),
        ("//www.example.org/a", "", "example.org"),
        ("ftp://example.org/", "", "example.org"),
        ("http://example.org:port/", "", "example.org"),
        ("/a/b", "", ""),
        ("mailto:me@example.org", "", ""),
        ("http://[", "", ""),
        ("", "", ""),
    ],
)
def test_the_bare_host_of_an_address(url: str, host: str, any_host: str) -> None:
    assert bare_host(url) == host
    assert bare_host(url, web_only=False) == any_host


@given(HOSTILE)
def test_only_valid_web_addresses_are_split(url: str) -> None:
    parts = split_url(url)
    bare_host(url, web_only=False)
    if parts is None:
        assert bare_host(url) == ""
    else:
        assert parts.scheme in ("http", "https")
        assert parts.hostname
        assert parts.port is None or parts.port >= 0


@pytest.mark.parametrize(
    ("url", "adopted"),
    [
        ("https://www.example.org/a?b", "http://example.org:8080/a?b"),
        ("http://example.org/a", "http://example.org:8080/a"),
        ("http://example.org:8080/a", "http://example.org:8080/a"),
        ("http://example.org:9090/a", "http://example.org:9090/a"),
        ("http://other.org/a", "http://other.org/a"),
        ("http://sub.example.org/a", "http://sub.example.org/a"),
    ],
)
def test_the_blogs_own_addresses_get_the_scheme_and_host_of_its_home(url: str, adopted: str):
    assert adopt(url, urlsplit("http://example.org:8080/")) == adopted


def test_www_is_ignored():
    assert same_host("www.example.org", "Example.org")
    assert not same_host("ww.example.org", "example.org")


@pytest.mark.parametrize(
    ("one", "other", "related"),
    [
        ("example.org", "www.example.org", True),
        ("www.example.org", "blog.example.org", True),
        ("blog.example.org", "example.org", True),
        ("ann.example.org", "bob.example.org", False),
        ("example.org", "anexample.org", False),
        ("org", "example.org", False),
        ("localhost", "a.localhost", False),
    ],
)
def test_related_hosts(one: str, other: str, related: bool):
    assert related_hosts(one, other) is related
    assert related_hosts(other, one) is related


@given(HOSTILE)
def test_any_address_is_adopted_without_an_error(url: str) -> None:
    adopt(url, urlsplit("https://www.b.example/"))
