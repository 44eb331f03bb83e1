from __future__ import annotations

import re

import pytest
from exported_posts import HARBOUR, HOSTILE
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from blogcrawler.export.sanitizer import safe_html

BASE = "https://a.example/post/"
DANGEROUS = re.compile(
    r"<(?:script|iframe|object|embed|form|input|style|meta|link|svg|math|base)\b|\son\w+\s*=|javascript:|\sstyle=", re.I
)


def test_nothing_of_an_attack_is_left() -> None:
    for copies in (None, {}, {"https://a.example/boat.png": "boat.png"}):
        assert DANGEROUS.search(safe_html(HOSTILE.content_html, BASE, copies)) is None


@pytest.mark.parametrize(
    ("given_html", "expected"),
    [
        ("plain text", "plain text"),
        ('<p class="x" id="y" onclick="z()">text</p>', "<p>text</p>"),
        ("<p dir=rtl lang=fa>متن</p>", '<p dir="rtl" lang="fa">متن</p>'),
        ('<p><img src="/a.png" alt="A"></p>', '<p><img src="media/a.png" alt="A"></p>'),
        ('<img srcset="/a.png 2x, /b.png 1x" alt="">', '<img alt="" src="media/a.png">'),
        (
            '<img src="/b.png" alt="B">!',
            '<a href="https://a.example/b.png" rel="noopener noreferrer nofollow">[Image: B]</a>!',
        ),
        (
            '<a href="/big"><img src="/b.png"></a>',
            '<a href="https://a.example/big" rel="noopener noreferrer nofollow"><span>[Image]</span></a>',
        ),
        (
            '<iframe src="https://v.example/1"></iframe>',
            '<a href="https://v.example/1" rel="noopener noreferrer nofollow">[Embedded page]</a>',
        ),
        ('<video><source src="/a.png"></video>', '<video controls=""><source src="media/a.png"></video>'),
        ("<td>cell", "cell"),
        ("a &lt;b&gt; c", "a &lt;b&gt; c"),
    ],
)
def test_safe_html(given_html: str, expected: str) -> None:
    assert safe_html(given_html, BASE, {"https://a.example/a.png": "media/a.png"}) == expected


@pytest.mark.parametrize(
    ("given_html", "expected"),
    [
        ("<script>alert(1)</script>a<style>b{}</style>", "a"),
        ('<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer nofollow">a</a>'),
        ('<a href="data:text/html,x">a</a>', '<a rel="noopener noreferrer nofollow">a</a>'),
        ('<img src="javascript:alert(1)">', "<img>"),
    ],
)
def test_scripts_are_left_out_with_their_text_and_links_lead_to_the_web(given_html: str, expected: str) -> None:
    assert safe_html(given_html, BASE) == expected


def test_control_characters_in_addresses_are_left_out() -> None:
    html = "<p><a href='/a&#1;b'>a</a><img src='&#2;/c.png' alt='&#8;c'></p>"
    assert "https://a.example/" in safe_html(html, "https://a.example/", {})


def test_without_local_copies_pictures_keep_their_addresses() -> None:
    assert '<img src="https://a.example/lost.png" alt="Lost">' in safe_html(HARBOUR.content_html, HARBOUR.url)


@given(st.text(alphabet="<>/\"'= abcdimgsrcvscriptonerror&;#x0\n!-", max_size=200))
def test_only_local_files_are_loaded(text: str) -> None:
    cleaned = safe_html(text, BASE, {"https://a.example/a.png": "media/a.png"})
    page = html.fromstring(f"<div>{cleaned}</div>")
    assert set(page.xpath("//@src | //@poster")) <= {"media/a.png"}
    assert not page.xpath("//script | //@*[starts-with(name(), 'on')]")
