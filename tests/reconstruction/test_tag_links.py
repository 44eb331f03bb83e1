from __future__ import annotations

import pytest
from lxml.html import fromstring, tostring

from blogcrawler.items import Post
from blogcrawler.reconstruction.tag_links import fill_tags


def filled(html: str, old: list[str], new: list[str]) -> str:
    root = fromstring(f"<div>{html}</div>")
    fill_tags(root, *(Post("https://a.example/1", "https://a.example/", tags=tags) for tags in (old, new)), set())
    return str(tostring(root, encoding="unicode")).removeprefix("<div>").removesuffix("</div>")


@pytest.mark.parametrize(
    ("html", "new", "expected"),
    [
        (
            '<p>In <a href="/tag/red-kites/">Red kites</a>, <a href="/tag/b/">b</a>.</p>',
            ["Old mills", "b"],
            '<p>In <a href="/tag/old-mills/">Old mills</a>, <a href="/tag/b/">b</a>.</p>',
        ),
        (
            '<p><a href="/tag/red-kites/">Red kites</a><i>, </i><a href="/tag/b/">b</a>.</p>',
            ["x", "y", "z"],
            '<p><a href="/tag/x/">x</a><i>, </i><a href="/tag/y/">y</a><i>, </i><a href="/tag/z/">z</a>.</p>',
        ),
        (
            '<ul><li><a href="?t=Red+kites">#Red kites</a></li><li><a href="?t=b">#b</a></li></ul>',
            ["x"],
            '<ul><li><a href="?t=x">#x</a></li></ul>',
        ),
        # A cloud of all tags has others, too.
        ('<p><a href="/tag/b/">b</a> <a href="/tag/c/">c</a></p>', ["x"], None),
    ],
)
def test_links_lead_to_the_other_tags(html: str, new: list[str], expected: str | None) -> None:
    assert filled(html, ["Red kites", "b"], new) == (expected or html)
