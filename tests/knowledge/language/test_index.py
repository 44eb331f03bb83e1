"""The index finds exactly the expressions that match according to XPath."""

from __future__ import annotations

import time

from expression_strategies import TREES, expressions
from hypothesis import assume, example, given
from hypothesis import strategies as st
from lxml import etree

from blogcrawler.knowledge import Index, parse_expression


@given(TREES, st.lists(expressions(), min_size=1, max_size=6, unique=True))
@example(etree.Element("a"), ["*[1]/a"])
def test_the_index_agrees_with_xpath(tree: etree._Element, texts: list[str]) -> None:
    root = etree.Element("html")
    root.append(tree)
    found = set(Index((text, parse_expression(text)) for text in texts).matches([root]))
    assert found == {text for text in texts if root.getroottree().xpath("//" + text)}


@given(TREES, expressions())
def test_an_expression_finds_what_xpath_finds(tree: etree._Element, text: str) -> None:
    root = etree.Element("html")
    root.append(tree)
    # The element must not be a first child: it may be any element, not only the root of a document.
    assume(not text.startswith("*["))
    assert parse_expression(text).find(root) == root.getroottree().xpath("//" + text)


def test_words_of_an_attribute_are_found_and_parts_of_words_are_not() -> None:
    root = etree.fromstring("<html><div class=' first post '/><div class='poster'/></html>")
    index = Index((text, parse_expression(text)) for text in ("div[@class~='post']", "div[@class~='pos']"))
    assert list(index.matches([root])) == ["div[@class~='post']"]
    assert len(parse_expression("div[@class~='post']").find(root)) == 1


def test_nested_matches_cost_no_more_than_flat_ones() -> None:
    root = top = etree.Element("html")
    for _ in range(150):
        top = etree.SubElement(top, "div", {"class": "x"})
    index = Index([("deep", parse_expression("//".join(["div[@class='x']"] * 6 + ["p"])))])
    begin = time.process_time()
    assert list(index.matches([root])) == []
    assert time.process_time() - begin < 5
