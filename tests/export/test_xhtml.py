from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from blogcrawler.export.xhtml import language_tag, valid_xhtml


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("", ""),
        ("text", "<p>text</p>"),
        ("one<p>two</p>three <b>four</b>", "<p>one</p><p>two</p><p>three <b>four</b></p>"),
        ("<b>a<div>b</div></b>", "<p>a</p><div><p>b</p></div>"),
        ("<ul>stray<li>a<li>b</ul>", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
        ("<dl><dt>a<dd>b</dl>", "<div><p>a</p><div><p>b</p></div></div>"),
        ("<h1>a</h1><hr>", "<h2>a</h2><hr/>"),
        ('<a href="https://a.example/?x=1&amp;y">a</a>', '<p><a href="https://a.example/?x=1&amp;y">a</a></p>'),
        ('<a href="https://a b.example/">a</a>', "<p>a</p>"),
        ('<a href="https://a.example/%zz">a</a>', "<p>a</p>"),
        ('<a href="https://a.example/">a<div>b</div></a>', "<p>a</p><div><p>b</p></div>"),
        ('<img src="a.png"><img src="b.png" alt="&quot;B&quot;">', '<p><img src="b.png" alt="&quot;B&quot;"/></p>'),
        (
            "<table><caption>c</caption><tbody><tr><td colspan=2 rowspan=x>a<th>b</table>",
            '<table><tr><td colspan="2"><p>a</p></td><th><p>b</p></th></tr></table>',
        ),
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "<p>漢(かん)</p>"),
        ("<p dir=RTL lang=fa>x</p>", '<p dir="rtl" lang="fa" xml:lang="fa">x</p>'),
        ("<p> </p><pre> a\n  b</pre>", "<pre> a\n  b</pre>"),
    ],
)
def test_valid_xhtml(fragment: str, expected: str) -> None:
    assert valid_xhtml(fragment, {"b.png"}) == expected


@given(
    st.lists(st.sampled_from("<p> </p> <b> </b> <ul> <li> </ul> <table> <tr> <td> <a> <img> text & < > \x01".split()))
)
def test_it_is_always_well_formed(parts: list[str]) -> None:
    etree.fromstring(f"<div>{valid_xhtml(' '.join(parts))}</div>")


def test_deep_nesting_becomes_text() -> None:
    assert "deep" in valid_xhtml("<div>" * 500 + "deep")
    assert "deep" in valid_xhtml("<b>" * 500 + "deep")


@pytest.mark.parametrize(("text", "expected"), [("en_US", "en-US"), ("zh-Hant-TW", "zh-Hant-TW"), ("x y", None)])
def test_language_tag(text: str, expected: str | None) -> None:
    assert language_tag(text) == expected
