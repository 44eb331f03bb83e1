"""The probability that one relation is contained in another."""

from __future__ import annotations

import numpy as np

from .arrays import Floats, any_of, expand, look_up, offsets
from .instances import Equalities
from .ontology import Ontology

__all__ = ["sub_relations"]


def sub_relations(left: Ontology, right: Ontology, known: Equalities, unknown: float) -> Floats:
    """Pr(r ⊆ r') for each relation of ``left`` (rows) and each of ``right`` (columns), inverses and joins included.

    Of the facts r(x, y) whose x and y both have equals on the right, the share that r' has, too; each fact counts as
    much as its equals are probable. ``unknown`` is the answer for a relation without such facts.
    """
    shape = len(left.paths), len(right.paths)
    begins = offsets(known.left, left.nodes)
    # Expand each fact by the equals of its subject, then by those of its object.
    positions, facts = expand(begins[left.subjects], begins[left.subjects + 1])
    seconds, owners = expand(begins[left.objects[facts]], begins[left.objects[facts] + 1])
    facts, positions = facts[owners], positions[owners]
    both = known.probability[positions] * known.probability[seconds]
    wanted = known.right[positions] * right.nodes + known.right[seconds]
    possible = any_of(facts, both, len(left.subjects))
    denominators = np.bincount(left.directions, weights=possible, minlength=shape[0])

    keys = right.fact_keys()
    matches, owners = look_up(keys, wanted)
    counterparts = right.directions[matches]
    groups, rows = np.unique(facts[owners] * shape[1] + counterparts, return_inverse=True)
    common = any_of(rows, both[owners], len(groups))
    cells = left.directions[groups // shape[1]] * shape[1] + groups % shape[1]
    numerators = np.bincount(cells, weights=common, minlength=shape[0] * shape[1]).reshape(shape)

    known_rows = denominators > 0
    result = np.full(shape, unknown)
    result[known_rows] = np.minimum(numerators[known_rows] / denominators[known_rows, None], 1.0)
    return result
