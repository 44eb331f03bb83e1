"""The keys of addresses, and which differences each of them ignores."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from post_strategies import texts
from url_strategies import HOSTILE

from blogcrawler.urls import address_key, has_scheme, listing_key, page_key, url_variants, variant_key

URL = "http://example.org/a/b?x=1&y=2"
PAGE, VARIANT, ADDRESS = page_key, variant_key, address_key


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("https://example.org/a/b?x=1&y=2", {PAGE, VARIANT, ADDRESS}),
        ("http://www.example.org/a/b?x=1&y=2", {PAGE, VARIANT, ADDRESS}),
        ("http://EXAMPLE.org/a/b?x=1&y=2", {PAGE, VARIANT, ADDRESS}),
        ("http://example.org/a/b/?x=1&y=2", {PAGE, VARIANT, ADDRESS}),
        ("http://example.org/%61/b?x=1&y=2", {PAGE, VARIANT, ADDRESS}),
        ("http://example.org/a/b?x=1&y=2#top", {PAGE, VARIANT, ADDRESS}),
        ("http://example.org/a/b/index.html?x=1&y=2", {PAGE, VARIANT, ADDRESS}),
        ("http://example.org/a/b?y=2&x=1", {PAGE, VARIANT}),
        ("http://example.org/a/b.html?x=1&y=2", {VARIANT}),
        ("http://example.org/a/b/amp?x=1&y=2", {VARIANT}),
        ("http://example.org/a/b?x=1&m=1&y=2", {VARIANT}),
        ("www.example.org/a/b?x=1&y=2", {ADDRESS}),
        ("http://me:secret@example.org/a/b?x=1&y=2", {ADDRESS}),
        ("http://example.org:80/a/b?x=1&y=2", {ADDRESS}),
        ("http://example.org:8080/a/b?x=1&y=2", set()),
        ("http://blog.example.org/a/b?x=1&y=2", set()),
        ("http://example.org/a/B?x=1&y=2", set()),
        ("http://example.org/a/b?x=1&y=3", set()),
    ],
)
def test_each_key_ignores_the_differences_that_it_should(other: str, same: set[Callable[[str], str]]) -> None:
    assert {key for key in (PAGE, VARIANT, ADDRESS) if key(URL) == key(other)} == same
    assert (listing_key(URL) == listing_key(other)) is (PAGE in same)


def test_stored_keys_never_change() -> None:
    url = "https://www.Example.org:8080/%7eann/index.html?b=2&a=%7e#top"
    assert page_key(url) == "example.org:8080/~ann?a=~&b=2"
    assert variant_key(url) == "example.org:8080/~ann?a=~&b=2"
    assert address_key(url) == "example.org:8080/~ann?b=2&a=~"
    assert listing_key(url) == "9bf28a389ae6b88a"


@pytest.mark.parametrize(
    ("address", "complete"),
    [("https://a.example/", True), (" //a.example", True), ("a.example", False), ("localhost:80", False)],
)
def test_a_complete_address_has_a_scheme(address: str, complete: bool) -> None:
    assert has_scheme(address) is complete


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("https://www.example.org/blog/", "example.org/blog"),
        ("http://EXAMPLE.org/blog", "example.org/blog"),
        ("example.org", "example.org"),
        ("//example.org/", "example.org"),
        (" www.example.org/ ", "example.org"),
        ("https://example.org:443/a", "example.org/a"),
        ("http://127.0.0.1:8080/a/", "127.0.0.1:8080/a"),
        ("127.0.0.1:8080", "127.0.0.1:8080"),
        ("https://example.org/?p=12", "example.org?p=12"),
        ("https://example.org/?p=12#comments", "example.org?p=12"),
        ("https://müller.example/über uns", "xn--mller-kva.example/%C3%BCber%20uns"),
        ("https://xn--mller-kva.example/%c3%bcber%20uns", "xn--mller-kva.example/%C3%BCber%20uns"),
        ("https://user:secret@example.org/", "example.org"),
        ("http://[::1", "http://[::1"),
    ],
)
def test_typed_addresses_have_one_key(typed: str, key: str):
    assert address_key(typed) == key


@given(texts)
def test_any_text_has_an_address_key(text: str):
    address_key(text).encode()


@pytest.mark.parametrize(
    "urls",
    [
        ("http://example.org/a", "https://www.example.org/a/"),
        ("http://example.org/a/", "http://example.org/a/index.html"),
        ("http://example.org/", "http://WWW.example.org"),
        ("http://example.org/a?x=1&y=2", "http://example.org/a?y=2&x=1"),
        ("http://example.org/%e3%81%82", "http://example.org/%E3%81%82"),
        ("http://example.org/%7Eme/", "http://example.org/~me"),
        ("http://example.org/a%3Db%3A%28c%29", "http://example.org/a=b:(c)"),
    ],
)
def test_addresses_of_one_page_have_one_key(urls: tuple[str, str]):
    assert page_key(urls[0]) == page_key(urls[1])


@pytest.mark.parametrize(
    "urls",
    [
        ("http://example.org/a", "http://example.org/A"),
        ("http://example.org/a", "http://example.org:8080/a"),
        ("http://example.org/?p=1", "http://example.org/?p=2"),
        ("http://example.org/a%2Fb", "http://example.org/a/b"),
        ("http://example.org/a%3Fb", "http://example.org/a?b"),
        ("http://example.org/?a=b%26c=d", "http://example.org/?a=b&c=d"),
        ("http://example.org/a", "http://blog.example.org/a"),
    ],
)
def test_different_pages_have_different_keys(urls: tuple[str, str]):
    assert page_key(urls[0]) != page_key(urls[1])


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/a/b",
        "https://www.example.org/a/b/",
        "http://example.org/a/b.html",
        "http://example.org/a/b.php",
        "http://example.org/a/b/index.html",
        "http://example.org/a/b?m=1",
        "http://example.org/a/b.html?m=0",
        "http://example.org/a/b/?amp",
        "http://example.org/a/b?amp=1",
        "http://example.org/a/b/amp/",
    ],
)
def test_variants_of_an_address_have_one_key(url: str):
    assert variant_key(url) == "example.org/a/b"
    plain = {page_key("http://example.org/a/b"), page_key("http://example.org/a/b.html")}
    assert plain <= {page_key(url), *map(page_key, url_variants(url))}
    assert page_key(url) not in map(page_key, url_variants(url))


@pytest.mark.parametrize(
    "urls",
    [
        ("http://example.org/?p=1", "http://example.org/?p=2"),
        ("http://example.org/a?m=2", "http://example.org/a"),
        ("http://example.org/a.b", "http://example.org/a"),
        ("http://example.org/amp", "http://example.org/"),
        ("http://example.org/a-1.html", "http://example.org/a-2.html"),
    ],
)
def test_other_urls_are_not_variants(urls: tuple[str, str]):
    assert variant_key(urls[0]) != variant_key(urls[1])


@pytest.mark.parametrize("url", ["////:x]:y", "http:////0x7@[::18bf:10.0.0.1%eth0]/", "//[x", "http://[::1"])
def test_urls_without_a_valid_host_cause_no_error_in_variants(url: str):
    variant_key(url)
    url_variants(url)


@given(HOSTILE)
@settings(max_examples=200)
def test_hostile_urls_cause_no_error_in_variants(url: str):
    variant_key(url)
    url_variants(url)
