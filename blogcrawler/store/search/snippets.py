"""Builds the snippet of a hit: the part of its text that matches best, with the matches marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from .term_finder import term_finder
from .tokens import aligned, folded
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
        self._finders = [term_finder(term) for term in terms]
        self.number = len(self._finders)

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
        # Up to the next character: accents that folding has left out belong to the match.
        matches = [(places[start], max(places[end], places[end - 1] + 1)) for start, end in self._all(fold)]
        return _cut(line, matches)

    def _count_folded(self, fold: str) -> int:
        return sum(finder.find(fold) is not None for finder in self._finders)

    def _best_part(self, text: str) -> str:
        """The text from the line on that has the most terms: folding keeps lines."""
        fold = folded(text) if self._finders else ""
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
        places = [finder.find(fold) for finder in self._finders]
        while len(starts) < _MAX_LINES and any(places):
            first, end = min(place for place in places if place)
            starts.append(fold.rfind("\n", 0, first) + 1)
            at = _line_end(fold, end)
            places = [
                finder.find(fold, at) if place and place[0] < at else place
                for finder, place in zip(self._finders, places, strict=True)
            ]
        return starts

    def _all(self, fold: str) -> list[tuple[int, int]]:
        """All places of all terms, in order; of overlapping ones the first."""
        found: list[tuple[int, int]] = []
        for finder in self._finders:
            at = 0
            while place := finder.find(fold, at):
                found.append(place)
                at = place[1]
        apart: list[tuple[int, int]] = []
        for place in sorted(found):
            if not apart or place[0] >= apart[-1][1]:
                apart.append(place)
        return apart


def words_matcher(words: str) -> Callable[[str], bool]:
    """A function that tells whether a text has the words of a query, and none of those that it excludes."""
    parsed = parse_words(words)
    required, excluded = TermMatcher(parsed.required), TermMatcher(parsed.excluded)
    is_empty = bool(words.strip()) and not (required.number or excluded.number)
    return lambda text: not is_empty and required.count(text) == required.number and not excluded.count(text)


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


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
