"""A parsed page and its copies."""

from __future__ import annotations

from blogcrawler.dom import drop, head_metas, parse_page, text_content
from blogcrawler.dom.metadata import with_property

HTML = """<html><head><base href="/blog/"><meta name="author" content="Ann"></head>
<body><p itemprop="headline">One <b>two</b> three</p></body></html>"""


def test_a_copy_is_the_same_page() -> None:
    page = parse_page(HTML, "https://example.org/post")
    copy = page.copy()
    assert (copy.url, copy.base) == (page.url, page.base) == ("https://example.org/post", "https://example.org/blog/")
    assert text_content(copy.tree) == text_content(page.tree)


def test_changing_a_copy_leaves_the_page_alone() -> None:
    page = parse_page(HTML, "https://example.org/post")
    copy = page.copy()
    drop(next(copy.tree.iter("b")))
    assert next(copy.tree.iter("b"), None) is None
    assert next(page.tree.iter("b")).text == "two"


def test_a_copy_shares_no_elements_or_metadata_with_the_page() -> None:
    page = parse_page(HTML, "https://example.org/post")
    head_metas(page)
    (original,) = with_property(page, ["headline"])
    copy = page.copy()
    (copied,) = with_property(copy, ["headline"])
    assert copied is not original
    assert copied.getroottree() is not original.getroottree()
    assert head_metas(copy) == head_metas(page)
    assert head_metas(copy) is not head_metas(page)
