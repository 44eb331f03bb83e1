"""Reads what a person types into a search field. Nothing is a syntax error."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .tokens import is_unspaced, pairs, pieces

__all__ = ["Term", "WordsQuery", "parse_words"]

_MAX_TERMS = 30
_MAX_PIECES = 30
_MAX_LENGTH = 2_000
"""Longer queries are cut off: nobody types them."""

_TYPOGRAPHIC_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»「」『』＂", '"'))
_PART = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)(?:"|$)|(?P<word>[^\s"]+))(?P<star>\*?)')


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase: what must be found one after the other. The last piece may be the beginning of a word."""

    pieces: tuple[str, ...]
    prefix: bool = False

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens that must follow each other in the index."""
        found: list[str] = []
        for piece in self.pieces:
            found += pairs(piece) if is_unspaced(piece) else (piece,)
        # The last character of a text without spaces is a token only where that text ends.
        return tuple(found[:-1] if self._ends_unspaced and len(self.pieces[-1]) > 1 else found)

    @property
    def last_is_prefix(self) -> bool:
        """Whether the last token may be the beginning of a token in the index."""
        return len(self.pieces[-1]) == 1 if self._ends_unspaced else self.prefix

    @property
    def _ends_unspaced(self) -> bool:
        return is_unspaced(self.pieces[-1])


@dataclass(frozen=True, slots=True)
class WordsQuery:
    """Terms that a text must have, and terms that it must not have."""

    required: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()


def parse_words(words: str) -> WordsQuery:
    """The terms of a query: words, ``"phrases"``, ``-excluded`` ones and beginnings of words (``garden*``)."""
    required: dict[Term, None] = {}
    excluded: dict[Term, None] = {}
    for part in _PART.finditer(words[:_MAX_LENGTH].translate(_TYPOGRAPHIC_QUOTES)):
        text = part["phrase"] or part["word"] or ""
        found = pieces(text)[:_MAX_PIECES]
        if found:
            prefix = bool(part["star"]) or text.endswith("*")
            (excluded if part["minus"] else required)[Term(tuple(found), prefix)] = None
    return WordsQuery(_first(required), _first(excluded))


def _first(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(terms)[:_MAX_TERMS]
