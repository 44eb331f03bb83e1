"""How alike two strings are: Sørensen–Dice over sets of character bigrams.

A set of bigrams is an integer used as a bit field over hashed bigrams: union, intersection and size
are single operations at machine speed, and any script works, not only ASCII.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

__all__ = ["BIGRAM_BITS", "bigrams", "dice", "similarity", "squash", "words"]

#: Width of the bit field. Short fields (titles, names, dates) have at most some hundred bigrams, so that
#: two of them rarely share a bit by chance.
BIGRAM_BITS = 4093

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


@lru_cache(maxsize=4096)
def _bit(pair: tuple[str, str]) -> int:
    return 1 << ((ord(pair[0]) * 31337 + ord(pair[1])) % BIGRAM_BITS)


def bigrams(text: str) -> int:
    """The set of pairs of adjacent characters, as a bit field."""
    field = 0
    for pair in set(pairwise(text)):
        field |= _bit(pair)
    return field


def dice(one: int, other: int) -> float:
    """The quotient of similarity 2·|A∩B| / (|A|+|B|) of two bit fields."""
    size = one.bit_count() + other.bit_count()
    return 2 * (one & other).bit_count() / size if size else 0.0


def similarity(one: str, other: str) -> float:
    """The Sørensen–Dice coefficient of two strings."""
    return dice(bigrams(one), bigrams(other))
