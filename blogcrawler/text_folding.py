"""Folds text so that upper and lower case and accents make no difference, in any script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

__all__ = ["LEFT_OUT", "UNSPACED", "all_folded", "folded", "marks"]

#: Characters of scripts that do not separate words by spaces, or attach particles to them (Korean), as ranges.
UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Hangul
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\U00020000-\U0003ffff"  # rare Han
    "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\U0001b000-\U0001b16f"  # kana
)

#: Accents and points that readers leave out when they type, and invisible characters inside of words.
LEFT_OUT = re.compile(
    "[\u0300-\u036f"  # accents of European scripts
    "\u0591-\u05c7"  # Hebrew points
    "\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed"  # Arabic points and the stretching of words
    "\u00ad\u200c-\u200f\u2060\ufe00-\ufe0f\ufeff]+"  # soft hyphen, joiners, direction and variant marks
)
_WITHOUT_STROKE = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
_STROKED = re.compile(f"[{''.join(_WITHOUT_STROKE)}]")


def folded(text: str) -> str:
    """The text in lower case, without accents and in one Unicode form. Other characters stay."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.casefold())
    text = _STROKED.sub(lambda match: _WITHOUT_STROKE[match[0]], LEFT_OUT.sub("", text)).casefold()
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def all_folded(words: Sequence[str]) -> list[str]:
    """Fold many words in one call; none of them has a line break."""
    return folded("\n".join(words)).split("\n") if words else []


@cache
def marks() -> str:
    """Vowel signs and other marks, which are parts of words but not of ``\\w``, as ranges of a character class."""
    codes = [code for code in range(0x300, 0x1F000) if unicodedata.category(chr(code))[0] == "M"]
    starts = [code for code in codes if unicodedata.category(chr(code - 1))[0] != "M"]
    ends = [code for code in codes if unicodedata.category(chr(code + 1))[0] != "M"]
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends, strict=True))
