"""The words of a text, compared with their definition."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import squash, words

TEXTS = st.text(max_size=60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n ", []),
        ("One, two; THREE.", ["one", "two", "three"]),
        ("don't", ["don", "t"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("ﬁne ＡＢ", ["fine", "ab"]),
        ("你好 world", ["你", "好", "world"]),
        ("ひらがな", ["ひ", "ら", "が", "な"]),
        ("Καλημέρα ΚΌΣΜΕ", ["καλημέρα", "κόσμε"]),
        ("snake_case", ["snake", "case"]),
        ("e\u0301te\u0301", ["été"]),
    ],
)
def test_words_are_folded_for_comparison(text: str, expected: list[str]) -> None:
    assert words(text) == expected


WESTERN = st.text(st.sampled_from("aZ_9 \xa0éÉßÿŸµ²½ª©’“–…łŁ\u200be\u0301中，Жﬁ™"), max_size=30)


@given(TEXTS | WESTERN)
def test_words_are_runs_of_letters_or_characters_of_scripts_without_spaces(text: str) -> None:
    folded = unicodedata.normalize("NFKC", text).casefold()
    assert words(text) == re.findall(r"[⺀-鿿가-힯豈-﫿぀-ヿ]|[^\W_]+", folded)


@given(TEXTS)
def test_words_contain_no_white_space(text: str) -> None:
    found = words(text)
    assert all(word and not any(c.isspace() for c in word) for word in found)
    assert squash(text) == squash(squash(text))
