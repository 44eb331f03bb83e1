"""Joins and sums over NumPy arrays: what the equations of PARIS need to process a million facts at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "Ints", "any_of", "distinct", "evidence", "expand", "first_of_each", "look_up", "offsets"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

#: The largest probability of one piece of evidence: the logarithm of its complement stays finite.
_CERTAIN = 1 - 1e-12


def offsets(sorted_ids: Ints, count: int) -> Ints:
    """Where the rows of each id from 0 to ``count`` begin; row ``i`` has those from ``[i]`` to ``[i + 1]``."""
    return np.searchsorted(sorted_ids, np.arange(count + 1)).astype(np.int64)


def expand(begins: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """All positions of the given ranges, and for each the number of its range."""
    lengths = ends - begins
    owners = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    before = np.cumsum(lengths) - lengths
    return np.arange(len(owners), dtype=np.int64) - before[owners] + begins[owners], owners


def look_up(sorted_keys: Ints, wanted: Ints) -> tuple[Ints, Ints]:
    """All positions of the wanted keys, and for each the number of the wanted key."""
    begins = np.searchsorted(sorted_keys, wanted)
    # Most are missing: the second search, for the end of a range, is only for the others.
    found = (
        np.flatnonzero(sorted_keys[np.minimum(begins, len(sorted_keys) - 1)] == wanted)
        if len(sorted_keys)
        else begins[:0]
    )
    positions, owners = expand(begins[found], np.searchsorted(sorted_keys, wanted[found], side="right"))
    return positions, found[owners]


def any_of(groups: Ints, probabilities: Floats, count: int) -> Floats:
    """For each group the probability that at least one of its independent events happens: 1 − ∏ (1 − p)."""
    return -np.expm1(-evidence(groups, probabilities, count))


def evidence(groups: Ints, probabilities: Floats, count: int) -> Floats:
    """The sum of −log (1 − p) of each group: tells near certainties apart that are both 1 as floating-point numbers."""
    logarithms = -np.log1p(-np.minimum(probabilities, _CERTAIN))
    return np.bincount(groups, weights=logarithms, minlength=count).astype(np.float64)


def distinct(keys: Ints) -> Ints:
    """The different keys, ascending. ``np.unique`` hashes them first, which takes longer for millions."""
    ordered = np.sort(keys)
    return ordered[first_of_each(ordered)]


def first_of_each(sorted_ids: Ints) -> NDArray[np.bool_]:
    """Marks the first row of each id."""
    first = np.ones(len(sorted_ids), dtype=np.bool_)
    first[1:] = sorted_ids[1:] != sorted_ids[:-1]
    return first
