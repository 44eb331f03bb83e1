"""Matches texts against any number of watches in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from .conditions import holds
from .query import And, Condition, Near, Not, Or, Term
from .word_table import Atom, LanguageTable, WordTable
from .words import AnalyzedText

__all__ = ["Matcher", "Question"]

_Array = np.ndarray[Any, np.dtype[Any]]

_MAX_RECENT = 2_000
"""Questions that are kept apart from the large table, so that adding one does not rebuild it."""

_MAX_COLUMNS = 8
"""Words of a query that are compared at once; further ones are checked one at a time."""

_SINGLE_COLUMNS = 2
"""Columns that are compared one at a time; then few longer rows are left, whose other columns are compared at once."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to look for, under the number of the watch that asks."""

    number: int
    condition: Condition
    by_stem: bool


class Matcher:
    """All questions: many in a large table, and the latest in a small one."""

    def __init__(self, questions: Iterable[Question] = ()) -> None:
        self._questions = {question.number: question for question in questions}
        self._large = _Segment(list(self._questions.values()))
        self._recent: dict[int, Question] = {}
        self._small = _Segment([])
        self._removed: set[int] = set()

    def __len__(self) -> int:
        return len(self._questions)

    def __contains__(self, number: int) -> bool:
        return number in self._questions

    @property
    def numbers(self) -> Collection[int]:
        """The numbers of all questions."""
        return self._questions.keys()

    def question(self, number: int) -> Question:
        """The question with this number."""
        return self._questions[number]

    def add(self, question: Question) -> None:
        """Add a question. Only the small table is built again, until it has grown large."""
        self.add_all([question])

    def add_all(self, questions: Iterable[Question]) -> None:
        """Add questions; one that has the number of another replaces it."""
        for question in questions:
            if question.number in self._questions and question.number not in self._recent:
                self._removed.add(question.number)  # from the large table
            self._questions[question.number] = self._recent[question.number] = question
        if len(self._recent) > _MAX_RECENT:
            self._large = _Segment(list(self._questions.values()))
            self._recent, self._removed = {}, set()
        self._small = _Segment(list(self._recent.values()))

    def remove(self, number: int) -> None:
        """Remove a question, if it exists."""
        if self._questions.pop(number, None) is None:
            return
        if self._recent.pop(number, None) is not None:
            self._small = _Segment(list(self._recent.values()))
        else:
            self._removed.add(number)

    def matches(self, text: AnalyzedText) -> list[int]:
        """The numbers of the questions that a text answers."""
        found = self._large.matches(text)
        if self._removed:
            found = [number for number in found if number not in self._removed]
        if self._recent:
            found += self._small.matches(text)
        return found


class _Segment:
    """Questions with the table of their words.

    A row has words that a question cannot do without, the one that seems rarest first: short words, and words that
    many people watch for, are frequent in texts, too. Only rows whose first word is in the text are checked. A
    question with OR has several rows.
    """

    def __init__(self, questions: Sequence[Question]) -> None:
        atoms: dict[Atom, int] = {}
        required = [_numbered(_required(one.condition, one.by_stem), atoms) for one in questions]
        uses = Counter(chain.from_iterable(required))

        def frequency(atom: Atom) -> float:
            return (1 + uses[atoms[atom]] if atom in atoms else 1) / len(atom.piece) ** 2

        frequencies = list(map(frequency, atoms))
        rows: list[Sequence[int]] = []
        numbers: list[int] = []
        self._conditional: dict[int, Question] = {}
        for question, needed in zip(questions, required, strict=True):
            words = sorted(needed, key=frequencies.__getitem__)[:_MAX_COLUMNS]
            if len(words) == len(needed) and _is_simple(question.condition):
                rows.append(words)
                numbers.append(question.number)
                continue
            alternatives = [()] if words else _numbered_choice(question, frequency, atoms)
            for first in alternatives:
                self._conditional[len(rows)] = question
                rows.append([*first, *words])
                numbers.append(question.number)
        width = max(map(len, rows), default=0)
        self._numbers = np.array(numbers, np.int64)
        filled = [[*row, *[row[0]] * (width - len(row))] for row in rows]
        self._rows = np.array(filled, np.int32).reshape(len(rows), width)
        self._table = WordTable(list(atoms))
        self._languages: dict[str, _SortedRows] = {}

    def matches(self, text: AnalyzedText) -> list[int]:
        if not len(self._numbers):
            return []
        rows = self._language(text.forms.algorithm).matches(text)
        found: list[int] = self._numbers[rows].tolist()
        if not self._conditional:
            return found
        kept: dict[int, None] = {}
        for row, number in zip(rows.tolist(), found, strict=True):
            question = self._conditional.get(row)
            if question is None or (number not in kept and holds(question.condition, text, question.by_stem)):
                kept[number] = None
        return list(kept)

    def _language(self, algorithm: str) -> _SortedRows:
        """The rows for a language; made when the first such text comes."""
        made = self._languages.get(algorithm)
        if made is None:
            made = self._languages[algorithm] = _SortedRows(LanguageTable(self._table, algorithm), self._rows)
        return made


