from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ArticleRule, Extractor, RuleSet
from blogcrawler.media import article_media

URL = "https://blog.example/2024/post/"


def addresses(html: str, *enclosures: str) -> list[tuple[str, ...]]:
    return [medium.candidates for medium in article_media(html, URL, enclosures)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<img src="a.jpg">', [("https://blog.example/2024/post/a.jpg",)]),
        (
            '<img src="/x/../../etc/./a.jpg?s=0123456789abcdef0123">',
            [("https://blog.example/etc/a.jpg?s=0123456789abcdef0123",)],
        ),
        ('<img src="/a.jpg#x"><img src="/a.jpg">', [("https://blog.example/a.jpg",)]),
        (
            '<img src="/s.jpg" srcset="/s.jpg 300w, /l.jpg 2000w, /m.jpg 1000w">',
            [("https://blog.example/l.jpg", "https://blog.example/m.jpg", "https://blog.example/s.jpg")],
        ),
        (
            '<picture><source srcset="/a.avif 800w, /b.avif 1600w" type="image/avif"><img src="/a.jpg"></picture>',
            [("https://blog.example/b.avif", "https://blog.example/a.avif", "https://blog.example/a.jpg")],
        ),
        (
            '<a href="https://cdn.example/full.JPG?dl=1"><img src="https://cdn.example/thumb.jpg"></a>',
            [("https://cdn.example/full.JPG?dl=1",), ("https://cdn.example/thumb.jpg",)],
        ),
        ('<a href="https://other.example/photo.jpg">a photo elsewhere</a>', []),
        ('<a href="https://www.blog.example/photo.jpg">our photo</a>', [("https://www.blog.example/photo.jpg",)]),
        ('<a href="/talk.mp3">listen</a> <a href="/talk.html">read</a>', [("https://blog.example/talk.mp3",)]),
        (
            '<video poster="/p.png"><source src="/v.webm"><source src="/v.mp4"></video>',
            [("https://blog.example/v.webm", "https://blog.example/v.mp4"), ("https://blog.example/p.png",)],
        ),
        ('<audio src="//cdn.example/a.ogg"></audio>', [("https://cdn.example/a.ogg",)]),
        ('<img src="https://stats.example/b.gif" width="1" height="1">', []),
        ('<img src="data:image/gif;base64,R0lGOD"><img src="ftp://x/y.png"><img src="http://[broken/">', []),
        ("no markup at all", []),
        ("", []),
    ],
)
def test_media_are_found_in_an_article(html: str, expected: list[tuple[str, ...]]) -> None:
    assert addresses(html) == expected


def test_enclosures_come_last_and_once() -> None:
    media = article_media('<a href="/a.mp3">listen</a>', URL, ["https://blog.example/a.mp3", "https://p.example/b.png"])
    assert [(medium.kind, medium.url) for medium in media] == [
        ("recording", "https://blog.example/a.mp3"),
        ("picture", "https://p.example/b.png"),
    ]


@pytest.mark.parametrize(
    "image",
    [
        '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/real.jpg">',
        '<img src="/placeholder.png" data-lazy-src="/real.jpg">',
        '<img class="lazy" data-original="/real.jpg">',
        '<img src="/loading.gif" data-srcset="/small.jpg 300w, /real.jpg 900w">',
        '<img src="data:image/svg+xml,x"><noscript><img src="/real.jpg"></noscript>',
    ],
)
def test_lazily_loaded_pictures_are_found(image: str) -> None:
    text = "<p>" + "A sentence that is long enough to be taken for an article. " * 5 + "</p>"
    page = parse_page(f"<title>T</title><article><h1>T</h1>{text}{image}{text}</article>", URL)
    article = Extractor(RuleSet(article=(ArticleRule(".//article", 1.0),))).extract(page)
    assert [medium.url for medium in article_media(article.content_html, URL)] == ["https://blog.example/real.jpg"]


@given(st.text(alphabet=st.sampled_from("<>/\"'= ,()aimgsrcet123wx.:#?\n&;é\u2028"), max_size=200))
def test_any_text_gives_only_http_urls(html: str) -> None:
    for medium in article_media(html + f'<img srcset="{html}">', URL):
        assert all(url.startswith(("http://", "https://")) for url in medium.candidates)
