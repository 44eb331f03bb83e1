"""Rewritten pages load everything from the archive, and are otherwise the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.replay import ReplayAddress, rewrite_css, rewrite_html

AT = ReplayAddress("/r", "b", "20140301120000", "", "http://b.test/post/")
URL = AT.url
P = "/r/b/20140301120000mp_"


def rewritten(html: str, archived: set[str] | None = None) -> str:
    return rewrite_html(html, URL, AT, lambda url: archived is None or url in archived)


@pytest.mark.parametrize(
    ("html", "new"),
    [
        ("<a href=/x>x</a>", f'<a href="{P}/http://b.test/x">x</a>'),
        ("<A HREF='../y' CLASS=z>", f'<A href="{P}/http://b.test/y" class="z">'),
        ("<img src=i.png />", f'<img src="{P}/http://b.test/post/i.png" />'),
        ("<a href='/?a=1&amp;b=2'>", f'<a href="{P}/http://b.test/?a=1&amp;b=2">'),
        ("<link rel=stylesheet href=//c.test/a.css integrity=sha256-x crossorigin>",
         f'<link rel="stylesheet" href="{P}/http://c.test/a.css">'),
        ("<style>a { background: url(x.png) }</style>",
         f"<style>a {{ background: url({P}/http://b.test/post/x.png) }}</style>"),
        ('<p style="background: url(\'/x.png\')">', f'<p style="background: url(&quot;{P}/http://b.test/x.png&quot;)">'),
        ("<form action=https://live.test/>", f'<form action="{P}/https://live.test/">'),
        ("<meta http-equiv=refresh content='5; url=/next'>", f'<meta http-equiv="refresh" content="5; url={P}/http://b.test/next">'),
        ("<meta http-equiv=Refresh content='0;javascript:x()'>", '<meta http-equiv="Refresh" content="">'),
        ("<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">", "<meta>"),
        ("<base href=/deep/><img src=i.png>", f'<base href="{P}/http://b.test/deep/"><img src="{P}/http://b.test/deep/i.png">'),
        ("<a href=x target=_top ping=//t.test/>", f'<a href="{P}/http://b.test/post/x">'),
        ("<iframe srcdoc='&lt;img src=/x&gt;'>", f'<iframe srcdoc="&lt;img src=&quot;{P}/http://b.test/x&quot;&gt;">'),
        ("<svg><use xlink:href=/s.svg#a /></svg>", f'<svg><use xlink:href="{P}/http://b.test/s.svg#a" /></svg>'),
    ],
)  # fmt: skip
def test_addresses_lead_to_the_archive(html: str, new: str) -> None:
    assert rewritten(html) == new


@pytest.mark.parametrize(
    "html",
    [
        "AT&T &copy 2020 &amp; <b>bold</B   > <br/> &lt;a href=x&gt;",
        "<!-- <a href=/x> --><![if IE]>x<![endif]><?php x ?>",
        "<script>document.write('<a href=\"/x\">')</script>",
        "<a href=#top>up</a><a href=mailto:a@b.test>mail</a><a name=x>",
        "<style>p { color: red }</style><textarea>a\r\nb</textarea>\0<p",
        "<meta name=description content='url=/x'><object type=x></object>",
        "<p data=/x>",
    ],
)
def test_everything_else_is_unchanged(html: str) -> None:
    assert rewritten(html) == html


SIZES = "<img src=/s.png srcset='/m.png 640w, /l.png 1280w' sizes=100vw>"


@pytest.mark.parametrize(
    ("archived", "new"),
    [
        ({"m", "l", "s"}, f'<img src="{P}/S" srcset="{P}/M 640w, {P}/L 1280w" sizes="100vw">'),
        ({"l", "s"}, f'<img src="{P}/S" srcset="{P}/L 1280w" sizes="100vw">'),
        ({"l"}, f'<img src="{P}/L" srcset="{P}/L 1280w" sizes="100vw">'),
        ({"s"}, f'<img src="{P}/S">'),
        (set(), f'<img src="{P}/S" srcset="{P}/M 640w, {P}/L 1280w" sizes="100vw">'),
    ],
)
def test_of_the_sizes_of_a_picture_those_are_shown_that_are_archived(archived: set[str], new: str) -> None:
    for name in "sml":
        new = new.replace(f"/{name.upper()}", f"/http://b.test/{name}.png")
    assert rewritten(SIZES, {f"http://b.test/{name}.png" for name in archived}) == new


def test_addresses_in_a_stylesheet_are_relative_to_it() -> None:
    css = rewrite_css("@import 'b.css'; a { background: url(/x) }", "http://c.test/css/a.css", AT)
    assert css == f'@import "{P}/http://c.test/css/b.css"; a {{ background: url({P}/http://c.test/x) }}'


def test_a_style_cannot_end_its_element() -> None:
    html = "<style>a { background: url('</style><script>x()</script>') }</style>"
    assert rewritten(html) == html


@given(st.text(alphabet="<>/=\"' ahrefsrc&;!-?styl()url\n\r\0é", max_size=80))
def test_any_text_is_rewritten_without_an_error(html: str) -> None:
    rewritten(html)


def test_long_and_deep_pages_take_little_time() -> None:
    assert len(rewritten("<div><a href=/x>" * 20_000)) > 20_000 * len(P)
    rewritten("<iframe srcdoc='" + "&lt;iframe srcdoc=&quot;" * 200 + "'>")
