"""The URLs of endpoints are web addresses, or None."""

from __future__ import annotations

import pytest
from hypothesis import given
from url_strategies import HOSTILE

from blogcrawler.comments.platforms.endpoint_urls import fill_url

BASE = "https://blog.example/post/"


@pytest.mark.parametrize("server", ["//[x/", "http://[::1", "javascript:", "mailto:ann@x.example"])
def test_a_server_that_is_not_an_address_has_no_endpoint(server: str) -> None:
    assert fill_url("{+server}api/comments?page={page}", {"server": server, "page": "1"}, BASE) is None


@given(HOSTILE, HOSTILE)
def test_any_value_makes_an_address_or_none(server: str, base: str) -> None:
    url = fill_url("{+server}/api?id={id}", {"server": server, "id": server}, base)
    assert url is None or url.lower().startswith("http")
