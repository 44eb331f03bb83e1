"""Builds the snippet of a hit: the part of its text that matches best, with the matches marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from .tokens import UNSPACED, aligned, folded, is_unspaced, marks
from .words_query import Term, parse_words

__all__ = ["Snippet", "TermMatcher", "words_matcher"]

Snippet = tuple[tuple[str, bool], ...]
"""Pieces of plain text; ``True`` for those that match."""

_LENGTH = 240
_BEFORE = 80
"""Characters of a snippet, and of these before the first match."""

_MAX_TEXT = 300_000
_MAX_LINES = 30
"""How much of a text is read for its snippet, and how many of its lines are compared."""

_SPACE = re.compile(r"\s+")


class TermMatcher:
    """Finds the terms of a query in texts."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._patterns = [_pattern(term) for term in terms]
        self.number = len(self._patterns)
        self._any = re.compile("|".join(pattern.pattern for pattern in self._patterns)) if self._patterns else None

    def count(self, text: str) -> int:
        """The number of different terms in a text."""
        return self._count_folded(folded(text[:_MAX_TEXT]))

    def snippet(self, text: str) -> Snippet:
        """The part of a text with the most different terms; its beginning if it has none of them."""
        line = self._best_part(text[:_MAX_TEXT])
        fold = folded(line)
        places: Sequence[int] = range(len(line) + 1)
        if len(fold) != len(line):
            fold, places = aligned(line)
            places = [*places, len(line)]
        found = self._any.finditer(fold) if self._any else ()
        # Up to the next character: accents that folding has left out belong to the match.
        matches = [(places[match.start()], max(places[match.end()], places[match.end() - 1] + 1)) for match in found]
        return _cut(line, matches)

    def _count_folded(self, fold: str) -> int:
        return sum(pattern.search(fold) is not None for pattern in self._patterns)

    def _best_part(self, text: str) -> str:
        """The text from the line on that has the most terms: folding keeps lines."""
        if self._any is None:
            return text[: 4 * _LENGTH]
        fold = folded(text)
        starts = self._matching_lines(fold)
        if not starts:
            return text[: 4 * _LENGTH]
        best = max(starts, key=lambda start: self._count_folded(fold[start : _line_end(fold, start)]))
        number = fold.count("\n", 0, best)
        raw = 0
        for _ in range(number):
            raw = text.index("\n", raw) + 1
        end = _line_end(text, raw)
        return text[raw : end + _LENGTH]

    def _matching_lines(self, fold: str) -> list[int]:
        """Where the first lines that match begin."""
        starts: list[int] = []
        at = 0
        while self._any is not None and len(starts) < _MAX_LINES and (match := self._any.search(fold, at)):
            starts.append(fold.rfind("\n", 0, match.start()) + 1)
            at = _line_end(fold, match.end())
        return starts


def words_matcher(words: str) -> Callable[[str], bool]:
    """A function that tells whether a text has the words of a query, and none of those that it excludes."""
    parsed = parse_words(words)
    required, excluded = TermMatcher(parsed.required), TermMatcher(parsed.excluded)
    is_empty = bool(words.strip()) and not (required.number or excluded.number)
    return lambda text: not is_empty and required.count(text) == required.number and not excluded.count(text)


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


@lru_cache(1_000)
def _pattern(term: Term) -> re.Pattern[str]:
    """The term in folded text. It begins with literal text, for which Python searches fast."""
    first = term.pieces[0]
    pattern = re.escape(first)
    if not is_unspaced(first):
        pattern += f"(?<![^\\W_{UNSPACED}]{pattern})"
    for before, piece in pairwise(term.pieces):
        pattern += "[\\W_]*" if is_unspaced(piece) != is_unspaced(before) else "[\\W_]+"
        pattern += re.escape(piece)
    if is_unspaced(term.pieces[-1]):
        return re.compile(pattern)
    word = f"[^\\W_{UNSPACED}]|[{marks()}]"
    return re.compile(f"{pattern}(?:{word})*" if term.prefix else f"{pattern}(?!{word})")


def _cut(text: str, matches: list[tuple[int, int]]) -> Snippet:
    """The text around the place with the most matches, in pieces."""
    start, end = _window(text, matches)
    pieces: list[tuple[str, bool]] = []
    at = start
    for first, last in matches:
        first, last = max(first, at), min(last, end)
        if first < last:
            pieces += [(text[at:first], False), (text[first:last], True)]
            at = last
    pieces.append((text[at:end], False))
    if start > 0:
        pieces.insert(0, ("… ", False))
    if end < len(text.rstrip()):
        pieces.append((" …", False))
    return _joined(pieces)


def _window(text: str, matches: list[tuple[int, int]]) -> tuple[int, int]:
    if not matches:
        return 0, _word_end(text, _LENGTH)
    inside = [sum(start <= other < start + _LENGTH - _BEFORE for other, _ in matches) for start, _ in matches[:100]]
    first = matches[inside.index(max(inside))][0]
    if first <= _BEFORE:
        return 0, _word_end(text, _LENGTH)
    space = text.find(" ", first - _BEFORE, first)
    start = first - _BEFORE if space < 0 else space + 1
    return start, _word_end(text, start + _LENGTH)


def _word_end(text: str, at: int) -> int:
    """The last end of a word before ``at``, if it is near."""
    if at >= len(text):
        return len(text)
    space = text.rfind(" ", at - 30, at)
    return at if space < 0 else space


def _joined(pieces: Iterable[tuple[str, bool]]) -> Snippet:
    """The pieces without empty ones, white space collapsed, neighbours of the same kind joined."""
    joined: list[tuple[str, bool]] = []
    for text, matches in pieces:
        text = _SPACE.sub(" ", text)
        if not joined or joined[-1][0].endswith(" "):
            text = text.lstrip(" ")
        if not text:
            continue
        if joined and joined[-1][1] == matches:
            joined[-1] = (joined[-1][0] + text, matches)
        else:
            joined.append((text, matches))
    return tuple(joined)
