"""What Snowball's algorithms lack: light stems for forms that they take apart, such as βιβλίο and βιβλία.

And, for languages that mark stress by accents, a difference that they remove: *público* is no form of *publicar*.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from unicodedata import normalize

from ..text_folding import all_folded

__all__ = ["by_accent", "light_stemmer"]

_MIN_WORD = 4
_STRESSED = "áéíóúàâêôû"
_EARLY_ACCENT = re.compile(f"[{_STRESSED}].*[aeiou{_STRESSED}]")
_NOMINAL = "~"
"""Ends the stems of words that cannot be verbs; stems have only letters and digits."""

_FILE = "inflections.toml"


@cache
def light_stemmer(algorithm: str) -> Callable[[Sequence[str]], list[str]] | None:
    """The function that gives the light stems of lower-case words, for languages that need them."""
    table = _tables().get(algorithm)
    if table is None:
        return None
    letters = str.maketrans(table.get("letters", {}))
    # A line is a word: one call for all of them is faster than one call per word.
    steps = [(re.compile(pattern, re.MULTILINE), replacement) for pattern, replacement in table["steps"]]

    def stems(words: Sequence[str]) -> list[str]:
        whole = all_folded([word.translate(letters) for word in words])
        text = "\n".join(whole)
        for pattern, replacement in steps:
            text = pattern.sub(replacement, text)
        return (
            [stem if len(word) >= _MIN_WORD else word for word, stem in zip(whole, text.split("\n"), strict=True)]
            if words
            else []
        )

    return stems


@cache
def by_accent(algorithm: str) -> Callable[[str, str, tuple[str, ...]], tuple[str, ...]] | None:
    """The function that says under which stems a word is found, given it in lower case, folded, and its stems.

    A word with an accent before the last vowel of its stem can only be a noun, an adjective or an adverb. Such words
    have stems of their own. Words that have the ending of a verb lack these, all other words have both, because people
    leave accents out.
    """
    table = _tables().get(algorithm)
    if table is None or "verbs" not in table:
        return None
    verbs = re.compile(table["verbs"])

    def found(word: str, fold: str, stems: tuple[str, ...]) -> tuple[str, ...]:
        nominal = tuple([stem + _NOMINAL for stem in stems])
        if not word.isascii() and _EARLY_ACCENT.search(normalize("NFC", word)[: len(stems[0])]):
            return nominal
        return stems if verbs.search(fold) else stems + nominal

    return found


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(files("blogcrawler.watch").joinpath(_FILE).read_text("utf-8"))
