"""The similarity of strings, compared with its definition."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import similarity

TEXTS = st.text(max_size=60)


@given(TEXTS, TEXTS)
def test_similarity_is_symmetric_and_between_zero_and_one(one: str, other: str) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1


@given(st.text(min_size=2, max_size=60))
def test_equal_strings_have_similarity_one(text: str) -> None:
    assert similarity(text, text) == 1


@given(TEXTS, TEXTS)
def test_similarity_is_the_sorensen_dice_coefficient_of_bigrams(one: str, other: str) -> None:
    ours, theirs = set(pairwise(one)), set(pairwise(other))
    size = len(ours) + len(theirs)
    assert similarity(one, other) == (2 * len(ours & theirs) / size if size else 0.0)


def test_swapped_words_stay_similar() -> None:
    """Table 1 of the BlogForever paper: strings far apart by edit distance are similar here."""
    assert similarity("Scheme Scala", "Scala Scheme") > 0.85
    assert similarity("Rust", "Ruby") < 0.5
    swapped, letter, other = (
        similarity("Scheme Scala", "Scala Scheme"),
        similarity("Scala", "Scalar"),
        similarity("Rust", "Ruby"),
    )
    assert swapped > other
    assert letter > other
    assert similarity("Rust", "Rust") == 1
    assert similarity("Rust", "Scala") == 0


def test_strings_without_bigrams_are_not_similar() -> None:
    assert similarity("", "") == similarity("a", "a") == 0
