"""The attributes that an article keeps."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from cleaned import BASE, clean
from hypothesis import assume, given
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ArticleRule, Cleaner, absolute_url


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/a", "https://blog.example.org/a"),
        ("a", "https://blog.example.org/2014/a"),
        ("../a", "https://blog.example.org/a"),
        ("?q=1", "https://blog.example.org/2014/post?q=1"),
        ("#note", "https://blog.example.org/2014/post#note"),
        ("", "https://blog.example.org/2014/post"),
        ("//cdn.org/x", "https://cdn.org/x"),
        (" https://x.org/ ", "https://x.org/"),
        ("HTTPS://x.org/", "HTTPS://x.org/"),
        ("mailto:a@b.org", "mailto:a@b.org"),
        ("tel:+491234", "tel:+491234"),
        ("javascript:x", None),
        ("data:text/html,x", None),
        ("about:blank", None),
        ("chrome://settings", None),
        ("//[::1", None),
    ],
)
def test_urls_are_made_absolute_or_rejected(address: str, expected: str | None) -> None:
    assert absolute_url(BASE, address) == expected


@given(
    st.text(alphabet="ab.:/?#;%é-", min_size=1), st.sampled_from([BASE, "https://x.org", "http://x.org/a//b/./c?d#e"])
)
def test_paths_are_joined_as_the_standard_library_does(path: str, base: str) -> None:
    made = absolute_url(base, path)
    assume(made is not None and ":" not in path.partition("/")[0] and path != "#")
    assert made == urljoin(base, path)


def test_links_and_pictures_are_absolute() -> None:
    article = clean(
        '<p><a href="../about">me</a> <a href="/?a=1&amp;b=2">q</a> <img src="i.png"> <a href="../about">x</a></p>'
    )
    assert article.links == ["https://blog.example.org/about", "https://blog.example.org/?a=1&b=2"]
    assert 'src="https://blog.example.org/2014/i.png"' in article.html


def test_links_are_relative_to_the_page_s_base() -> None:
    page = parse_page('<head><base href="/else/"></head><body><p><a href="x">y</a></p></body>', BASE)
    assert Cleaner(ArticleRule("", 0.0)).clean(page.tree.find("body"), page.base).links == [
        "https://blog.example.org/else/x"
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<img data-src="/real.jpg">', "/real.jpg"),
        ('<img src="data:image/gif;base64,R0lGOD" data-src="/real.jpg">', "/real.jpg"),
        ('<img src="/img/placeholder.png" data-lazy-src="/real.jpg">', "/real.jpg"),
        ('<img src="/1x1.gif" data-original="/real.jpg">', "/real.jpg"),
        ('<img src="/real.jpg" data-src="/other.jpg">', "/real.jpg"),
    ],
)
def test_lazy_pictures_get_their_real_url(html: str, expected: str) -> None:
    assert f'src="https://blog.example.org{expected}"' in clean(html).html


def test_a_picture_may_be_a_data_url() -> None:
    assert 'src="data:image/png;base64,iVBORw0KGgo="' in clean('<img src="data:image/png;base64,iVBORw0KGgo=">').html


def test_the_urls_of_a_srcset_are_absolute() -> None:
    article = clean('<img src="/a.jpg" srcset="/a.jpg 480w, b.jpg 2x, https://cdn.org/c,d.jpg 3x" sizes="50vw">')
    assert 'sizes="50vw"' in article.html
    own = "https://blog.example.org"
    assert f'srcset="{own}/a.jpg 480w, {own}/2014/b.jpg 2x, https://cdn.org/c,d.jpg 3x"' in article.html
    assert 'srcset="https://blog.example.org/l.jpg 2x"' in clean('<img data-srcset="/l.jpg 2x">').html


@pytest.mark.parametrize("attribute", ['{x="1"', '{}="1"', "{=1 {}y=2", '{http://a}b="c"'])
def test_attributes_that_look_like_namespaces_are_removed_too(attribute: str) -> None:
    page = parse_page(f'<div><a {attribute} onclick="x()" href="/y">z</a></div>', "http://a.example/")
    node = page.tree.find("body/div")
    assert node is not None
    assert Cleaner(ArticleRule("", 0.0)).clean(node, page.base).html == '<a href="http://a.example/y">z</a>'
