"""Addresses of the replay."""

from __future__ import annotations

import pytest

from blogcrawler.replay import ReplayAddress

AT = ReplayAddress("/replay", "some.blog", "20140301120000", "", "http://some.blog/a/page")


@pytest.mark.parametrize(
    ("path", "folder", "timestamp", "mode", "url"),
    [
        ("/replay/20140301120000/http://some.blog/", "", "20140301120000", "", "http://some.blog/"),
        ("/replay/2014mp_/https://some.blog/?a=1&b=%20", "", "20140101000000", "mp_", "https://some.blog/?a=1&b=%20"),
        ("/replay/some.blog/20140301id_/http:/some.blog/x", "some.blog", "20140301000000", "id_", "http://some.blog/x"),
        (
            "/replay/b%20c/20140301120000cs_/http://cdn.test/a.css",
            "b c",
            "20140301120000",
            "mp_",
            "http://cdn.test/a.css",
        ),
        ("/replay/9/http://some.blog/", "", "99991231235959", "", "http://some.blog/"),
    ],
)
def test_an_address_is_read(path: str, folder: str, timestamp: str, mode: str, url: str) -> None:
    assert ReplayAddress.parse(path, "/replay") == ReplayAddress("/replay", folder, timestamp, mode, url)


@pytest.mark.parametrize(
    "path",
    ["/replay/", "/replay/2014/", "/replay/2014/ftp://x/", "/other/2014/http://x/", "/replay/a/b/2014/http://x/"],
)
def test_other_paths_are_not_addresses(path: str) -> None:
    assert ReplayAddress.parse(path, "/replay") is None


@pytest.mark.parametrize("url", ["http://some.blog/a?b=c#d", "http://some.blog/%20", "http://some.blog/a/http://x/"])
def test_what_is_written_is_read_again(url: str) -> None:
    assert ReplayAddress.parse(AT.of(url).path, "/replay") == AT.of(url)


@pytest.mark.parametrize("url", ["http://some.blog/\"'<>", "http://some.blog/é", "http://some.blog/a b(c)"])
def test_a_path_is_safe_wherever_it_is_written(url: str) -> None:
    path = AT.of(url).path
    assert path.isascii()
    assert not set("\"'<> ()\\") & set(path)


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("x.png", "http://some.blog/a/x.png"),
        ("/x", "http://some.blog/x"),
        ("//cdn.test/x", "http://cdn.test/x"),
        (" HTTPS://other.test/#part ", "https://other.test/#part"),
        ("ht\ntp://other.test/", "http://other.test/"),
        ("\\\\other.test\\x", "http://other.test/x"),
    ],
)
def test_addresses_in_a_page_lead_to_the_archive(written: str, url: str) -> None:
    assert AT.resolve(written, AT.url) == f"/replay/some.blog/20140301120000/{url}"


@pytest.mark.parametrize(
    "written", ["", "#part", "mailto:a@b.test", "data:,x", "javascript:x()", "http://[::1", "about:blank"]
)
def test_addresses_that_lead_nowhere_stay(written: str) -> None:
    assert AT.resolve(written, AT.url) == written
