"""Looking a value up among thousands of strings at once: equal to one, has one as a word, has one as a part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from .expression import Operator

__all__ = ["StringTable"]

Target = TypeVar("Target")
_Gram = tuple[str, str, str]

_GRAM = 3
_REMEMBERED = 20_000  # values whose parts were looked up once: those of a site's template come back on each page


class StringTable(dict[str, "tuple[Target, ...]"], Generic[Target]):
    """Maps strings to targets: ``table[value]`` are the targets of all strings that the value equals or has as a part.

    Equal strings and words are looked up in dictionaries. Parts are filed under one of their trigrams, so that the
    time to look a value up depends on its own length, not on the number of strings. The table itself is what it
    remembers: a value that comes back costs no more than any look into a dictionary.
    """

    def __init__(self) -> None:
        super().__init__()
        self._equal: dict[str, Target] = {}
        self._words: dict[str, Target] = {}
        self._parts: dict[str, Target] = {}
        self._short: list[str] = []
        self._grams: dict[_Gram, list[str]] = {}
        self._filed: set[_Gram] = set()

    def add(self, operator: Operator, string: str, make: Callable[[], Target]) -> Target:
        """The target of a string; made if the string is new."""
        table = {Operator.EQUALS: self._equal, Operator.WORD: self._words, Operator.CONTAINS: self._parts}[operator]
        if string not in table:
            table[string] = make()
            if operator is Operator.CONTAINS:
                self._file(string)
            if self._words or self._parts:
                self.clear()
            else:
                self[string] = (table[string],)
        return table[string]

    def _file(self, part: str) -> None:
        if len(part) < _GRAM:
            self._short.append(part)
            return
        # Where fewest others are, so that no drawer grows full.
        drawer = min(_grams(part), key=lambda gram: len(self._grams.get(gram, ())))
        self._grams.setdefault(drawer, []).append(part)
        self._filed.add(drawer)

    @property
    def look(self) -> Callable[[str], tuple[Target, ...] | None]:
        """The fastest way to look values up: a function that gives their targets, or nothing."""
        return self.__getitem__ if self._words or self._parts else self.get

    def __missing__(self, value: str) -> tuple[Target, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[value] = self._find(value)
        return found

    def _find(self, value: str) -> tuple[Target, ...]:
        found = [self._equal[value]] if value in self._equal else []
        if self._words:
            found += [self._words[word] for word in dict.fromkeys(value.split()) if word in self._words]
        return (*found, *self._find_parts(value)) if self._parts else tuple(found)

    def _find_parts(self, value: str) -> tuple[Target, ...]:
        grams = self._filed.intersection(_grams(value))
        found = [part for gram in grams for part in self._grams[gram] if part in value]
        found += [part for part in self._short if part in value]
        return tuple(self._parts[part] for part in found)


def _grams(text: str) -> Iterator[_Gram]:
    return zip(text, text[1:], text[2:], strict=False)
