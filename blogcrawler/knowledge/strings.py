"""Looking a value up among thousands of strings at once: equal to one, has one as a word, has one as a part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from .expression import Operator

__all__ = ["StringTable"]

Target = TypeVar("Target")

_GRAM = 3
_REMEMBERED = 20_000  # values whose parts were looked up once: those of a site's template come back on each page


class StringTable(Generic[Target]):
    """Maps strings to targets, and finds for a value all targets whose string the value matches.

    Equal strings and words are looked up in dictionaries. Parts are filed under one of their trigrams, so that the
    time to look a value up depends on its own length, not on the number of strings.
    """

    def __init__(self) -> None:
        self._equal: dict[str, Target] = {}
        self._words: dict[str, Target] = {}
        self._parts: dict[str, Target] = {}
        self._short: list[str] = []
        self._grams: dict[str, list[str]] = {}
        self._known: dict[str, tuple[Target, ...]] = {}

    def add(self, operator: Operator, string: str, make: Callable[[], Target]) -> Target:
        """The target of a string; made if the string is new."""
        table = {Operator.EQUALS: self._equal, Operator.WORD: self._words, Operator.CONTAINS: self._parts}[operator]
        if string not in table:
            self._known.clear()
            table[string] = make()
            if operator is Operator.CONTAINS:
                self._file(string)
        return table[string]

    def _file(self, part: str) -> None:
        if len(part) < _GRAM:
            self._short.append(part)
            return
        grams = [part[at : at + _GRAM] for at in range(len(part) - _GRAM + 1)]
        # Where fewest others are, so that no drawer grows full.
        self._grams.setdefault(min(grams, key=lambda gram: len(self._grams.get(gram, ()))), []).append(part)

    def find(self, value: str) -> Sequence[Target]:
        """The targets of all strings that the value equals, has as a word or has as a part."""
        found = self._known.get(value)
        if found is None:
            found = self._find(value)
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[value] = found
        return found

    def _find(self, value: str) -> tuple[Target, ...]:
        found = [self._equal[value]] if value in self._equal else []
        if self._words:
            found += [self._words[word] for word in dict.fromkeys(value.split()) if word in self._words]
        return (*found, *self._find_parts(value)) if self._parts else tuple(found)

    def _find_parts(self, value: str) -> tuple[Target, ...]:
        grams = self._grams.keys() & {value[at : at + _GRAM] for at in range(len(value) - _GRAM + 1)}
        found = [part for gram in grams for part in self._grams[gram] if part in value]
        found += [part for part in self._short if part in value]
        return tuple(self._parts[part] for part in found)
