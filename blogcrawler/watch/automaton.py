"""Finds, in one pass over a text, which of very many words it has: an Aho–Corasick automaton for one language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..extras import needs_extra
from .words import AnalyzedText, is_unspaced, word_forms

__all__ = ["Atom", "WordAutomaton"]

_FOLD, _STEM = "\x01", "\x02"
"""Separators between the words of a text, folded or as stems, in what is searched."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One word to look for. ``kind`` is ``word``, ``stem`` or ``prefix``."""

    kind: str
    piece: str


class WordAutomaton:
    """Finds which of some atoms occur in texts of one language.

    Atoms with the same stem share a slot: ``slots`` has the slot of each atom. An atom that may be written in several
    ways has a slot of its own.
    """

    def __init__(self, atoms: Sequence[Atom], algorithm: str) -> None:
        with needs_extra("watch"):
            import ahocorasick_rs
        patterns: dict[str, int] = {}
        slots: list[int] = []
        variants: dict[int, Sequence[str]] = {}
        kinds = set()
        for number, atom in enumerate(atoms):
            kinds.add("part" if is_unspaced(atom.piece) else atom.kind if algorithm else "word")
            written = _patterns(atom, algorithm)
            for pattern in written:
                patterns.setdefault(pattern, len(patterns))
            slots.append(patterns[written[0]])
            if len(written) > 1:
                variants[number] = written
        self._shared: dict[int, list[int]] = defaultdict(list)
        for slot, (number, written) in enumerate(variants.items(), len(patterns)):
            slots[number] = slot
            for pattern in written:
                self._shared[patterns[pattern]].append(slot)
        self.slots = np.array(slots, np.int32)
        self._size = len(patterns) + len(variants)
        # Runs without spaces are the same in both forms.
        self._needs_folds = bool(kinds & {"word", "prefix"})
        self._needs_stems = "stem" in kinds or not self._needs_folds
        self._automaton: Any = None
        if patterns:
            self._automaton = ahocorasick_rs.AhoCorasick(
                list(patterns), implementation=ahocorasick_rs.Implementation.ContiguousNFA
            )

    def found(self, text: AnalyzedText) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For each slot, whether the text has it. Each distinct word is looked at once."""
        has = np.zeros(self._size, np.bool_)
        if self._automaton is None:
            return has
        searched = _joined(_STEM, text.distinct_stems) if self._needs_stems else ""
        if self._needs_folds:
            searched += _joined(_FOLD, text.folds)
        found = {match[0] for match in self._automaton.find_matches_as_indexes(searched, overlapping=True)}
        for pattern in found & self._shared.keys():
            found.update(self._shared[pattern])
        has.put(list(found), True)
        return has


def _joined(separator: str, words: Iterable[str]) -> str:
    return f"{separator}{separator.join(set(words))}{separator}"


def _patterns(atom: Atom, algorithm: str) -> Sequence[str]:
    forms = word_forms(algorithm)
    fold = forms.folds[atom.piece]
    if is_unspaced(atom.piece):
        return (fold,)  # anywhere in a run of characters
    if atom.kind == "prefix":
        return (f"{_FOLD}{fold}",)
    if atom.kind == "word" or not algorithm:
        return (f"{_FOLD}{fold}{_FOLD}",)
    return [f"{_STEM}{stem}{_STEM}" for stem in forms.stem_variants(atom.piece)]
