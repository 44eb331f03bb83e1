"""Cuts texts in any script into the tokens that are indexed and searched for.

Upper and lower case and accents make no difference. Most scripts separate words by spaces. Chinese, Japanese, Korean,
Thai, Lao, Khmer and Burmese texts are cut into overlapping pairs of characters instead, so that any part of them
can be found: ``図書館`` becomes ``図書 書館 館``. Every character begins one of the tokens, so a single character is
searched for as the beginning of a token.
"""

from __future__ import annotations

import codecs
import operator
import re
from functools import cache, lru_cache

from ...text_folding import LEFT_OUT, UNSPACED, folded, marks

__all__ = ["UNSPACED", "aligned", "folded", "indexed_text", "is_unspaced", "marks", "pairs", "pieces", "tokens"]

_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")

_TOKEN = re.compile("[0-9a-z\x80-\U0010ffff]+")


def indexed_text(text: str) -> str:
    """The text such that a tokenizer that knows only ASCII gives its :func:`tokens`, apart from upper case."""
    spaced = _with_ascii_separators(text)
    return spaced if spaced.isascii() else _UNSPACED_RUN.sub(_in_pairs, spaced)


def tokens(text: str) -> list[str]:
    """The tokens of a text, in order."""
    return _TOKEN.findall(indexed_text(text).lower())


def pieces(text: str) -> list[str]:
    """The words of a text, folded; in scripts without spaces, whatever is between punctuation."""
    return _piece().findall(_with_ascii_separators(text).lower())


def pairs(piece: str) -> list[str]:
    """The tokens of a piece in a script without spaces."""
    return [*map(operator.add, piece, piece[1:]), piece[-1]]


def is_unspaced(piece: str) -> bool:
    """Whether a piece or a token is of a script that does not separate words by spaces."""
    return _UNSPACED_RUN.match(piece) is not None


def aligned(text: str) -> tuple[str, list[int]]:
    """The text folded character by character, and for each character of the result its place in the text."""
    fold = list(map(_folded_character, text))
    return "".join(fold), [at for at, characters in enumerate(fold) for _ in characters]


def _with_ascii_separators(text: str) -> str:
    """The text folded, with a space for each separator beyond ASCII; ASCII text stays as it is."""
    if text.isascii():
        return text
    try:
        encoded, _ = codecs.charmap_encode(text, "strict", _WESTERN_ENCODING)
    except UnicodeEncodeError:
        return _separator().sub(" ", folded(text))
    return codecs.charmap_decode(encoded, "strict", _WESTERN_FOLDED)[0]


def _in_pairs(run: re.Match[str]) -> str:
    text = run[0]
    return f" {' '.join(map(operator.add, text, text[1:]))} {text[-1]} "


@lru_cache(20_000)
def _folded_character(character: str) -> str:
    return folded(character)


@cache  # only searches need it
def _piece() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]+|[0-9a-z\x80-\U0010ffff]+?(?=[{UNSPACED}]|[^0-9a-z\x80-\U0010ffff]|$)")


@cache
def _separator() -> re.Pattern[str]:
    return re.compile(f"[^\\w\0-\x7f{marks()}{UNSPACED}]+")


# A code page of our own: characters of Western texts that fold to one ASCII character each. Encoding with it and
# decoding to the folded characters is much faster than normalizing.
_WESTERN = "".join(
    character
    for character in [
        *map(chr, (9, 10, 13, *range(32, 127), *range(160, 256))),
        *"’“”–—…‘•→„‚›‹ŠšŽžŸąęćśźżńčřěůőű",
    ]
    if not character.isalnum() or (len(folded(character)) == 1 and folded(character).isascii())
)
_WESTERN = LEFT_OUT.sub("", _WESTERN)
_WESTERN_ENCODING = codecs.charmap_build(_WESTERN)
_WESTERN_FOLDED = "".join(
    folded(character) if character.isascii() or character.isalnum() else " " for character in _WESTERN
)
