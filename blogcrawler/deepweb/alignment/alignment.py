"""PARIS: probabilistic alignment of relations, instances and schema, without any knowledge of the domain.

Suchanek, Abiteboul, Senellart: PARIS, PVLDB 5(3), 2011. Equal literals make instances equal, equal instances make
relations contain each other, and both are computed in turn until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from .arrays import Floats
from .classes import sub_classes
from .instances import Equalities, best_matches, equal_instances
from .joins import find_joins
from .literals import similar_literals, spelling_pairs
from .ontology import Ontology
from .relations import sub_relations

__all__ = ["Alignment", "AlignmentOptions", "Correspondence", "align"]

#: Convergence: pairs that appear or disappear in an iteration, as a share of all pairs.
_UNCHANGED = 0.01
#: Pairs of instances below this probability are not kept.
_MIN_EQUALITY = 0.01
#: The probability that two literals are equal if one leaves out a subtitle, an article or initials.
_SPELLING = 0.8
#: After this many iterations, an iteration counts less and less in comparison with those before.
_UNDAMPED_ITERATIONS = 2


@dataclass(frozen=True, slots=True)
class AlignmentOptions:
    """How to align.

    ``theta`` is the probability with which any relation contains any other before anything is known; smaller
    probabilities of relations count as zero. ``similarity`` makes literals equal whose shingles are at least that
    similar; without it, only literals with the same normal form are. ``joins`` is how often new paths of two relations
    are looked for.
    """

    theta: float = 0.1
    iterations: int = 15
    similarity: float | None = None
    joins: int = 2


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A thing on the left, a thing on the right, and the probability that they are equal or the left is contained."""

    left: str
    right: str
    probability: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """Two aligned ontologies. Each method gives correspondences, the most probable first."""

    left: Ontology
    right: Ontology
    matches: Equalities
    left_in_right: Floats
    right_in_left: Floats
    iterations: int

    def instances(self, min_probability: float = 0.0) -> list[Correspondence]:
        """Each instance on the left that has a match, with the match."""
        matches = self.matches
        rows = zip(matches.left.tolist(), matches.right.tolist(), matches.probability.tolist(), strict=True)
        return _ranked(
            (self.left.instances[one], self.right.instances[other], probability)
            for one, other, probability in rows
            if probability >= min_probability
        )

    def relations(self, min_probability: float = 0.0) -> list[Correspondence]:
        """Relations and joins on the left with those on the right that contain them. Inverses of both are left out."""
        cells = np.argwhere((self.left_in_right > 0) & (self.left_in_right >= min_probability)).tolist()
        return _ranked(
            (self.left.name(one), self.right.name(other), float(self.left_in_right[one, other]))
            for one, other in cells
            if one % 2 == 0
        )

    def classes(self, min_probability: float = 0.0) -> list[Correspondence]:
        """Classes on the left with those on the right that contain them."""
        contained = sub_classes(self.left, self.right, self.matches)
        cells = np.argwhere((contained > 0) & (contained >= min_probability)).tolist()
        return _ranked(
            (self.left.classes[one], self.right.classes[other], float(contained[one, other])) for one, other in cells
        )


def _ranked(found: Iterator[tuple[str, str, float]]) -> list[Correspondence]:
    return [Correspondence(*row) for row in sorted(found, key=lambda row: (-row[2], row[0], row[1]))]


def align(left: Ontology, right: Ontology, options: AlignmentOptions | None = None) -> Alignment:
    """Find which instances, relations and classes of two ontologies are the same. Addresses are not compared."""
    options = options or AlignmentOptions()
    literals = _equal_literals(left, right, options.similarity)
    result = _iterate(left, right, literals, None, options)
    for _ in range(options.joins):
        known = literals + result.matches
        on_right = find_joins(result.left, result.right, known, result.left_in_right)
        on_left = find_joins(result.right, result.left, known.swapped, result.right_in_left)
        if not on_left and not on_right:
            break
        before, left, right = result, result.left.with_joins(on_left), result.right.with_joins(on_right)
        result = _iterate(left, right, literals, before.matches, options)
        result = replace(result, iterations=before.iterations + result.iterations)
    return result


