"""Matches texts against any number of watches in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .automaton import Atom, WordAutomaton
from .conditions import holds
from .query import And, Condition, Near, Not, Or, Term
from .words import AnalyzedText

__all__ = ["Matcher", "Question"]

_MAX_RECENT = 2_000
"""Questions that are kept apart from the large automaton, so that adding one does not rebuild it."""

_MAX_COLUMNS = 8
"""Words of a question that are compared at once; further ones are checked one by one."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to look for, under the number of the watch that asks."""

    number: int
    condition: Condition
    by_stem: bool


class Matcher:
    """All questions: many in a large automaton, and the latest in a small one."""

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
        """Add a question. Only the small automaton is built again, until it has grown large."""
        self.add_all([question])

    def add_all(self, questions: Iterable[Question]) -> None:
        """Add questions; one that has the number of another replaces it."""
        for question in questions:
            if question.number in self._questions and question.number not in self._recent:
                self._removed.add(question.number)  # from the large automaton
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
    """Questions with their automata.

    A row of the table has words that a question cannot do without, the one that seems rarest first: short words, and
    words that many people watch for, are frequent in texts, too. A question with OR has several rows.
    """

    def __init__(self, questions: Sequence[Question]) -> None:
        atoms: dict[Atom, int] = {}
        required = [_numbered(_required(one.condition, one.by_stem), atoms) for one in questions]
        uses = Counter(atom for several in required for atom in several)

        def frequency(atom: Atom) -> float:
            return (1 + uses[atoms[atom]] if atom in atoms else 1) / len(atom.piece) ** 2

        frequencies = [frequency(atom) for atom in atoms]
        rows: list[list[int]] = []
        numbers: list[int] = []
        self._conditional: dict[int, Question] = {}
        for question, needed in zip(questions, required, strict=True):
            words = sorted(needed, key=frequencies.__getitem__)[:_MAX_COLUMNS]
            if _is_simple(question.condition) and len(words) == len(needed):
                rows.append(words)
                numbers.append(question.number)
                continue
            alternatives = [()] if words else _numbered_choice(question, frequency, atoms)
            for first in alternatives:
                self._conditional[len(rows)] = question
                rows.append([*first, *words])
                numbers.append(question.number)
        self._atoms = list(atoms)
        self._numbers = np.array(numbers, np.int64)
        width = max(map(len, rows), default=0)
        self._rows = np.array([row + row[:1] * (width - len(row)) for row in rows], np.int32).reshape(len(rows), width)
        self._languages: dict[str, tuple[WordAutomaton, Any]] = {}

    def matches(self, text: AnalyzedText) -> list[int]:
        if not len(self._numbers):
            return []
        automaton, columns = self._language(text.forms.algorithm)
        has = automaton.found(text)
        rows = np.flatnonzero(has.take(columns[0]))
        for column in columns[1:]:
            rows = rows[has.take(column.take(rows))]
        if not self._conditional:
            return list(self._numbers[rows].tolist())
        found: dict[int, None] = {}
        for row in rows.tolist():
            question = self._conditional.get(row)
            if question is None:
                found[int(self._numbers[row])] = None
            elif question.number not in found and holds(question.condition, text, question.by_stem):
                found[question.number] = None
        return list(found)

    def _language(self, algorithm: str) -> tuple[WordAutomaton, Any]:
        """The automaton for a language, and the table with its slots; made when the first such text comes."""
        made = self._languages.get(algorithm)
        if made is None:
            automaton = WordAutomaton(self._atoms, algorithm)
            made = self._languages[algorithm] = automaton, np.ascontiguousarray(automaton.slots[self._rows].T)
        return made


def _numbered_choice(
    question: Question, frequency: Callable[[Atom], float], atoms: dict[Atom, int]
) -> list[tuple[int]]:
    """Of the lists of words of which one must occur, the one that seems rarest."""
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
