"""Addresses in stylesheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import StylesheetUrl, replace_stylesheet_urls, stylesheet_text, stylesheet_urls


@pytest.mark.parametrize(
    ("css", "found"),
    [
        ("@import 'a.css'; @import url(b.css) screen;", [("a.css", True), ("b.css", True)]),
        ('@font-face { src: url("f.woff2") format("woff2"), url(f.ttf) }', [("f.woff2", False), ("f.ttf", False)]),
        ("@media print { a { background: URL( 'x y.png' ) } }", [("x y.png", False)]),
        (
            "a { background: image-set('a.png' 1x, url(b.png) 2x type('image/png')) }",
            [("a.png", False), ("b.png", False)],
        ),
        ("a { content: 'b.png'; background: url(data:image/png;base64,AAAA) }", []),
        ("/* url(old.png) */ a { color: red }", []),
        ("a { background: u\\72l(escaped.png) }", [("escaped.png", False)]),
        ("a { background: url(unfinished.png", [("unfinished.png", False)]),
        ("a { --icon: url(one.svg) } b { --icon: url(one.svg) }", [("one.svg", False)]),
    ],
)
def test_addresses_are_found_where_browsers_load_them(css: str, found: list[tuple[str, bool]]) -> None:
    assert list(stylesheet_urls(css)) == [StylesheetUrl(*one) for one in found]


def test_only_addresses_are_replaced() -> None:
    css = "@import 'a.css';\n/* a.css */ p::after { content: 'a.css'; color: #FfF } q { background: url(a.css) }"
    new = replace_stylesheet_urls(css, lambda url: f"/r/{url}")
    assert new == (
        '@import "/r/a.css";\n/* a.css */ p::after { content: "a.css"; color: #FfF } q { background: url(/r/a.css) }'
    )


def test_a_replacement_cannot_leave_its_place() -> None:
    new = replace_stylesheet_urls("a { background: url(x) }", lambda _: "') } b { color: red }")
    assert len(stylesheet_urls(new)) == 1
    assert "b { color: red }" not in new


@given(st.text(alphabet="url()'\"@import{};\\ a/*.", max_size=60))
def test_any_text_is_read_and_replaced(css: str) -> None:
    stylesheet_urls(css)
    replace_stylesheet_urls(css, lambda url: f"/{url}")


@pytest.mark.parametrize("css", ["(" * 50_000 + "url(a)", "a{" * 50_000, "url(" * 20_000], ids=["(", "{", "url("])
def test_nonsense_that_is_nested_deeply_does_no_harm(css: str) -> None:
    stylesheet_urls(css)
    replace_stylesheet_urls(css, lambda url: f"/{url}")


def test_the_charset_comes_from_the_server_or_the_stylesheet() -> None:
    assert stylesheet_text("a{content:'é'}".encode("latin-1"), "latin1") == "a{content:'é'}"
    assert stylesheet_text(b'@charset "koi8-r";' + "я".encode("koi8-r")).endswith("я")
    assert stylesheet_text("é".encode(), "no such charset") == "é"


def test_a_stylesheet_with_a_number_of_thousands_of_digits_has_no_addresses() -> None:
    css = f"a {{ background: url(a.png); width: {'9' * 5000}px }}"
    assert stylesheet_urls(css) == ()
    assert replace_stylesheet_urls(css, str.upper) == css