class _SortedRows:
    """The rows of a segment for one language, sorted by their first word."""

    def __init__(self, table: LanguageTable, rows: _Array) -> None:
        columns = table.slots[rows].T
        self._table = table
        self._order = np.argsort(columns[0], kind="stable").astype(np.int32)
        self._columns = np.ascontiguousarray(columns[1:, self._order])
        self._is_long = (self._columns[_SINGLE_COLUMNS:] != columns[0][self._order]).any(axis=0)
        self._starts = np.searchsorted(columns[0][self._order], np.arange(table.size + 1)).astype(np.int32)

    def matches(self, text: AnalyzedText) -> _Array:
        """The rows all of whose words the text has."""
        has = self._table.has(text)
        slots = np.flatnonzero(has)
        starts = self._starts.take(slots)
        sizes = self._starts.take(slots + 1) - starts
        ends = np.cumsum(sizes)
        number = int(ends[-1]) if len(ends) else 0
        rows: _Array = np.arange(number, dtype=np.int32) + np.repeat((starts - ends + sizes).astype(np.int32), sizes)
        for column in self._columns[:_SINGLE_COLUMNS]:
            rows = rows[has.take(column.take(rows))]
        is_long = self._is_long.take(rows)
        long = rows[is_long]
        if not len(long):
            return self._order.take(rows)
        has_rest = has.take(self._columns[_SINGLE_COLUMNS:].take(long, axis=1)).all(axis=0)
        return self._order.take(np.concatenate((rows[~is_long], long[has_rest])))


def _numbered_choice(
    question: Question, frequency: Callable[[Atom], float], atoms: dict[Atom, int]
) -> list[tuple[int]]:
    """Of several lists, each with one word that must occur, the list that seems rarest."""
    choices = _triggers(question.condition, question.by_stem)
    best = min(choices, key=lambda words: sum(map(frequency, words)))
    return [(number,) for number in _numbered(best, atoms)]


def _numbered(words: Iterable[Atom], atoms: dict[Atom, int]) -> tuple[int, ...]:
    return tuple({atoms.setdefault(atom, len(atoms)) for atom in words})


def _atoms(term: Term, by_stem: bool) -> Iterator[Atom]:
    *_, last = range(len(term.pieces))
    for at, piece in enumerate(term.pieces):
        kind = "prefix" if term.prefix and at == last else "stem" if by_stem else "word"
        yield Atom(kind, piece)


def _is_simple(condition: Condition) -> bool:
    """Whether a query holds as soon as all its words occur anywhere."""
    match condition:
        case Term(pieces):
            return len(pieces) == 1
        case And(parts):
            return all(isinstance(part, Term) and len(part.pieces) == 1 for part in parts)
    return False


def _required(condition: Condition, by_stem: bool) -> Iterator[Atom]:
    """Words without which a query cannot hold."""
    match condition:
        case Term():
            yield from _atoms(condition, by_stem)
        case And(parts):
            for part in parts:
                yield from _required(part, by_stem)
        case Near(left, right):
            yield from _required(left, by_stem)
            yield from _required(right, by_stem)


def _triggers(condition: Condition, by_stem: bool) -> list[list[Atom]]:
    """Lists of words; of each list at least one word must occur, or else the query cannot hold."""
    match condition:
        case Term():
            return [[atom] for atom in _atoms(condition, by_stem)]
        case And(parts):
            return [words for part in parts for words in _triggers(part, by_stem)]
        case Or(parts):
            choices = [_triggers(part, by_stem) for part in parts]
            if not all(choices):
                return []
            return [[atom for choice in choices for atom in min(choice, key=len)]]
        case Near(left, right):
            return _triggers(left, by_stem) + _triggers(right, by_stem)
        case Not():
            return []
