"""The similarity of two strings: Sørensen–Dice over sets of character bigrams."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

__all__ = ["Bigrams", "bigrams", "dice", "similarity"]

#: A set of pairs of adjacent characters.
Bigrams = frozenset[tuple[str, str]]


@lru_cache(maxsize=512)
def bigrams(text: str) -> Bigrams:
    """The set of pairs of adjacent characters."""
    return frozenset(pairwise(text))


def dice(one: Bigrams, other: Bigrams) -> float:
    """The Sørensen–Dice coefficient 2·|A∩B| / (|A|+|B|) of two sets."""
    size = len(one) + len(other)
    return 2 * len(one & other) / size if size else 0.0


def similarity(one: str, other: str) -> float:
    """The Sørensen–Dice coefficient of two strings."""
    return dice(bigrams(one), bigrams(other))
