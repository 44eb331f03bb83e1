"""Blogs that are open only to visitors with the right cookies and headers, or behind a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, post_page
from crawl_processes import FAST, Program, start, urls
from locked_site import LockedSite, Proxy

POSTS = make_posts(12)
GIF = b"GIF89a\1\0\1\0\0\0\0!\xf9\4\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\1D\0;"
SECRETS = ("s3ssion", "s3cret")


@pytest.fixture
def elsewhere() -> Iterator[LockedSite]:
    with LockedSite("elsewhere.test") as site:
        site.fallback = lambda path: Answer(GIF, "image/gif")
        yield site


@pytest.fixture
def blog(elsewhere: LockedSite) -> Iterator[LockedSite]:
    with LockedSite("blog.test", Cookie="session=s3ssion", X_Key="s3cret") as site:
        fill(site, POSTS)
        pictures = f'<img src="{elsewhere.url}p.gif"><img src="/moved.gif">'
        site.pages[POSTS[0].path] = Answer(post_page(POSTS[0], article=POSTS[0].article() + pictures))
        site.pages["/moved.gif"] = Answer("", status=302, headers={"Location": f"{elsewhere.url}moved.gif"})
        yield site


def run(home: Path, *arguments: str, **settings: str) -> Program:
    given = FAST | {"BLOGCRAWLER_PRIVATE_HOSTS": "elsewhere.test"} | settings
    program = start(
        home, "blogcrawler", *arguments, *(part for pair in given.items() for part in ("-s", "=".join(pair)))
    )
    program.wait()
    return program


def check(home: Path, blog: LockedSite, elsewhere: LockedSite) -> None:
    """All posts were read, and nobody else has seen what opens the blog."""
    assert urls(home) == sorted(blog.url.rstrip("/") + post.path for post in POSTS)
    assert {"/p.gif", "/moved.gif"} <= set(elsewhere.asked)
    seen = str(elsewhere.seen)
    assert not [secret for secret in SECRETS if secret in seen]


def test_without_them_there_is_nothing(tmp_path: Path, blog: LockedSite) -> None:
    assert run(tmp_path, "crawl", blog.url).poll() == 1
    assert urls(tmp_path) == []


def test_options(tmp_path: Path, blog: LockedSite, elsewhere: LockedSite) -> None:
    program = run(tmp_path, "crawl", blog.url, "--cookie", "session=s3ssion", "--header", "X-Key: s3cret")
    assert program.poll() == 0, program.log
    check(tmp_path, blog, elsewhere)


def test_a_cookie_file_and_a_header_in_the_config_file_for_crawl_and_update(
    tmp_path: Path, blog: LockedSite, elsewhere: LockedSite
) -> None:
    home = tmp_path / "home"
    config, cookies = tmp_path / "my.toml", tmp_path / "cookies.txt"
    cookies.write_text("# Netscape HTTP Cookie File\nblog.test\tFALSE\t/\tFALSE\t0\tsession\ts3ssion\n")
    config.write_text(
        f'[blogs."{blog.url}"]\ncookie_file = "cookies.txt"\nheaders = {{X-Key = "s3cret"}}\n'
        '[blogs."unknown.test"]\nheaders = {X-Other = "x"}\n'
    )
    program = run(home, "crawl", blog.url, "--config", str(config))
    assert program.poll() == 0, program.log
    check(home, blog, elsewhere)
    for arguments in (["--all"], [blog.url]):
        before = len(blog.seen)
        program = run(home, "update", *arguments, "--config", str(config))
        assert program.poll() == 0, program.log
        assert "0 failed" in program.out
        assert blog.seen[before:]
        assert all("s3cret" in headers.get("x-key", "") for headers in blog.seen[before:])
        assert not any("x-other" in headers for headers in blog.seen)
    run(home, "update", "--all")
    assert "x-key" not in blog.seen[-1]


def test_a_proxy_with_a_password(tmp_path: Path) -> None:
    with BlogSite(name="behind-the-proxy.invalid") as site, Proxy(site) as proxy:
        fill(site, POSTS)
        address = proxy.url.replace("http://", "http://me:s3cret@")
        program = run(tmp_path, "crawl", site.url, "--proxy", address)
        assert program.poll() == 0, program.log
        assert len(urls(tmp_path)) == len(POSTS)
        assert not site.asked
    assert "s3cret" not in program.log + program.out
    assert not any(b"s3cret" in file.read_bytes() for file in tmp_path.rglob("*.log"))
