"""The probability that one class is contained in another."""

from __future__ import annotations

import numpy as np

from .arrays import Floats, any_of, expand, offsets
from .instances import Equalities
from .ontology import Ontology

__all__ = ["sub_classes"]


def sub_classes(left: Ontology, right: Ontology, matches: Equalities) -> Floats:
    """Pr(c ⊆ c') for each class of ``left`` (rows) and of ``right`` (columns): the expected share of c in c'."""
    shape = len(left.classes), len(right.classes)
    begins = offsets(matches.left, left.nodes)
    positions, rows = expand(begins[left.members], begins[left.members + 1])
    right_begins = offsets(right.members, right.nodes)
    equals = matches.right[positions]
    memberships, owners = expand(right_begins[equals], right_begins[equals + 1])
    rows, positions = rows[owners], positions[owners]
    groups, numbers = np.unique(rows * shape[1] + right.member_classes[memberships], return_inverse=True)
    shared = any_of(numbers, matches.probability[positions], len(groups))
    cells = left.member_classes[groups // max(shape[1], 1)] * shape[1] + groups % max(shape[1], 1)
    expected = np.bincount(cells, weights=shared, minlength=shape[0] * shape[1]).reshape(shape)
    sizes = np.bincount(left.member_classes, minlength=shape[0])
    return np.minimum(expected / np.maximum(sizes, 1)[:, None], 1.0)
