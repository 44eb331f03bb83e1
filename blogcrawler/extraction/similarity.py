"""The words of texts, and how alike two strings are: Sørensen–Dice over sets of character bigrams."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

__all__ = ["Bigrams", "bigrams", "dice", "similarity", "squash", "words"]

#: A set of pairs of adjacent characters.
Bigrams = frozenset[tuple[str, str]]

_ASCII_FOLD = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
_WORD = re.compile(r"[⺀-鿿가-힯豈-﫿぀-ヿ]|[^\W_]+")


def squash(text: str) -> str:
    """The text with its white space collapsed, as a browser would show it."""
    return " ".join(text.split())


def words(text: str) -> list[str]:
    """The words of a text, folded for comparison; where a script writes no spaces, its characters."""
    if text.isascii():
        return text.translate(_ASCII_FOLD).split()
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


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
