"""Which literals are the same."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.deepweb import normalize_literal, shingles, similar_literals

SAME = {
    "case": ("The Hunger Games", "the hunger GAMES"),
    "sharp s": ("Straße", "STRASSE"),
    "accents": ("Gabriel García Márquez", "Gabriel Garcia Marquez"),
    "an accent as a character of its own": ("Café", "Cafe\u0301"),
    "punctuation": ("213/467-1108", "213-467-1108"),
    "an apostrophe": ("Lombardi's", "lombardis"),
    "a curly apostrophe": ("Lombardi’s", "Lombardi's"),
    "spaces": ("  Michael   Lewis ", "Michael Lewis"),
    "a remark": ("Hamlet (French Edition)", "Hamlet"),
    "remarks in remarks": ("Ramona the Brave (Ramona Quimby (Paperback))", "Ramona the Brave"),
    "square brackets": ("Hamlet [Paperback]", "Hamlet"),
    "HTML": ("Calvin &amp; Hobbes", "Calvin & Hobbes"),
    "a whole number": ("1998.0", "1998"),
    "full width": ("２００１", "2001"),
}
DIFFERENT = {
    "an area code": ("(213) 467-1108", "(212) 467-1108"),
    "numbers": ("1.50", "1.51"),
    "vowels of Hindi": ("कि", "का"),
    "nothing but a remark": ("(Hamlet)", "(Macbeth)"),
    "nothing but punctuation": ("???", "!!!"),
    "words": ("new york", "newyork"),
}


@pytest.mark.parametrize("case", SAME)
def test_the_same_in_another_spelling(case: str) -> None:
    one, other = SAME[case]
    assert normalize_literal(one) == normalize_literal(other)


@pytest.mark.parametrize("case", DIFFERENT)
def test_not_the_same(case: str) -> None:
    one, other = DIFFERENT[case]
    assert normalize_literal(one) != normalize_literal(other)


@given(st.text())
def test_only_blank_literals_become_empty(text: str) -> None:
    normal = normalize_literal(text)
    assert normal == " ".join(normal.split())
    if not normal:
        assert not any(character.isalnum() for character in text)


def test_shingles_include_the_ends() -> None:
    assert shingles("abc") == {" ab", "abc", "bc "}
    assert shingles("") == {"  "}


def test_similar_titles_are_found_with_their_similarity() -> None:
    pairs = list(similar_literals(["the human stain"], ["human stain", "a human brain", "the human stain"], 0.6))
    shared, either = (
        len(shingles("the human stain") & shingles("human stain")),
        len(shingles("the human stain") | shingles("human stain")),
    )
    assert pairs == [("the human stain", "human stain", shared / either)]


@pytest.mark.parametrize(("one", "other"), [("1234567", "1234568"), ("asterix volume 1", "asterix volume 2")])
def test_another_number_is_never_similar(one: str, other: str) -> None:
    assert list(similar_literals([one], [other], 0.5)) == []


WORDS = st.lists(st.text("abc", min_size=1, max_size=8), max_size=8)


@given(WORDS, WORDS, st.sampled_from([0.5, 0.7, 0.9]))
def test_no_similar_pair_is_missed(left: list[str], right: list[str], least: float) -> None:
    def similarity(one: str, other: str) -> float:
        return len(shingles(one) & shingles(other)) / len(shingles(one) | shingles(other))

    expected = {(a, b) for a, b in product(left, right) if a != b and similarity(a, b) >= least}
    assert {(a, b) for a, b, _ in similar_literals(left, right, least)} == expected
