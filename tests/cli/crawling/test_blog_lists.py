"""Lists of blogs as text and as OPML."""

from __future__ import annotations

from pathlib import Path

import pytest

from blogcrawler.cli.crawling.blog_lists import read_blog_list, to_opml
from blogcrawler.errors import UsageError
from blogcrawler.items import Blog


def written(folder: Path, text: str) -> Path:
    file = folder / "list"
    file.write_text(text)
    return file


def test_one_address_a_line_with_comments(tmp_path: Path) -> None:
    text = "\ufeff# mine\nexample.org\n\n  https://b.test/x#y  # a friend's\r\nhttp://www.example.org/\n"
    assert read_blog_list(written(tmp_path, text)) == [("example.org", None), ("https://b.test/x#y", None)]


def test_opml(tmp_path: Path) -> None:
    text = """<?xml version="1.0"?><opml version="1.0"><body><outline text="News">
        <outline text="A" type="rss" xmlUrl="https://a.test/feed.xml" htmlUrl="https://a.test/"/>
        <outline text="A again" xmlUrl="https://a.test/feed.xml"/></outline>
        <outline text="B" type="link" url="https://lists.test/other.opml"/>
        <outline type="rss" htmlUrl="https://c.test/"/></body></opml>"""
    assert read_blog_list(written(tmp_path, text)) == [
        ("https://a.test/feed.xml", "https://a.test/feed.xml"),
        ("https://c.test/", None),
    ]


def test_export_can_be_imported(tmp_path: Path) -> None:
    blogs = [Blog("https://a.test/", "A & <b>\x1b", feed="https://a.test/feed?a=1&b=2"), Blog("https://c.test/")]
    opml = to_opml(blogs)
    assert 'text="A &amp; &lt;b&gt;"' in opml
    assert read_blog_list(written(tmp_path, opml))[0][0] == "https://a.test/feed?a=1&b=2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("example.org\nhttp://[::1\n", r"list, line 2: 'http://\[::1' is not an address"),
        ("# nothing\n", r"list has no addresses"),
        ("<html></html>", r"list has no addresses"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_blog_list(written(tmp_path, text))


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="none cannot be read: No such file"):
        read_blog_list(tmp_path / "none")
