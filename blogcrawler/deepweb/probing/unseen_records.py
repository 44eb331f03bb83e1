"""How many records with a word are still unseen, judged by which queries have hit the known ones.

Three things tell words apart. If queries have hit many of its records only once, or twice, many have escaped them (Good
and Turing). If one query has hit nearly all of its records, the two words go together, such as the names of a person,
and the rest is known, too. And a record that was found by words of another feature only is a capture that does not
depend on the words of this one: names are mostly found by words of titles, but titles by each other.

The exponents were fitted by Poisson regression to harvests simulated on other archives than those of the benchmarks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

__all__ = ["Evidence", "Hits", "Usual"]

#: Single hits cannot show more than this share of unseen records.
_MAX_UNSEEN = 0.9
#: A feature with less than this share of the words of a record is found by the words of the others.
_FEW_WORDS = 0.4
#: What is usual counts as this many records; shares below this are as good as none.
_PRIOR, _LEAST = 2.0, 0.01
#: Exponents for records that were hit once, at most twice, apart from the largest group, and by other features only.
_NAMES, _TEXTS = (0.36, 0.08, 0.16, 0.68), (0.5, 0.36, 0.3, 0.0)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What hits say about the known records with a word."""

    known: int
    once: int
    twice: int
    #: The most of them that one query has hit, and those that only words of other features have hit.
    largest: int
    others: int


@dataclass(frozen=True, slots=True)
class Usual:
    """Shares of all known records: those that were hit once, at most twice, and by other features only."""

    #: Unseen records per known one.
    unseen: float
    once: float
    few: float
    others: float
    exponents: tuple[float, float, float, float]

    def estimate(self, evidence: Evidence) -> float:
        """How many more records there are with the word of which this is known."""
        known = evidence.known
        once, few, apart, others = self.exponents
        estimate: float = (
            known
            * self.unseen
            * ((evidence.once + _PRIOR * self.once) / (known + _PRIOR) / self.once) ** once
            * ((evidence.once + evidence.twice + _PRIOR * self.few) / (known + _PRIOR) / self.few) ** few
            * ((known - evidence.largest + 1) / (known + 1)) ** apart
        )
        if others:
            estimate *= ((evidence.others + self.others) / (known + 1) / self.others) ** others
        return estimate


@dataclass(slots=True)
class Hits:
    """The queries that have hit each record, and the features of it that have their words."""

    _queries: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    _features: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    #: Number of words by feature.
    _words: Counter[str] = field(default_factory=Counter)
    #: Records by number of hits, and by the features that were hit.
    _by_number: Counter[int] = field(default_factory=Counter)
    _by_features: Counter[frozenset[str]] = field(default_factory=Counter)
    _asked: int = 0
    _all: int = 0
    _single: int = 0

    def add_record(self, features: Iterable[str]) -> None:
        """Count a new record with the features that its words are from."""
        self._words.update(features)
        self._by_number[0] += 1
        self._by_features[frozenset()] += 1

    def add_answer(self, numbers: Iterable[int], feature: str) -> None:
        """Count the records that a query has shown; its word is from this feature."""
        self._asked += 1
        for number in dict.fromkeys(numbers):  # a page may show a record twice
            hit, features = self._queries[number], self._features[number]
            self._by_number[len(hit)] -= 1
            hit.append(self._asked)
            self._by_number[len(hit)] += 1
            if feature not in features:
                self._by_features[frozenset(features)] -= 1
                features.add(feature)
                self._by_features[frozenset(features)] += 1
            self._all += 1
            if len(hit) <= 2:
                self._single += 1 if len(hit) == 1 else -1

    @property
    def unseen(self) -> float:
        """The share of hits that were single ones, which estimates the share of records that are still unseen."""
        return self._single / self._all if self._all else 0.5

    def evidence(self, known: Collection[int], feature: str) -> Evidence:
        """What is known of the records with a word of a feature."""
        once = twice = others = 0
        groups: dict[int, int] = {}
        for number in known:
            hit = self._queries.get(number, ())
            for query in hit:
                groups[query] = groups.get(query, 0) + 1
            if len(hit) <= 1:
                once += 1
            elif len(hit) == 2:
                twice += 1
            if hit and feature not in self._features[number]:
                others += 1
        return Evidence(len(known), once, twice, max(groups.values(), default=0), others)

    def usual(self, feature: str, least: float = 0.0) -> Usual:
        """What all known records say, with which words of a feature are compared.

        At least a share of ``least`` counts as unseen.
        """
        total = max(1, self._by_number.total())
        once = max(_LEAST, (self._by_number[0] + self._by_number[1]) / total)
        few = max(_LEAST, once + self._by_number[2] / total)
        others = sum(number for features, number in self._by_features.items() if features and feature not in features)
        share = min(_MAX_UNSEEN, max(least, self.unseen))
        is_name = self._words[feature] < _FEW_WORDS * self._words.total()
        return Usual(share / (1 - share), once, few, max(2 * _LEAST, others / total), _NAMES if is_name else _TEXTS)
