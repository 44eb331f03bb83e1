"""Finds, in one pass over a text, which of very many words it has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..extras import needs_extra
from .words import UNSPACED_CHARACTER, AnalyzedText, WordCache, is_unspaced, word_forms

__all__ = ["Atom", "LanguageTable", "WordTable"]

_SEPARATOR = "\x01"


class Atom(NamedTuple):
    """One word to look for. ``kind`` is ``word``, ``stem`` or ``prefix``."""

    kind: str
    piece: str


class WordTable:
    """The words of many queries, in all languages.

    Whole words and stems are looked up: a text has few distinct ones. Beginnings of words, and words of scripts without
    spaces, which may be anywhere in a run of characters, are found by Aho–Corasick automatons.
    """

    def __init__(self, atoms: Sequence[Atom]) -> None:
        by_kind: dict[str, dict[str, int]] = {"word": {}, "prefix": {}, "part": {}}
        size = 1  # slot 0 is that of words that nobody asks for
        #: The slots of all atoms but those of kind "stem", which depend on the language.
        self._slots = np.zeros(len(atoms), np.int32)
        self._stem_atoms: list[int] = []
        self._stem_pieces: list[str] = []
        folds = word_forms("").folds
        for number, atom in enumerate(atoms):
            kind = "part" if is_unspaced(atom.piece) else atom.kind
            if kind == "stem":
                self._stem_atoms.append(number)
                self._stem_pieces.append(atom.piece)
                continue
            pattern = f"{_SEPARATOR}{folds[atom.piece]}" if kind == "prefix" else folds[atom.piece]
            slot = self._slots[number] = by_kind[kind].setdefault(pattern, size)
            size += int(slot) == size
        self._size = size
        self.words = by_kind["word"]
        self.prefixes = _Automaton(by_kind["prefix"])
        self.parts = _Automaton(by_kind["part"])

    def stem_slots(self, algorithm: str) -> tuple[dict[str, list[int]], Any, int]:
        """The slots of each stem, those of all atoms, and their number. Atoms with the same stems share a slot."""
        slots, size = self._slots.copy(), self._size
        same: dict[tuple[str, ...], int] = {}
        found = []
        for stems in word_forms(algorithm).all_stem_variants(self._stem_pieces):
            slot = same.setdefault(stems, size)
            size += slot == size
            found.append(slot)
        slots[self._stem_atoms] = found
        of_stems: dict[str, list[int]] = defaultdict(list)
        for stems, slot in same.items():
            for stem in stems:
                of_stems[stem].append(slot)
        return dict(of_stems), slots, size


class LanguageTable:
    """A :class:`WordTable` for texts of one language. ``slots`` has the slot of each atom, ``size`` is their number."""

    def __init__(self, table: WordTable, algorithm: str) -> None:
        self._table = table
        self._forms = word_forms(algorithm)
        self._of_stems, self.slots, self.size = table.stem_slots(algorithm)
        self._slot = WordCache(self._one_slot)
        self._numbers: dict[tuple[int, ...], int] = {}
        self._several_slots: dict[int, tuple[int, ...]] = {}

    def has(self, text: AnalyzedText) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For each slot, whether the text has one of its words. Each distinct word is looked at once."""
        has = np.zeros(self.size, np.bool_)
        words = set(text.words)
        if text.has_unspaced:
            runs = set(filter(UNSPACED_CHARACTER.match, words))
            words -= runs
            if self._table.parts.patterns:
                searched = _SEPARATOR.join(map(self._forms.folds.__getitem__, runs))
                has.put(self._table.parts.found(searched), True)
        slots = np.fromiter(map(self._slot.__getitem__, words), np.int32, len(words))
        several = slots[slots < 0]
        if len(several):
            slots = slots[slots >= 0]
            for number in several.tolist():
                has.put(self._several_slots[number], True)
        has[slots] = True
        has[0] = False
        return has

    def _one_slot(self, word: str) -> int:
        """The slot of a word; of one with several, the negative number under which these are noted."""
        slots = tuple(dict.fromkeys(self._slots_of(word)))
        if len(slots) < 2:
            return slots[0] if slots else 0
        number = self._numbers.setdefault(slots, -1 - len(self._numbers))
        self._several_slots[number] = slots
        return number

    def _slots_of(self, word: str) -> list[int]:
        fold = self._forms.folds[word]
        found: list[int] = []
        if self._of_stems:
            for stem in (self._forms.stems[word], *self._forms.more_stems.get(word, ())):
                found += self._of_stems.get(stem, ())
        if fold in self._table.words:
            found.append(self._table.words[fold])
        return found + self._table.prefixes.found(f"{_SEPARATOR}{fold}")


class _Automaton:
    """Finds which of some patterns occur in a text."""

    def __init__(self, patterns: dict[str, int]) -> None:
        self.patterns = len(patterns)
        self._slots = list(patterns.values())
        self._automaton: Any = None
        if patterns:
            with needs_extra("watch"):
                import ahocorasick_rs
            self._automaton = ahocorasick_rs.AhoCorasick(
                list(patterns), implementation=ahocorasick_rs.Implementation.ContiguousNFA
            )

    def found(self, text: str) -> list[int]:
        if self._automaton is None:
            return []
        return [self._slots[match[0]] for match in self._automaton.find_matches_as_indexes(text, overlapping=True)]
