from __future__ import annotations

import time

import pytest

from blogcrawler.dom import RobotsTags

ALL = RobotsTags(frozenset({"noarchive", "noindex", "nofollow"}))


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (["noarchive"], {"noarchive"}),
        (["NoIndex, nofollow"], {"noindex", "nofollow"}),
        (["none"], {"noindex", "nofollow"}),
        (["nocache"], {"noarchive"}),
        (["all"], set()),
        (["max-snippet:20, noarchive"], {"noarchive"}),
        (["unavailable_after: 25 Jun 2030 15:00:00 GMT, noindex"], {"noindex"}),
        (["blogcrawler: noindex"], {"noindex"}),
        (["BlogCrawler: noindex, noarchive"], {"noindex", "noarchive"}),
        (["otherbot: noindex, nofollow"], set()),
        (["otherbot: noindex, blogcrawler: nofollow"], {"nofollow"}),
        (["otherbot: noindex", "noarchive"], {"noarchive"}),
        (["", ",,:"], set()),
    ],
)
def test_headers(headers: list[str], expected: set[str]) -> None:
    assert ALL.stated(headers, b"") == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'<meta name="robots" content="noindex, nofollow">', {"noindex", "nofollow"}),
        (b"<META CONTENT=noarchive NAME=ROBOTS />", {"noarchive"}),
        (b"<meta name='blogcrawler' content='noarchive'>", {"noarchive"}),
        (b'<meta name="robots" content="no&#105;ndex">', {"noindex"}),
        (b'<meta\nname = "robots"\ncontent = "none">', {"noindex", "nofollow"}),
        (b'<meta name="googlebot" content="noarchive">', set()),
        (b'<meta name="description" content="noarchive">', set()),
        (b'<!-- <meta name="robots" content="noarchive"> -->', set()),
        (b'<meta name="robots" content="index, follow"><meta name="robots" content="noindex">', {"noindex"}),
        (b"<title>x</title>" + b" " * 70_000 + b'<meta name="robots" content="noindex">', set()),
    ],
)
def test_heads_of_pages(head: bytes, expected: set[str]) -> None:
    assert ALL.stated([], b"<html><head>" + head) == expected


def test_only_what_is_respected_counts() -> None:
    tags = RobotsTags(frozenset({"noarchive"}))
    assert tags.stated(["noindex, noarchive"], b"") == {"noarchive"}
    assert RobotsTags().stated(["noarchive"], b"") == frozenset()


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [("blogcrawler/0.2 (+https://a.example)", "blogcrawler"), ("Library-Bot", "library-bot"), ("", "blogcrawler")],
)
def test_pages_address_the_crawl_by_its_user_agent(user_agent: str, name: str) -> None:
    tags = RobotsTags.of_crawl(["noindex"], user_agent)
    assert tags.stated([f"{name}: noindex"], b"") == {"noindex"}


@pytest.mark.parametrize("part", [b"<meta ", b"<!--", b"<meta name=", b"a=", b"'<meta a='"])
def test_no_head_takes_long(part: bytes) -> None:
    began = time.process_time()
    ALL.stated([], part * 100_000)
    assert time.process_time() - began < 0.5
