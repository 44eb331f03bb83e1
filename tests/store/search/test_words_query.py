from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.store.search.words_query import Term, WordsQuery, parse_words


@pytest.mark.parametrize(
    ("words", "required", "excluded"),
    [
        ("", [], []),
        ("  two Words ", [Term(("two",)), Term(("words",))], []),
        ('"a phrase" word', [Term(("a", "phrase")), Term(("word",))], []),
        ('"not closed', [Term(("not", "closed"))], []),
        ("“curly quotes” «and these»", [Term(("curly", "quotes")), Term(("and", "these"))], []),
        ("garden* gard*en", [Term(("garden",), prefix=True), Term(("gard", "en"))], []),
        ('"two wor"*', [Term(("two", "wor"), prefix=True)], []),
        ('-no yes -"no no"', [Term(("yes",))], [Term(("no",)), Term(("no", "no"))]),
        ("e-mail --x", [Term(("e", "mail"))], [Term(("x",))]),
        ("same SAME", [Term(("same",))], []),
        ('- * "" -"" !?', [], []),
        ("図書館 a", [Term(("図書館",)), Term(("a",))], []),
    ],
)
def test_queries(words: str, required: list[Term], excluded: list[Term]) -> None:
    assert parse_words(words) == WordsQuery(tuple(required), tuple(excluded))


@pytest.mark.parametrize(
    ("pieces", "tokens", "last_is_prefix"),
    [
        (("図書館",), ("図書", "書館"), False),
        (("館",), ("館",), True),
        (("手机", "大学"), ("手机", "机", "大学"), False),
        (("iphone", "手"), ("iphone", "手"), True),
        (("手机", "x"), ("手机", "机", "x"), False),
        (("word",), ("word",), False),
    ],
)
def test_the_tokens_of_a_term(pieces: tuple[str, ...], tokens: tuple[str, ...], last_is_prefix: bool) -> None:
    term = Term(pieces)
    assert (term.tokens, term.last_is_prefix) == (tokens, last_is_prefix)


def test_endless_queries_are_cut_off() -> None:
    parsed = parse_words(" ".join(f"w{n}" for n in range(10_000)))
    assert len(parsed.required) == 30
    assert len(parse_words('"' + "a b " * 5_000).required[0].pieces) == 30


@given(st.text())
def test_every_text_is_a_query_whose_terms_have_tokens(words: str) -> None:
    parsed = parse_words(words)
    for term in (*parsed.required, *parsed.excluded):
        assert all(term.tokens)
        assert term.tokens
