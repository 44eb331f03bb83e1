"""The words of texts, and how alike two strings are: Sørensen–Dice over sets of character bigrams."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

__all__ = ["Bigrams", "bigrams", "dice", "similarity", "squash", "words", "words_of_each"]

#: A set of pairs of adjacent characters.
Bigrams = frozenset[tuple[str, str]]

_ASCII_FOLD = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
# A control character, which no parsed page has, stands between texts that are folded together.
_BETWEEN = "\x01"
_ASCII_FOLD_EACH = _ASCII_FOLD | {ord(_BETWEEN): _BETWEEN}
_WORD = re.compile(r"[⺀-鿿가-힯豈-﫿぀-ヿ]|[^\W_]+")


def squash(text: str) -> str:
    """The text with its white space collapsed, as a browser would show it."""
    return " ".join(text.split())


def words(text: str) -> list[str]:
    """The words of a text, folded for comparison; where a script writes no spaces, its characters."""
    if text.isascii():
        return text.translate(_ASCII_FOLD).split()
    return _WORD.findall(_folded(text))


def _folded(text: str) -> str:
    # Most texts need no more than this to be normalized, which is then seen at a glance.
    plain = text.replace("\xa0", " ").replace("…", " ")
    return unicodedata.normalize("NFKC", plain).casefold()


def words_of_each(texts: Sequence[str]) -> list[list[str]]:
    """The words of each of many texts: they are folded together, which is faster than one by one."""
    others = [index for index, text in enumerate(texts) if not text.isascii()]
    plain = _BETWEEN.join([text if text.isascii() else "" for text in texts] if others else texts)
    found = list(map(str.split, plain.translate(_ASCII_FOLD_EACH).split(_BETWEEN)))
    parts = _folded(_BETWEEN.join([texts[index] for index in others])).split(_BETWEEN) if others else []
    if len(found) != len(texts) or len(parts) != len(others):
        return list(map(words, texts))
    for index, part in zip(others, parts, strict=True):
        found[index] = _WORD.findall(part)
    return found


@lru_cache(maxsize=512)
def bigrams(text: str) -> Bigrams:
    """The set of pairs of adjacent characters."""
    return frozenset(pairwise(text))


def dice(one: Bigrams, other: Bigrams) -> float:
    """The quotient of similarity 2·|A∩B| / (|A|+|B|) of two sets."""
    size = len(one) + len(other)
    return 2 * len(one & other) / size if size else 0.0


def similarity(one: str, other: str) -> float:
    """The Sørensen–Dice coefficient of two strings."""
    return dice(bigrams(one), bigrams(other))
