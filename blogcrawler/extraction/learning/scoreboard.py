"""The scoreboard that every learner shares: candidates collect scores and costs page by page and are then ranked.

A learner decides which candidates a page offers (usually a selector, often with what to read of the node) and how well
each one fits; the scoreboard adds that up over the training pages. Thresholds stay with the learner.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Generic, TypeVar

__all__ = ["MIN_PAGES_LEFT", "Candidate", "Scoreboard"]

#: If the rules find nothing on this many pages, these may have another template, and get a rule of their own.
MIN_PAGES_LEFT = 2

Key = TypeVar("Key", bound=Hashable)
Evidence = TypeVar("Evidence")


@dataclass(slots=True)
class Candidate(Generic[Evidence]):
    """What the training pages say about one possible rule.

    ``score`` and ``cost`` are sums; ``evidence`` has one item for each time the candidate was found.
    """

    score: float = 0.0
    cost: float = 0.0
    evidence: list[Evidence] = field(default_factory=list)


class Scoreboard(Generic[Key, Evidence]):
    """The candidates for the rules of one field.

    Most learners call :meth:`add_page` once per training page. Those that count nodes rather than pages write to
    ``candidates`` directly, which creates what is missing.
    """

    def __init__(self) -> None:
        self.pages = 0
        self.candidates: defaultdict[Key, Candidate[Evidence]] = defaultdict(Candidate)

    def add_page(self, found: Mapping[Key, tuple[float, float, Evidence]]) -> None:
        """Count one training page, with the score, the cost and the evidence of each candidate found on it."""
        self.pages += 1
        candidates = self.candidates
        for key, (score, cost, evidence) in found.items():
            candidate = candidates[key]
            candidate.score += score
            candidate.cost += cost
            candidate.evidence.append(evidence)

    def mean_score(self, candidate: Candidate[Evidence]) -> float:
        """The candidate's mean score over all pages; a page on which it was not found counts as zero."""
        return candidate.score / self.pages

    def badness(self, key: Key, candidate: Candidate[Evidence]) -> float:
        """The usual ranking: the mean cost where the candidate was found, less its mean score over all pages."""
        return candidate.cost / len(candidate.evidence) - candidate.score / self.pages

    def ranked(
        self, badness: Callable[[Key, Candidate[Evidence]], Any] | None = None
    ) -> list[tuple[Key, Candidate[Evidence]]]:
        """The candidates, best first: by the smallest badness, equal ones in the order in which they were found.

        A candidate whose badness is ``None`` is left out.
        """
        rank = badness or self.badness
        ranks = [(value, item) for item in self.candidates.items() if (value := rank(*item)) is not None]
        return [item for _, item in sorted(ranks, key=itemgetter(0))]
