"""Cookies and headers are sent to the blog's own host, and to no other."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from scrapy import Request

from blogcrawler.cookie_file import read_cookie_file
from blogcrawler.downloader.blog_access import Access, BlogAccess, is_own_host
from blogcrawler.errors import UsageError

BLOG = "https://example.org/blog/"
ACCESS = Access((("a", "1"), ("b", "2")), (("X-Key", "k"), ("Authorization", "Basic x")))


def sent(middleware: BlogAccess, url: str, **given: str) -> dict[str, str]:
    request = Request(url, headers=given)
    middleware.process_request(request)
    return {name.decode(): values[0].decode() for name, values in request.headers.items()}


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("https://example.org/", True),
        ("https://www.example.org/x.png", True),
        ("https://example.org:443/", True),
        ("http://example.org/", False),
        ("https://example.org:8443/", False),
        ("https://cdn.example.org/", False),
        ("https://example.org.evil.test/", False),
        ("https://evil.test/?example.org", False),
        ("data:,x", False),
    ],
)
def test_the_blogs_own_host(url: str, own: bool) -> None:
    assert is_own_host(BLOG, url) is own
    assert bool(sent(BlogAccess({BLOG: ACCESS}), url)) is own


def test_cookies_and_headers_are_sent() -> None:
    assert sent(BlogAccess({BLOG: ACCESS}), BLOG) == {"Cookie": "a=1; b=2", "X-Key": "k", "Authorization": "Basic x"}


def test_a_redirect_to_another_host_takes_nothing_along() -> None:
    middleware = BlogAccess({BLOG: ACCESS})
    request = Request(BLOG)
    middleware.process_request(request)
    elsewhere = request.replace(url="https://evil.test/")
    middleware.process_request(elsewhere)
    assert not elsewhere.headers


def test_each_of_several_blogs_gets_its_own() -> None:
    other = Access(cookies=(("c", "3"),))
    inner = Access(cookies=(("d", "4"),))
    middleware = BlogAccess({BLOG: ACCESS, "https://other.test/": other, "https://other.test/inner/": inner})
    assert sent(middleware, "https://other.test/x") == {"Cookie": "c=3"}
    assert sent(middleware, "https://other.test/inner/x") == {"Cookie": "d=4"}
    assert sent(middleware, "https://third.test/") == {}


def test_the_proxy_is_for_all_hosts() -> None:
    middleware = BlogAccess({BLOG: Access()}, "http://127.0.0.1:3128")
    request = Request("https://elsewhere.test/")
    middleware.process_request(request)
    assert request.meta["proxy"] == "http://127.0.0.1:3128"


def test_cookies_of_a_file_are_chosen_by_domain_path_and_expiry(tmp_path: Path) -> None:
    later, before = int(time.time()) + 1000, 1
    lines = [
        "# Netscape HTTP Cookie File",
        f".example.org\tTRUE\t/\tTRUE\t{later}\tsession\tabc",
        "example.org\tFALSE\t/blog\tFALSE\t0\tcurl\t0",
        f"#HttpOnly_example.org\tFALSE\t/\tFALSE\t{later}\thidden\th",
        f"example.org\tFALSE\t/\tFALSE\t{before}\told\tx",
        f"other.test\tFALSE\t/\tFALSE\t{later}\tother\tx",
    ]
    file = tmp_path / "cookies.txt"
    file.write_text("\n".join(lines) + "\n")
    middleware = BlogAccess({BLOG: Access(jar=read_cookie_file(str(file)))})
    assert set(sent(middleware, BLOG)["Cookie"].split("; ")) == {"session=abc", "curl=0", "hidden=h"}
    assert set(sent(middleware, "https://example.org/")["Cookie"].split("; ")) == {"session=abc", "hidden=h"}
    assert sent(middleware, "https://other.test/") == {}


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cookies.json"
    file.write_text("[]")
    with pytest.raises(UsageError, match="is not a cookie file; its first line must be"):
        read_cookie_file(str(file))
