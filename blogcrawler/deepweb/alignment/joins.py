"""Paths of two relations in one ontology that correspond to a single relation of the other.

A record of a shop has its author's name, an ontology a person who wrote the book and has a name: "author" corresponds
to ``^<created>/<hasPreferredName>`` (Oita's thesis, section 3.6).
"""

from __future__ import annotations

import numpy as np

from .arrays import Floats, Ints, expand, first_of_each, look_up
from .instances import Equalities
from .ontology import Ontology, Path, join_size

__all__ = ["find_joins"]

#: Facts per relation that are compared with paths.
_SAMPLE = 10_000
#: Instances with more facts are not walked through: paths through a hub lead everywhere.
_MAX_FACTS_PER_INSTANCE = 1_000
#: The share of a relation's facts that a path must have.
_MIN_SHARE = 0.2
_MAX_JOINS = 16
#: A join may have this many pairs per fact of the ontology.
_MAX_GROWTH = 2


def find_joins(left: Ontology, right: Ontology, known: Equalities, left_in_right: Floats) -> list[Path]:
    """Paths of ``right`` that have more facts of a relation of ``left`` than any single relation, best first.

    ``left_in_right`` are the probabilities of :func:`sub_relations`.
    """
    single = 2 * len(right.relations)
    facts, subject_equals, object_equals = _sampled_facts(left, known)
    if not len(facts):
        return []
    starts, ends = known.right[subject_equals], known.right[object_equals]
    both = known.probability[subject_equals] * known.probability[object_equals]
    # One step from the equal of the subject, then look up whether a second one leads to the equal of the object.
    walked = right.begins[starts + 1] - right.begins[starts] <= _MAX_FACTS_PER_INSTANCE
    steps, owners = expand(right.begins[starts], np.where(walked, right.begins[starts + 1], right.begins[starts]))
    keys = right.fact_keys()
    wanted = right.objects[steps] * right.nodes + ends[owners]
    seconds, rows = look_up(keys, wanted)
    firsts, owners = right.directions[steps[rows]], owners[rows]
    thens = right.directions[seconds]
    plain = (firsts < single) & (thens < single) & (right.objects[steps[rows]] < len(right.instances))
    codes = (left.directions[facts[owners]] * single + firsts) * single + thens
    # A fact counts once per path, however many middle nodes lead to its object.
    each = np.unique(np.stack([codes[plain], owners[plain]]), axis=1)
    paths, numbers = np.unique(each[0], return_inverse=True)
    common = np.bincount(numbers, weights=both[each[1]], minlength=len(paths))
    possible = np.bincount(left.directions[facts], weights=both, minlength=len(left.paths))
    relation = paths // single**2
    share = common / possible[relation]
    better = (share >= _MIN_SHARE) & (share > left_in_right[relation].max(axis=1, initial=0.0))
    ranked = sorted(zip(-share[better], relation[better], paths[better], strict=True))
    found: list[Path] = []
    for _, _, code in ranked:
        path = (int(code) // single % single, int(code) % single)
        if len(found) < _MAX_JOINS and path not in found and _is_new_and_small(right, path):
            found.append(path)
    return found


def _sampled_facts(left: Ontology, known: Equalities) -> tuple[Ints, Ints, Ints]:
    """Facts of plain relations, and the positions in ``known`` of the best equals of their subjects and objects."""
    strongest = np.lexsort((known.right, -known.probability, known.left))
    best = strongest[first_of_each(known.left[strongest])]
    best_of = np.full(left.nodes, -1, dtype=np.int64)
    best_of[known.left[best]] = best
    is_plain = (left.directions < 2 * len(left.relations)) & (left.directions % 2 == 0)
    facts = np.flatnonzero(is_plain & (best_of[left.subjects] >= 0) & (best_of[left.objects] >= 0))
    facts = facts[np.argsort(left.directions[facts], kind="stable")]
    directions = left.directions[facts]
    counts = np.bincount(directions, minlength=len(left.paths))
    rank = np.arange(len(facts)) - (np.cumsum(counts) - counts)[directions]
    every = -(-counts // _SAMPLE)
    facts = facts[rank % every[directions] == 0]
    return facts, best_of[left.subjects[facts]], best_of[left.objects[facts]]


def _is_new_and_small(ontology: Ontology, path: Path) -> bool:
    return path not in ontology.paths and join_size(ontology, path) <= _MAX_GROWTH * len(ontology.subjects)
