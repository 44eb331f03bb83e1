"""Several blogs in one call."""

from __future__ import annotations

from pathlib import Path

from blogsite import BlogSite, fill, make_posts
from crawl_processes import FAST, start, urls

SETTINGS = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]


def test_blogs_of_the_command_line_and_of_a_list_are_crawled_one_after_another(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with BlogSite() as one, BlogSite() as two, BlogSite() as empty:
        expected = fill(one, make_posts(6, 1)) + fill(two, make_posts(6, 2))
        opml = tmp_path / "blogs.opml"
        opml.write_text(f'<opml version="2.0"><body><outline text="x" xmlUrl="{two.url}feed.xml"/></body></opml>')
        arguments = [one.url, empty.url, "--from", str(opml), *SETTINGS]
        program = start(home, "blogcrawler", "crawl", *arguments)
        code = program.wait()
        verified = start(home, "blogcrawler", "verify")
        assert verified.wait() == 0, verified.out
    assert urls(home) == sorted(expected)
    assert code == 1, "one of them has no posts"
    assert program.out.endswith(f"Crawled 2 of 3 blogs\nNo posts: {empty.url}\n")
    assert "Blog 3 of 3" in program.log


def test_a_wrong_address_is_reported_before_the_first_crawl(tmp_path: Path) -> None:
    program = start(tmp_path, "blogcrawler", "crawl", "http://127.0.0.1:1/", "http://[::1")
    assert program.wait() == 2
    assert program.log.startswith("Error: 'http://[::1' is not an address")
    assert program.log.count("\n") == 1
