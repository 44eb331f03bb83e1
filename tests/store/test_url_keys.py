from __future__ import annotations

import pytest
from hypothesis import given
from post_strategies import texts

from blogcrawler.store.url_keys import address_key


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
def test_spellings_of_an_address_have_one_key(typed: str, key: str):
    assert address_key(typed) == key


@given(texts)
def test_anything_has_a_key(text: str):
    address_key(text).encode()
