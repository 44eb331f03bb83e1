"""Foreign HTML is harmless. The browser tests check the same with payloads that would run."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from blogcrawler.web.views.foreign_html import MEDIA_PATH, foreign_html

URL = "https://blog.example/post"
COPY = f"/media/{'a' * 64}.png"


@pytest.mark.parametrize(
    ("foreign", "safe"),
    [
        ("<p>Plain <b>text</b></p>", "<p>Plain <b>text</b></p>"),
        ("<script>alert(1)</script>after", "after"),
        ("<p onclick='x()' style='color:red' class='a' id='main'>x</p>", "<p>x</p>"),
        ("<a href='javascript:alert(1)'>x</a>", '<a rel="noopener noreferrer nofollow">x</a>'),
        ("<a href='/about'>x</a>", '<a href="https://blog.example/about" rel="noopener noreferrer nofollow">x</a>'),
        ("<h1>Title</h1>", "<h2>Title</h2>"),
        ("<form action='/crawls/add'><input name='url'><button>Go</button></form>", ""),
        ("<svg><script>alert(1)</script></svg>x", "x"),
        ("<base href='https://evil.example/'><meta http-equiv=refresh content=0>x", "x"),
        ('<p lang="fr" dir="ltr">é</p>', '<p lang="fr" dir="ltr">é</p>'),
        ("no tags & no <", "no tags &amp; no &lt;"),
    ],
)
def test_only_harmless_markup_stays(foreign: str, safe: str) -> None:
    assert str(foreign_html(foreign, URL)) == safe


def test_pictures_come_from_the_archive_or_become_links() -> None:
    shown = foreign_html(
        '<img src="https://blog.example/a.png" onerror="x()">', URL, {"https://blog.example/a.png": COPY}
    )
    assert f'src="{COPY}"' in shown
    assert "onerror" not in shown
    linked = foreign_html('<img src="https://blog.example/b.png" alt="A boat">', URL)
    assert "<img" not in linked
    assert 'href="https://blog.example/b.png"' in linked
    assert "[Image: A boat]" in linked


def test_an_embedded_page_becomes_a_link() -> None:
    shown = foreign_html('<iframe src="https://video.example/1"></iframe>', URL)
    assert "<iframe" not in shown
    assert 'href="https://video.example/1"' in shown


def test_a_page_cannot_name_other_paths_of_this_server() -> None:
    shown = foreign_html('<img src="/logout"><video src="/crawls/events"></video><img src="/media/../x">', URL)
    assert 'href="https://blog.example/logout"' in shown
    assert not re.search(r'(?:href|src|poster)="/', shown)


@given(st.text(alphabet="<>\"'=/ abonclickscriptsvgimgsrc:&#;x\x00\n", max_size=200))
def test_no_markup_leaves_a_handler_script_or_remote_source(foreign: str) -> None:
    shown = str(foreign_html(foreign, URL))
    tree = html.fragment_fromstring(shown, create_parent="div")
    for element in tree.iter():
        assert element.tag not in ("script", "svg", "iframe", "form", "style")
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in ("style", "class", "id")
            assert name != "src" or MEDIA_PATH.fullmatch(value)


def test_what_is_scrolled_can_be_reached_by_the_keyboard() -> None:
    html = foreign_html('<pre lang="en">x</pre><table><tr><td>&lt;pre&gt;</td></tr></table>', "https://a.example/")
    assert '<pre tabindex="0" lang="en">' in html
    assert '<table tabindex="0">' in html
    assert html.count("tabindex") == 2
