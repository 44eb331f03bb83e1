"""Finds a term of a query in folded text."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise

from .tokens import UNSPACED, is_unspaced, marks
from .words_query import Term

__all__ = ["TermFinder", "term_finder"]


class TermFinder:
    """Finds the places of a term as whole words; in scripts without spaces, anywhere."""

    def __init__(self, term: Term) -> None:
        self._pattern = re.compile(_pattern(term.pieces))
        self._begins_a_word = not is_unspaced(term.pieces[0])
        self._ends_a_word = not is_unspaced(term.pieces[-1])
        self._prefix = term.prefix

    def find(self, text: str, at: int = 0) -> tuple[int, int] | None:
        """Where the term is, from ``at`` on."""
        # Words are delimited here, not in the pattern: compiling the class of all letters takes milliseconds.
        while found := self._pattern.search(text, at):
            start, end = found.span()
            at = start + 1
            if self._begins_a_word and start and _letter().match(text, start - 1):
                continue
            rest = _rest_of_word().match(text, end) if self._ends_a_word else None
            if rest is None:
                return start, end
            if self._prefix:
                return start, rest.end()
        return None


@lru_cache(1_000)
def term_finder(term: Term) -> TermFinder:
    """The finder of a term. The same queries come again and again."""
    return TermFinder(term)


def _pattern(pieces: tuple[str, ...]) -> str:
    """The pieces with what separates words between them.

    It begins with literal text, for which Python searches fast. Separators are as short as possible, because a vowel
    sign by itself is a piece, but also one of the characters that are not letters.
    """
    pattern = re.escape(pieces[0])
    for before, piece in pairwise(pieces):
        pattern += "[\\W_]*?" if is_unspaced(piece) != is_unspaced(before) else "[\\W_]+?"
        pattern += re.escape(piece)
    return pattern


@cache
def _letter() -> re.Pattern[str]:
    return re.compile(f"[^\\W_{UNSPACED}]")


@cache
def _rest_of_word() -> re.Pattern[str]:
    return re.compile(f"(?:[^\\W_{UNSPACED}]|[{marks()}])+")
