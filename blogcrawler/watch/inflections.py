"""Light stems: inflected forms that Snowball's algorithm for a language takes apart, such as βιβλίο and βιβλία."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from ..text_folding import all_folded

__all__ = ["light_stemmer"]

_MIN_WORD = 4
_FILE = "inflections.toml"


@cache
def light_stemmer(algorithm: str) -> Callable[[Sequence[str]], list[str]] | None:
    """The function that gives the light stems of lower-case words, for languages that need them."""
    table = _tables().get(algorithm)
    if table is None:
        return None
    letters = str.maketrans(table.get("letters", {}))
    # A line is a word: all of them in one call cost less than one by one.
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
def _tables() -> dict[str, Any]:
    return tomllib.loads(files("blogcrawler.watch").joinpath(_FILE).read_text("utf-8"))
