from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy.http import TextResponse

from blogcrawler.crawl.links.json_lists import json_list
from blogcrawler.frontier import Scope, page_links


def answer(body: bytes, kind: str = "application/json; charset=utf-8") -> TextResponse:
    return TextResponse("http://example.org/api/posts?page=2", body=body, headers={"Content-Type": kind})


def links(data: Any) -> list[str]:
    page = json_list(answer(json.dumps(data).encode()))
    assert page is not None
    return [link.url.removeprefix("http://example.org") for link in page_links(page, Scope("http://example.org/"))]


def test_links_in_html_and_in_named_fields_are_found():
    data = {
        "html": '<h2><a href="/one/">One</a></h2>',
        "items": [{"permalink": "http://example.org/two/", "id": "/three/"}],
        "next": "/api/posts?page=3",
    }
    assert links(data) == ["/one/", "/two/", "/api/posts?page=3"]


@pytest.mark.parametrize("body", [b"", b"<html>", b"{", b"[" * 100_000])
def test_invalid_json_returns_none(body: bytes):
    assert json_list(answer(body)) is None


def test_other_content_types_are_ignored():
    assert json_list(answer(b"{}", "text/plain")) is None


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_any_json_is_read_without_an_error(data: Any):
    links(data)
