"""A redirect to something that is not a web address is ignored, and the page is read."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import Request, Spider
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler
from url_strategies import HOSTILE

from blogcrawler.downloader.redirects import MetaRefreshes, Redirects

URL = "https://blog.example/post/"
ODD = ["javascript:history.back()", "mailto:ann@blog.example", "http://[::1", "//[x/", "http://", "tel:1", "data:,x"]


def refreshed(target: str, encoding: str = "utf-8") -> Request | Response:
    crawler = get_crawler(Spider)
    crawler.spider = Spider("test")
    html = f'<meta http-equiv="REFRESH" content="0; url={target}"><p>The post.</p>'
    response = HtmlResponse(URL, body=html.encode(encoding, "replace"), encoding=encoding)
    return MetaRefreshes.from_crawler(crawler).process_response(Request(URL), response)


def redirected(location: str) -> Request | Response:
    crawler = get_crawler(Spider)
    crawler.spider = Spider("test")
    response = Response(URL, status=302, headers={"Location": location.encode("utf-8", "replace")})
    return Redirects.from_crawler(crawler).process_response(Request(URL), response)


@pytest.mark.parametrize("target", ODD)
def test_a_page_that_leads_to_no_web_address_is_read(target: str) -> None:
    assert isinstance(refreshed(target), Response)
    assert isinstance(redirected(target), Response)


def test_other_redirects_are_followed() -> None:
    for followed in (refreshed("/new/"), refreshed("/new/", "utf-16-le"), redirected("/new/")):
        assert isinstance(followed, Request)
        assert followed.url == "https://blog.example/new/"


@given(HOSTILE | st.sampled_from(ODD))
def test_no_address_raises_an_error(target: str) -> None:
    for follow in (refreshed, redirected):
        with contextlib.suppress(IgnoreRequest):
            follow(target)


def test_a_large_page_is_not_decoded_to_look_for_a_redirect() -> None:
    crawler = get_crawler(Spider)
    crawler.spider = Spider("test")
    middleware = MetaRefreshes.from_crawler(crawler)
    large = HtmlResponse(URL, body=b"<p>The post.</p>" * 10_000)
    for page in (large, HtmlResponse(URL, body=b"<p>A refreshing post.</p>" + large.body)):
        assert middleware.process_response(Request(URL), page) is page
        assert page._cached_ubody is None
    body = b'<meta http-equiv="refresh" content="0; url=/new/">' + large.body
    followed = middleware.process_response(Request(URL), large.replace(body=body))
    assert isinstance(followed, Request)
    assert followed.url == "https://blog.example/new/"


def test_a_character_that_is_cut_in_two_does_not_change_the_address_of_a_redirect() -> None:
    """The page names no encoding: it is UTF-8 because all of it can be read as such."""
    crawler = get_crawler(Spider)
    crawler.spider = Spider("test")
    middleware = MetaRefreshes.from_crawler(crawler)
    head = '<meta http-equiv="refresh" content="0; url=/café/"><p>'.encode()
    for shift in range(3):
        page = HtmlResponse(URL, body=head + b"x" * shift + "日".encode() * 20_000)
        found = middleware.process_response(Request(URL), page)
        assert isinstance(found, Request)
        assert found.url.endswith("/caf%C3%A9/")