def _equal_literals(left: Ontology, right: Ontology, similarity: float | None) -> Equalities:
    numbers = {literal: number for number, literal in enumerate(right.literals, len(right.instances))}
    pairs = [
        (number, numbers[literal], 1.0)
        for number, literal in enumerate(left.literals, len(left.instances))
        if literal in numbers
    ]
    own = {literal: number for number, literal in enumerate(left.literals, len(left.instances))}
    pairs += [
        (own[one], numbers[other], _SPELLING)
        for one, other in spelling_pairs(left.literals, left.spellings, numbers.keys(), right.spellings)
    ]
    if similarity is not None:
        spelled = {(one, other) for one, other, _ in pairs}
        pairs += [
            (own[one], numbers[other], probability)
            for one, other, probability in similar_literals(left.literals, right.literals, similarity)
            if (own[one], numbers[other]) not in spelled
        ]
    columns = np.array(pairs, dtype=np.float64).reshape(-1, 3)
    return Equalities.of(columns[:, 0].astype(np.int64), columns[:, 1].astype(np.int64), columns[:, 2])


def _iterate(
    left: Ontology, right: Ontology, literals: Equalities, matches: Equalities | None, options: AlignmentOptions
) -> Alignment:
    """Compute instances and relations in turn, from given matches or from literals alone, until they stay the same."""
    shape = len(left.paths), len(right.paths)
    if matches is None:
        matches = literals.none
        contained = np.full(shape, options.theta), np.full(shape[::-1], options.theta)
    else:
        contained = _relations(left, right, literals + matches, options.theta, options.theta)
    believed, iteration = matches, 0
    for iteration in range(1, options.iterations + 1):
        new = best_matches(equal_instances(left, right, literals + believed, *contained, _MIN_EQUALITY))
        believed = _blend(believed, new, max(0.0, 1 - _UNDAMPED_ITERATIONS / iteration), right)
        contained = _relations(left, right, literals + believed, options.theta, options.theta)
        changed, matches = _changed(matches, new, right), new
        if changed <= _UNCHANGED * len(new.left):
            break
    # What nothing is known of counts as contained with theta above, but it is not a result.
    return Alignment(left, right, matches, *_relations(left, right, literals + matches, options.theta, 0.0), iteration)


def _blend(before: Equalities, after: Equalities, damping: float, right: Ontology) -> Equalities:
    """The weighted mean of two iterations: two matches that support each other's rivals would alternate forever."""
    if damping == 0:
        return after
    weighted = np.concatenate([before.probability * damping, after.probability * (1 - damping)])
    keys, rows = np.unique(
        np.concatenate([before.left * right.nodes + before.right, after.left * right.nodes + after.right]),
        return_inverse=True,
    )
    probability: Floats = np.bincount(rows, weights=weighted, minlength=len(keys)).astype(np.float64)
    kept = probability >= _MIN_EQUALITY
    return Equalities.of(keys[kept] // right.nodes, keys[kept] % right.nodes, probability[kept])


def _relations(
    left: Ontology, right: Ontology, known: Equalities, theta: float, unknown: float
) -> tuple[Floats, Floats]:
    one = sub_relations(left, right, known, unknown)
    other = sub_relations(right, left, known.swapped, unknown)
    for contained in (one, other):
        contained[contained < theta] = 0.0
    # A join corresponds to a single relation: two joins have most of their evidence from their parts.
    left_joins, right_joins = 2 * len(left.relations), 2 * len(right.relations)
    one[left_joins:, right_joins:] = 0.0
    other[right_joins:, left_joins:] = 0.0
    return one, other


def _changed(before: Equalities, after: Equalities, right: Ontology) -> int:
    """How many pairs only one of two iterations has."""
    keys = [one.left * right.nodes + one.right for one in (before, after)]
    return len(np.setxor1d(keys[0], keys[1], assume_unique=True))
