"""The path of an element finds it again, whatever the tags are called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from blogcrawler.dom import element_path, is_xpath_name, parse_page

URL = "https://blog.example/"
TAGS = ["div", "p", "o:p", "fb:like", "g:plusone", "xml:id", "my-box", "a.b", "a²", "näme", 'x"y', "a'b", "svg", "text"]


def test_the_path_of_an_ordinary_element_is_readable() -> None:
    page = parse_page("<body><div></div><div><p>One</p></div>", URL)
    assert element_path(page.tree.find(".//p")) == "/html/body/div[2]/p"


@pytest.mark.parametrize("tag", ["o:p", "fb:like", "g:plusone", "xml:id", "a²", 'x"y'])
def test_the_path_through_an_odd_tag_is_valid_xpath(tag: str) -> None:
    page = parse_page(f"<body><p>Zero</p><{tag}><b>One</b><b id=it>Two</b></{tag}>", URL)
    element = page.tree.find(".//b[@id='it']")
    assert page.copy().tree.xpath(element_path(element))[0].text == "Two"


@given(st.lists(st.tuples(st.sampled_from(TAGS), st.booleans()), max_size=15))
def test_every_element_is_found_by_its_path(tags: list[tuple[str, bool]]) -> None:
    html = "".join(f"<{tag}>x" + (f"</{tag}>" if closed else "") for tag, closed in tags)
    page = parse_page(f"<body>{html}", URL)
    for element in page.tree.iter():
        assert page.tree.xpath(element_path(element)) == [element]


@given(st.sampled_from(TAGS))
def test_xpath_reads_every_tag_that_it_can_name(tag: str) -> None:
    if is_xpath_name(tag):
        etree.XPath(f"//{tag}")
    else:
        assert not tag.isalnum() or not tag.isascii()
