"""Which literals are the same."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.deepweb import normalize_literal, shingles, similar_literals
from blogcrawler.deepweb.alignment.literals import spelling_of, spelling_pairs

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


@pytest.mark.parametrize(
    ("one", "other", "are_alike"),
    [
        ("Dry", "Dry: A Memoir", True),
        ("Neverwhere", "Neverwhere : A Novel", True),
        ("The Subterraneans", "Subterraneans", True),
        ("The Twentieth Wife (Taj Mahal, #1)", "Twentieth Wife: A Novel", True),
        ("Raymond E. Feist", "RAYMOND FEIST", True),
        ("Milne, Alan Alexander", "Alan Alexander Milne", True),
        ("Star Wars: A New Hope", "Star Wars: Heir to the Empire", False),
        ("Preacher, Volume 1", "Preacher, Volume 2", False),
        ("Berlin, Hamburg", "Berlin", False),
        ("12: 30", "12", False),
        ("The", "A", False),
    ],
)
def test_spellings(one: str, other: str, are_alike: bool) -> None:
    left, right = ({normalize_literal(text): spelling_of(text)} for text in (one, other))
    assert bool(list(spelling_pairs(left, left, right, right))) is are_alike
    assert bool(list(spelling_pairs(right, right, left, left))) is are_alike


def test_the_name_of_a_series_says_nothing() -> None:
    books = {f"star wars {n}": spelling_of(f"Star Wars: {chr(65 + n)}") for n in range(25)}
    assert not list(spelling_pairs(["star wars"], {}, books, books))


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
