"""What a harvest of a search could cost at best if it knew only some of what the oracle knows."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

__all__ = ["requests_of_seen_words"]


class _Harvest:
    """A harvest that follows the words of known records, and what is really unknown of each."""

    def __init__(self, answers: Mapping[str, Sequence[int]], page: int, start: str) -> None:
        self.answers = answers
        self.cost = {word: max(1, math.ceil(len(found) / page)) for word, found in answers.items()}
        self.unknown = {word: len(found) for word, found in answers.items()}
        self.known: set[int] = set()
        self.open: set[str] = set()
        self.requests = 0
        self._asked: set[str] = set()
        self._words: dict[int, list[str]] = defaultdict(list)
        for word, found in answers.items():
            for number in found:
                self._words[number].append(word)
        self.ask(start)

    def ask(self, word: str) -> None:
        self.requests += self.cost[word]
        self._asked.add(word)
        self.open.discard(word)
        for number in self.answers[word]:
            if number in self.known:
                continue
            self.known.add(number)
            for one in self._words[number]:
                self.unknown[one] -= 1
                if one not in self._asked:
                    self.open.add(one)


def requests_of_seen_words(answers: Mapping[str, Sequence[int]], page: int, wanted: float, start: str = "the") -> int:
    """Requests of an oracle that asks only words it has seen, and knows what each of them will bring."""
    harvest = _Harvest(answers, page, start)
    while len(harvest.known) < wanted and harvest.open:
        harvest.ask(max(harvest.open, key=lambda word: (harvest.unknown[word] / harvest.cost[word], word)))
    return harvest.requests
