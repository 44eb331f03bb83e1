"""The grammar of expressions: what it accepts, and its error messages."""

from __future__ import annotations

import contextlib

import pytest
from expression_strategies import expressions
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.errors import KnowledgeError
from blogcrawler.knowledge import parse_expression


@given(expressions())
def test_an_expression_is_written_as_it_was_parsed(text: str) -> None:
    expression = parse_expression(text)
    assert parse_expression(str(expression)) == expression


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: expected a tag, @attribute, * or text()"),
        ("/div", "column 1: an expression does not begin with /"),
        ("div[@class='x'", "column 15: expected ]"),
        ("div[@class=x]", "column 12: expected a string in quotes"),
        ("div[@class]", "column 11: expected = or ~= and a string after @class"),
        ("div[starts-with(@class, 'x')]", "column 5: starts-with() is unknown here"),
        ("a/@href/b", "column 8: nothing comes after @href"),
        ("a/@href[1]", "column 8: a predicate of @href can never hold"),
        ("div[0]", "column 5: positions count from 1"),
        ("div[@class~='a b']", "column 13: ~= compares with one word"),
        ("div[@class='x]", "column 12: a string that does not end"),
        ("div | p", "column 5: '|' is not part of an expression"),
        ("div p", "column 5: expected /, // or [, not 'p'"),
        ("node()", "column 5: node() is not a node test"),
        ("a/" * 30 + "a", "at most 20 steps"),
        ("a" * 2000, "at most 1000 characters"),
    ],
)
def test_an_error_states_position_and_cause(text: str, message: str) -> None:
    with pytest.raises(KnowledgeError) as error:
        parse_expression(text)
    assert message in str(error.value)


@given(st.text(alphabet="ad*@/[]()='\"~,1 contislx|", max_size=30))
def test_any_text_is_parsed_or_rejected(text: str) -> None:
    with contextlib.suppress(KnowledgeError):
        parse_expression(text).xpath()
