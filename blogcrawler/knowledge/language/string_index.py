"""Looks a value up among thousands of strings at once: those it equals, contains as a word, or as a substring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from .expression import Operator

__all__ = ["StringTable"]

Target = TypeVar("Target")
_Gram = tuple[str, str, str]

_GRAM = 3
_CACHE_SIZE = 20_000  # looked-up values; those of a site's template are on each page


class StringTable(dict[str, "tuple[Target, ...]"], Generic[Target]):
    """Maps strings to targets: ``table[value]`` are the targets of all strings that the value equals or contains.

    Equal strings and words are looked up in dictionaries. Substrings are filed under one of their trigrams, so that
    the time to look a value up depends on its own length, not on the number of strings. The table is also its own
    cache: looking up a value again is a plain dictionary lookup.
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
        """The target of a string; ``make`` creates it if the string is new."""
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
        # Use the trigram with the fewest entries, so that no list gets long.
        rarest = min(_grams(part), key=lambda gram: len(self._grams.get(gram, ())))
        self._grams.setdefault(rarest, []).append(part)
        self._filed.add(rarest)

    @property
    def look(self) -> Callable[[str], tuple[Target, ...] | None]:
        """The fastest function to look values up: it returns their targets, or None."""
        return self.__getitem__ if self._words or self._parts else self.get

    def __missing__(self, value: str) -> tuple[Target, ...]:
        if len(self) >= _CACHE_SIZE:
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
