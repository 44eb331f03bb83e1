"""Light stems: inflected forms that Snowball's algorithm for a language takes apart, such as βιβλίο and βιβλία."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from ..text_folding import folded

__all__ = ["light_stemmer"]

_MIN_WORD = 4
_FILE = "inflections.toml"


@cache
def light_stemmer(algorithm: str) -> Callable[[str], str] | None:
    """The function that gives the light stem of a lower-case word, for languages that need one."""
    table = _tables().get(algorithm)
    if table is None:
        return None
    letters = str.maketrans(table.get("letters", {}))
    steps = [(re.compile(pattern), replacement) for pattern, replacement in table["steps"]]

    def stem(word: str) -> str:
        found = folded(word.translate(letters))
        if len(found) < _MIN_WORD:
            return found
        for pattern, replacement in steps:
            found = pattern.sub(replacement, found)
        return found

    return stem


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(files("blogcrawler.watch").joinpath(_FILE).read_text("utf-8"))
