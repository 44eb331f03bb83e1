"""Finds, in one pass over a text, which of very many words it has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from ..extras import needs_extra
from ..text_folding import all_folded
from .words import MAX_CACHED_WORDS, UNSPACED_CHARACTER, AnalyzedText, is_unspaced, word_forms

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
        size = 0
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
        self.words = {word: (slot,) for word, slot in by_kind["word"].items()}
        self.prefixes = _Automaton(by_kind["prefix"])
        self.parts = _Automaton(by_kind["part"])

    def stem_slots(self, algorithm: str) -> tuple[dict[str, tuple[int, ...]], Any, int]:
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
        return {stem: tuple(of_stem) for stem, of_stem in of_stems.items()}, slots, size


class LanguageTable:
    """A :class:`WordTable` for texts of one language. ``slots`` has the slot of each atom, ``size`` is their number."""

    def __init__(self, table: WordTable, algorithm: str) -> None:
        self._table = table
        self._forms = word_forms(algorithm)
        self._of_stems, self.slots, self.size = table.stem_slots(algorithm)
        #: The slot of each word that was looked up; of one with none or several, -1 minus its index in ``_several``.
        self._slot: dict[str, int] = {}
        self._several: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}

    def has(self, text: AnalyzedText) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For each slot, whether the text has one of its words. Each distinct word is checked once."""
        has = np.zeros(self.size, np.bool_)
        words = set(text.words)
        if text.has_unspaced:
            runs = set(filter(UNSPACED_CHARACTER.match, words))
            words -= runs
            if self._table.parts.slots:
                searched = _SEPARATOR.join(map(self._forms.folds.__getitem__, runs))
                has.put(self._table.parts.found(searched), True)
        slots: list[Any] = list(map(self._slot.get, words))
        if None in slots:
            known = [slot for slot in slots if slot is not None]
            slots = known + self._look_up([word for word, slot in zip(words, slots, strict=True) if slot is None])
        found = np.array(slots, np.int32)
        has.put(found[found >= 0], True)
        several = map(self._several.__getitem__, (-1 - found[found < 0]).tolist())
        has.put(list(chain.from_iterable(several)), True)
        return has

    def _look_up(self, words: list[str]) -> list[int]:
        """Note the slots of new words, many at a time, which is faster."""
        if len(self._slot) + len(words) > MAX_CACHED_WORDS:
            self._slot.clear()
        of_stems, table = self._of_stems, self._table
        if of_stems:
            variants = self._forms.all_stem_variants(words)
            found = [of_stems.get(one[0], ()) if len(one) == 1 else self._of_several(one) for one in variants]
        else:
            found = [()] * len(words)
        if table.words or table.prefixes.slots:
            for at, fold in enumerate(all_folded(words)):
                found[at] = (*found[at], *table.words.get(fold, ()), *table.prefixes.found(f"{_SEPARATOR}{fold}"))
        slots = [one[0] if len(one) == 1 else self._number(one) for one in found]
        self._slot.update(zip(words, slots, strict=True))
        return slots

    def _of_several(self, stems: tuple[str, ...]) -> tuple[int, ...]:
        found = [slots for stem in stems if (slots := self._of_stems.get(stem))]
        return found[0] if len(found) == 1 else tuple(chain.from_iterable(found))

    def _number(self, slots: tuple[int, ...]) -> int:
        number = self._numbers.get(slots)
        if number is None:
            self._several.append(slots)
            number = self._numbers[slots] = -len(self._several)
        return number


class _Automaton:
    """Finds which of some patterns occur in a text."""

    def __init__(self, slots: dict[str, int]) -> None:
        self.slots = slots
        self._automaton: Any = None
        if slots:
            with needs_extra("watch"):
                import ahocorasick_rs
            self._automaton = ahocorasick_rs.AhoCorasick(
                list(slots), implementation=ahocorasick_rs.Implementation.ContiguousNFA
            )

    def found(self, text: str) -> list[int]:
        """The slots of the patterns that occur in a text."""
        if self._automaton is None:
            return []
        found = set(self._automaton.find_matches_as_strings(text, overlapping=True))
        return list(map(self.slots.__getitem__, found))
