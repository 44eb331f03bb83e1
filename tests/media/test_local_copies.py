from __future__ import annotations

import pytest

from blogcrawler.media import with_local_copies

COPIES = {"https://a.example/l.jpg": "file:///m/l.jpg", "https://a.example/v.mp4": "file:///m/v.mp4"}


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ('<p>x <img src="https://a.example/l.jpg"> y</p>', '<p>x <img src="file:///m/l.jpg"> y</p>'),
        (
            '<img src="https://a.example/s.jpg" srcset="https://a.example/s.jpg 1w, https://a.example/l.jpg 2w">',
            '<img src="file:///m/l.jpg">',
        ),
        ('<a href="https://a.example/l.jpg">x</a>', '<a href="file:///m/l.jpg">x</a>'),
        ('<a href="https://a.example/other.html">x</a>', '<a href="https://a.example/other.html">x</a>'),
        ('<img src="https://a.example/gone.jpg">', '<img src="https://a.example/gone.jpg">'),
        ("&lt;text&gt;", "&lt;text&gt;"),
    ],
)
def test_an_article_shows_its_local_copies(html: str, shown: str) -> None:
    assert with_local_copies(html, "https://a.example/post", COPIES) == shown


def test_without_copies_nothing_changes() -> None:
    assert with_local_copies("<p>a<br>b", "https://a.example/post", {}) == "<p>a<br>b"


def test_what_is_not_an_address_is_unchanged() -> None:
    html = '<a href="//[x/">x</a><img src="http://[::1" srcset="//[x/ 1w">'
    assert with_local_copies(html, "https://a.example/post", COPIES) == html
