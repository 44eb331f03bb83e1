"""What rules read of a page: by shortcuts, the same as XPath would find."""

from __future__ import annotations

from itertools import chain

import pytest
from lxml import etree

from blogcrawler.dom import JSON_LD, META, find, node_text, parse_page, read

PAGE = parse_page(
    """<html><head><title>One</title><title>Two</title><meta name="author" content="Ann"></head><body>
    <title>Three</title><p itemprop="author">Bob <b itemprop="name">Bo</b></p>
    <a rel="author nofollow">no</a><a rel="author">Cy</a><a rel="category tag">red</a><a rel="tag">blue</a>
    <a rel=" tag ">green</a><a rel="tagged">no</a><a rel>no</a>
    <time class="updated" datetime="2011-01-01">x</time><time itemprop="dateModified" datetime="2012-01-01">x</time>
    <time class="updated late" datetime="2013-01-01">x</time><time pubdate="" datetime="2014-01-01">x</time>
    <abbr class="published" title="2015-01-01">x</abbr><h1 class="post-title">No</h1><h1 class="a title b">Yes</h1>
    <div id="post-7">seven</div><div class="box"><div class="box"><i>1</i></div><i>2</i></div></body></html>""",
    "https://a.example/x",
)
STATED = [selector for selector, _ in chain.from_iterable(META.values()) if not selector.startswith(JSON_LD)]
OTHERS = [
    '//h1[contains(concat(" ",normalize-space(@class)," ")," title ")]',
    '//div[starts-with(@id,"post-")]',
    "//time",
    "//time[@title]",
    "/html/head/title",
    "/html/body/title",
    '//a[contains(@rel,"tag")]',
    '//a[contains(concat(" ",normalize-space(@rel)," ")," author ")]/b',
    '//p[@itemprop="author"]/b',
    '//p[@itemprop="author"]//b',
    '//div[contains(@class,"box")]/i',
    '//div[contains(@class,"box")]//i',
    '//li[@class="x"] | //div[@id="post-7"]',
]


@pytest.mark.parametrize("selector", dict.fromkeys([*STATED, *OTHERS]))
def test_shortcuts_find_what_xpath_finds(selector: str) -> None:
    found = etree.XPath(selector)(PAGE.tree)
    assert isinstance(found, list)
    expected = [text for element in found if (text := node_text(element))]
    assert read(PAGE, selector) == expected
    assert read(PAGE, selector, limit=1) == expected[:1]


@pytest.mark.parametrize("selector", [".//div", './/div[contains(concat(" ",normalize-space(@class)," ")," a ")]'])
def test_a_search_below_an_element_does_not_find_the_element(selector: str) -> None:
    outer = parse_page('<div class="a" id="x"><p>1</p><div class="b"><div class="a">2</div></div></div>', "").tree[0][0]
    assert outer.get("id") == "x"
    assert find(outer, selector, first=True) == etree.XPath(f"({selector})[1]")(outer)
    assert find(outer[0], selector, first=True) == []
