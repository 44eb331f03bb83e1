"""The language of watches."""

from __future__ import annotations

import pytest

from blogcrawler.errors import UsageError
from blogcrawler.watch import And, Near, Not, Or, Term, parse_query

A, B, C = Term(("a",)), Term(("b",)), Term(("c",))


@pytest.mark.parametrize(
    ("query", "condition"),
    [
        ("a b", And((A, B))),
        ("a AND b OR c", Or((And((A, B)), C))),
        ("a (b OR c)", And((A, Or((B, C))))),
        ("a -b", And((A, Not(B)))),
        ("a NOT b", And((A, Not(B)))),
        ('"a b"', Term(("a", "b"))),
        ("“a b”", Term(("a", "b"))),
        ("ab*", Term(("ab",), True)),
        ("a NEAR/3 (b OR c)", Near(A, Or((B, C)), 3)),
        ("a NEAR/3 b NEAR/4 c", And((Near(A, B, 3), Near(B, C, 4)))),
        ("well-known", Term(("well", "known"))),
        ("and or", And((Term(("and",)), Term(("or",))))),
        ('a "OR"', And((A, Term(("OR",))))),  # Oregon
        ('a "AND" b', And((A, Term(("AND",)), B))),
    ],
)
def test_a_query_is_read(query: str, condition: object) -> None:
    assert parse_query(query) == condition


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ("", "empty"),
        ("a OR", "ends too early"),
        ("OR a", "no word before 'OR'"),
        ("(a", "not closed"),
        ("a)", "too many"),
        ('"a', "quotation mark"),
        ("NOT a", "nearly everything"),
        ("a OR NOT b", "nearly everything"),
        ("a*", "two letters"),
        ("!!!", "no letters"),
        ("a NEAR/0 b", "distance"),
        ("a NEAR/5 (b c)", "both sides"),
        ("(" * 50 + "a" + ")" * 50, "too deeply"),
        ("a " * 300, "too many words"),
    ],
)
def test_a_mistake_is_explained(query: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        parse_query(query)
