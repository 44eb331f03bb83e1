"""The probability that two instances are the same, and the best match of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .arrays import Floats, Ints, distinct, evidence, expand, first_of_each, look_up, offsets
from .ontology import Ontology

__all__ = ["Equalities", "best_matches", "equal_instances", "inverse_functionality"]

#: Candidates per iteration: a base number, and this many more for each fact. The rarest values lead to them; a value
#: that is too common for that still counts for the candidates that others lead to.
_MAX_CANDIDATES, _CANDIDATES_PER_FACT = 1_000_000, 2
#: How many candidate pairs are examined at a time.
_BATCH = 1_000_000
#: Strengths are compared after rounding: sums of the same numbers in another order differ a little.
_DECIMALS = 9
_LEAST_STRENGTH = 1e-9


@dataclass(frozen=True, slots=True)
class Equalities:
    """Pairs of nodes of two ontologies that are equal with some probability, sorted by both.

    Rivals are ranked by ``strength``, which grows with the probability.
    """

    left: Ints
    right: Ints
    probability: Floats
    strength: Floats

    @staticmethod
    def of(left: Ints, right: Ints, probability: Floats, strength: Floats | None = None) -> Equalities:
        """Sort the pairs. Without another strength, it is the probability."""
        order = np.lexsort((right, left))
        strength = probability if strength is None else strength
        return Equalities(left[order], right[order], probability[order], strength[order])

    @property
    def none(self) -> Equalities:
        """No pairs."""
        return Equalities(self.left[:0], self.right[:0], self.probability[:0], self.strength[:0])

    @property
    def swapped(self) -> Equalities:
        """The same pairs seen from the other ontology."""
        return Equalities.of(self.right, self.left, self.probability, self.strength)

    def __add__(self, other: Equalities) -> Equalities:
        return Equalities.of(
            np.concatenate([self.left, other.left]),
            np.concatenate([self.right, other.right]),
            np.concatenate([self.probability, other.probability]),
            np.concatenate([self.strength, other.strength]),
        )


def inverse_functionality(ontology: Ontology) -> Floats:
    """How well the object of each relation identifies its subject: different objects ÷ facts.

    The paper's fun⁻¹(r) = #{y | ∃x r(x, y)} ÷ #{(x, y) | r(x, y)}. It is 1 if no two subjects share an object.
    """
    count = len(ontology.paths)
    facts = np.bincount(ontology.directions, minlength=count)
    # The objects of a relation are the subjects of its inverse, and facts are sorted by subject.
    order = np.lexsort((ontology.subjects, ontology.directions))
    directions, subjects = ontology.directions[order], ontology.subjects[order]
    different = np.bincount(directions[first_of_each(directions) | first_of_each(subjects)], minlength=count)
    of_inverse = different / np.maximum(facts, 1)
    by_object: Floats = of_inverse[np.arange(count) ^ 1]
    return by_object


def equal_instances(
    left: Ontology,
    right: Ontology,
    known: Equalities,
    left_in_right: Floats,
    right_in_left: Floats,
    min_probability: float,
) -> Equalities:
    """The probability of equality for all pairs of instances that share a value which is not too common.

    1 − ∏ (1 − Pr(r' ⊆ r) · fun⁻¹(r) · Pr(y ≡ y')) · (1 − Pr(r ⊆ r') · fun⁻¹(r') · Pr(y ≡ y')) over all r(x, y) and
    r'(x', y'). ``known`` has the equal values: literals, and the instances matched by the iteration before.
    """
    by_left = right_in_left.T * inverse_functionality(left)[:, None]
    by_right = left_in_right * inverse_functionality(right)[None, :]
    begins = offsets(known.left, left.nodes)
    keys = right.fact_keys()
    found: list[tuple[Ints, Ints, Floats]] = []
    for one, other in _candidates(left, right, known):
        facts, pairs = expand(left.begins[one], left.begins[one + 1])
        values = left.objects[facts]
        positions, owners = expand(begins[values], begins[values + 1])
        facts, pairs = facts[owners], pairs[owners]
        wanted = other[pairs] * right.nodes + known.right[positions]
        matches, owners = look_up(keys, wanted)
        relation, counterpart = left.directions[facts[owners]], right.directions[matches]
        equal = known.probability[positions[owners]]
        pairs = pairs[owners]
        strength = evidence(
            np.concatenate([pairs, pairs]),
            np.concatenate([by_left[relation, counterpart] * equal, by_right[relation, counterpart] * equal]),
            len(one),
        )
        kept = -np.expm1(-strength) >= min_probability
        found.append((one[kept], other[kept], strength[kept]))
    if not found:
        return known.none
    columns = [np.concatenate(column) for column in zip(*found, strict=True)]
    return Equalities(columns[0], columns[1], -np.expm1(-columns[2]), columns[2])


def _candidates(left: Ontology, right: Ontology, known: Equalities) -> Iterator[tuple[Ints, Ints]]:
    """Different pairs of instances that share a value, sorted, in batches of whole instances of the left side."""
    left_uses = left.begins[known.left + 1] - left.begins[known.left]
    right_uses = right.begins[known.right + 1] - right.begins[known.right]
    rare = _is_rare(
        left_uses * right_uses, _MAX_CANDIDATES + _CANDIDATES_PER_FACT * (len(left.subjects) + len(right.subjects))
    )
    values, counterparts = known.left[rare], known.right[rare]
    begins = offsets(values, left.nodes)
    # Facts of instances come before those of literals, and instances are numbered from zero.
    end = int(left.begins[len(left.instances)])
    positions, owners = expand(begins[left.objects[:end]], begins[left.objects[:end] + 1])
    subjects = left.subjects[:end][owners]
    targets = counterparts[positions]
    sizes = np.cumsum(right.begins[targets + 1] - right.begins[targets])
    start = 0
    while start < len(subjects):
        reached = sizes[start - 1] if start else 0
        stop = int(np.searchsorted(sizes, reached + _BATCH, side="right"))
        last = subjects[min(max(stop, start + 1), len(subjects)) - 1]
        stop = int(np.searchsorted(subjects, last, side="right"))
        facts, rows = expand(right.begins[targets[start:stop]], right.begins[targets[start:stop] + 1])
        others = right.objects[facts]
        one = subjects[start:stop][rows]
        keys = distinct((one * len(right.instances) + others)[others < len(right.instances)])
        if len(keys):
            yield keys // len(right.instances), keys % len(right.instances)
        start = stop


def _is_rare(pairs: Ints, budget: int) -> NDArray[np.bool_]:
    """Marks the values with the fewest pairs that fit into the budget; all or none of those with the same number."""
    ordered = np.sort(pairs)
    total = np.cumsum(ordered)
    if not len(total) or total[-1] <= budget:
        return np.ones(len(pairs), dtype=np.bool_)
    first_too_many = ordered[np.searchsorted(total, budget, side="right")]
    return np.asarray(pairs < first_too_many)


def best_matches(equalities: Equalities) -> Equalities:
    """The maximal assignment: pairs in which each is the most probable match of the other.

    Among equally probable ones the first in the alphabet wins. An instance has one match at most, so that its rivals
    share the probability: two editions of a book that are equally like a third one have less than half each.
    """
    rounded = np.round(equalities.strength, _DECIMALS)
    left, right = equalities.left, equalities.right
    order = np.lexsort((right, -rounded, left))
    best_of_left = order[first_of_each(left[order])]
    order = np.lexsort((left, -rounded, right))
    best_of_right = order[first_of_each(right[order])]
    both = np.intersect1d(best_of_left, best_of_right)
    odds = equalities.strength + np.log(-np.expm1(-np.maximum(equalities.strength, _LEAST_STRENGTH)))
    alone = np.minimum(_share_of_rivals(left, odds), _share_of_rivals(right, odds))[both]
    return Equalities.of(left[both], right[both], alone, equalities.strength[both])


def _share_of_rivals(ids: Ints, odds: Floats) -> Floats:
    """For each pair its probability if only one of those with the same id, or none, can be right; from log odds."""
    if not len(ids):
        return odds
    order = np.argsort(ids, kind="stable")
    firsts = np.flatnonzero(first_of_each(ids[order]))
    totals = np.logaddexp(np.logaddexp.reduceat(odds[order], firsts), 0.0)
    shares = np.empty(len(ids))
    shares[order] = np.exp(odds[order] - np.repeat(totals, np.diff(np.append(firsts, len(ids)))))
    return shares
