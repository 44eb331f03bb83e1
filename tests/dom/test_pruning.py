"""Removing elements without losing the text around them."""

from __future__ import annotations

import pytest
from lxml import etree
from lxml.etree import _Element

from blogcrawler.dom import drop, drop_following, drop_preceding, iter_backwards


def parsed(xml: str) -> _Element:
    return etree.fromstring(xml)


def shown(tree: _Element) -> str:
    return etree.tostring(tree, encoding="unicode")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>a<x/>b</p>", "<p>ab</p>"),
        ("<p><x/>b</p>", "<p>b</p>"),
        ("<p><x>inner</x></p>", "<p/>"),
        ("<p><i/>a<x/>b</p>", "<p><i/>ab</p>"),
        ("<p><i/><x/>b<i/></p>", "<p><i/>b<i/></p>"),
        ("<p>a<x/></p>", "<p>a</p>"),
    ],
)
def test_dropping_an_element_keeps_the_text_that_follows_it(before: str, after: str) -> None:
    tree = parsed(before)
    drop(next(tree.iter("x")))
    assert shown(tree) == after


def test_the_root_cannot_be_dropped() -> None:
    tree = parsed("<p>a<x/>b</p>")
    drop(tree)
    assert shown(tree) == "<p>a<x/>b</p>"


def test_everything_after_a_mark_is_dropped() -> None:
    tree = parsed("<a>1<b>2<x>3</x>4<c/>5</b>6<d>7</d></a>")
    drop_following(next(tree.iter("x")), tree)
    assert shown(tree) == "<a>1<b>2<x>3</x></b></a>"


def test_everything_before_a_mark_is_dropped() -> None:
    tree = parsed("<a>1<d>7</d>8<b>2<c/>5<x>3</x>4</b>6</a>")
    drop_preceding(next(tree.iter("x")), tree)
    assert shown(tree) == "<a><b><x>3</x>4</b>6</a>"


def test_backwards_yields_the_elements_below_in_reverse_document_order() -> None:
    tree = parsed("<a><b><c/><d><e/></d></b><f/></a>")
    assert [element.tag for element in iter_backwards(tree)] == ["f", "e", "d", "c", "b"]


def test_elements_can_be_dropped_while_going_backwards() -> None:
    tree = parsed("<a><b><x/>1</b><x><c/></x>2<x/>3</a>")
    for element in iter_backwards(tree):
        if element.tag == "x":
            drop(element)
    assert shown(tree) == "<a><b>1</b>23</a>"
