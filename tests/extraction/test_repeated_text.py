"""Text that other pages share belongs to the template."""

from __future__ import annotations

import pytest

from blogcrawler.dom import Block
from blogcrawler.extraction.repeated_text import repeated_blocks, shingles

SHARED = "share this post with friends and family on any network today".split()


def page(block: list[str]) -> tuple[list[str], list[Block]]:
    return block, [Block(0, len(block), 0)]


@pytest.mark.parametrize(("own_words", "repeated"), [(0, True), (3, True), (4, False), (9, False)])
def test_a_block_is_repeated_if_seventy_percent_of_its_shingles_are(own_words: int, repeated: bool) -> None:
    # The shared words have 9 shingles, and each own word after them adds one: 9 of 12 are enough, 9 of 13 are not.
    other = [f"unique{number}" for number in range(own_words)]
    assert repeated_blocks([page(SHARED), page(SHARED + other)]) == [[True], [repeated]]


def test_two_pages_are_enough_among_a_few() -> None:
    assert repeated_blocks([page(SHARED), page(["alone"]), page(SHARED)]) == [[True], [False], [True]]


def test_among_many_pages_a_quarter_must_have_the_text() -> None:
    others = [page([f"text{number}"]) for number in range(10)]
    assert repeated_blocks([page(SHARED), page(SHARED), *others])[:2] == [[False], [False]]
    assert repeated_blocks([page(SHARED), page(SHARED), page(SHARED), *others[:9]])[:3] == [[True], [True], [True]]


def test_a_long_block_is_compared_at_both_ends() -> None:
    beginning, end = [f"begin{n}" for n in range(12)], [f"end{n}" for n in range(12)]
    blocks = [page(beginning + [f"{letter}{n}" for n in range(30)] + end) for letter in "ab"]
    assert repeated_blocks(blocks) == [[True], [True]]


def test_a_text_of_one_or_two_words_is_one_shingle() -> None:
    assert shingles(["read", "more"]) == [("read", "more")]
    assert shingles(["read", "more", "here", "now"]) == [("read", "more", "here"), ("more", "here", "now")]
