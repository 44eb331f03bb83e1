"""The words of texts, and how alike two strings are: Sørensen–Dice over sets of character bigrams."""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

__all__ = ["Bigrams", "bigrams", "dice", "similarity", "squash", "words"]

#: A set of pairs of adjacent characters.
Bigrams = frozenset[tuple[str, str]]

_ASCII_FOLD = bytes(ord(chr(code).lower()) if code < 128 and chr(code).isalnum() else 32 for code in range(256))
_WORD = re.compile(r"[⺀-鿿가-힯豈-﫿぀-ヿ]|[^\W_]+")
#: Letters of Western languages that fold to one letter each, and what parts words in their texts: a code page.
_WESTERN = (
    "\0\t\n\r"
    + "".join(chr(code) for code in (*range(32, 127), *range(160, 256)) if chr(code) not in "ß¼½¾")
    + "’“”–—…‘•→←│„‚›‹′″★\u200b\u2009ŒœŠšŽžŸŁłőűąęćśźżńčřěůđ"
)
_FOLDED = "".join(
    fold if len(fold := unicodedata.normalize("NFKC", letter).casefold()) == 1 and fold.isalnum() else " "
    for letter in _WESTERN
)
_BYTES = codecs.charmap_build(_WESTERN)
#: Marks whose presence makes normalizing slow.
_FULL_WIDTH = re.compile("[，：！？（）；]")


def squash(text: str) -> str:
    """The text with its white space collapsed, as a browser would show it."""
    return " ".join(text.split())


def words(text: str) -> list[str]:
    """The words of a text, folded for comparison; where a script writes no spaces, its characters."""
    if text.isascii():
        return text.encode().translate(_ASCII_FOLD).decode().split()
    try:
        encoded, _ = codecs.charmap_encode(text.replace("ß", "ss"), "strict", _BYTES)
    except UnicodeEncodeError:
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", _FULL_WIDTH.sub(" ", text))
        return _WORD.findall(text.casefold())
    return codecs.charmap_decode(encoded, "strict", _FOLDED)[0].split()


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
