"""Prediction by the most similar links that were followed: distance-weighted k nearest neighbours.

After *BlogForever Crawler* (section 4.3), with the position of a link on its page in addition to its address, and with
the gain of a page counted in posts that were not known before. scikit-learn finds the neighbours.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..links.link_features import DIMENSIONS, GROUPS, LinkFeatures
from .lean_sklearn import load_ball_tree
from .predictor import PRIORS, Gain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["KnnPredictor", "load_numpy"]


class KnnPredictor:
    """Predicts the average gain of the ``neighbours`` most similar links that were followed, weighted by similarity,
    together with the prior of the link's role.

    It remembers the last ``per_kind`` pages of each kind, ``max_lessons`` in all, and drops the kinds that were not met
    for the longest time. So a kind that stops paying is noticed after a few pages, and the work is bounded. At the
    distance ``half_distance`` a neighbour counts half.
    """

    def __init__(
        self, neighbours: int = 12, max_lessons: int = 512, per_kind: int = 16, half_distance: float = 0.5
    ) -> None:
        self._neighbours, self._max_lessons = neighbours, max_lessons
        self._per_kind, self._half_distance = per_kind, half_distance
        self._slots: OrderedDict[int, list[int]] = OrderedDict()
        self._free = list(range(max_lessons))[::-1]
        self._used = 0
        self._tree: Any = None  # scikit-learn's; None when there are new vectors
        self._vectors: NDArray[np.float32] | None = None
        self._gains: NDArray[np.float64] | None = None

    def learn(self, features: LinkFeatures, gain: Gain) -> None:
        numpy = load_numpy()
        if self._vectors is None or self._gains is None:
            self._vectors = numpy.zeros((self._max_lessons, DIMENSIONS), dtype=numpy.float32)
            self._gains = numpy.zeros((self._max_lessons, 2), dtype=numpy.float64)
        slot = self._slot(features.kind)
        self._vectors[slot] = vectors([features])[0]
        self._gains[slot] = numpy.log1p((gain.post, gain.links))
        self._tree = None

    def _slot(self, kind: int) -> int:
        """The slot for a lesson of a kind; if there are too many, an older lesson's."""
        slots = self._slots.setdefault(kind, [])
        self._slots.move_to_end(kind)
        if len(slots) >= self._per_kind:
            slot = slots.pop(0)
        else:
            if not self._free:
                oldest = next(iter(self._slots))
                self._free += self._slots.pop(oldest) if oldest != kind else [slots.pop(0)]
            slot = self._free.pop()
        slots.append(slot)
        self._used = max(self._used, slot + 1)
        return slot

    def predict(self, links: Sequence[LinkFeatures]) -> list[Gain]:
        if not self._slots or not links:
            return [PRIORS[features.role] for features in links]
        numpy = load_numpy()
        assert self._gains is not None
        distances, found = self._nearest(vectors(links))
        weights = 1 / (1 + (distances / self._half_distance) ** 4)
        priors = numpy.array([(PRIORS[features.role].post, PRIORS[features.role].links) for features in links])
        gains = self._gains[found]  # links × neighbours × 2
        sums = (weights[:, :, None] * gains).sum(axis=1) + numpy.log1p(priors)
        estimates = numpy.expm1(sums / (weights.sum(axis=1) + 1)[:, None])
        return [Gain(post, links) for post, links in estimates.tolist()]

    def _nearest(self, queries: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Distances and slots of the nearest neighbours of each row."""
        if self._tree is None:
            assert self._vectors is not None
            # One leaf: with this many dimensions a search compares all vectors anyway, and this tree is built fastest.
            self._tree = load_ball_tree()(self._vectors[: self._used], leaf_size=self._used)
        count = min(self._neighbours, self._used)
        return self._tree.query(queries, count, sort_results=False)  # type: ignore[no-any-return]


def vectors(links: Sequence[LinkFeatures]) -> NDArray[np.float32]:
    """The features of the links as vectors of length one, a row each."""
    numpy = load_numpy()
    counts = [len(features.codes) // 2 for features in links]
    codes = numpy.frombuffer(b"".join(features.codes for features in links), dtype=">u2").astype(numpy.intp)
    rows = numpy.repeat(numpy.arange(len(links)), counts)
    columns, signs, groups = codes & (DIMENSIONS - 1), 1.0 - 2.0 * (codes >> 9 & 1), codes >> 10
    sizes = numpy.bincount(rows * len(GROUPS) + groups, minlength=len(links) * len(GROUPS))
    shares = numpy.sqrt(numpy.array(list(GROUPS.values())))[groups] / numpy.sqrt(sizes[rows * len(GROUPS) + groups])
    made = numpy.bincount(rows * DIMENSIONS + columns, weights=signs * shares, minlength=len(links) * DIMENSIONS)
    made = made.reshape(len(links), DIMENSIONS)
    made /= numpy.maximum(numpy.linalg.norm(made, axis=1, keepdims=True), 1e-9)
    return made.astype(numpy.float32)  # type: ignore[no-any-return]


@lru_cache(maxsize=1)
def load_numpy() -> Any:
    """NumPy, imported when it is needed, with one thread: arrays of this size gain nothing from more."""
    if "numpy" not in sys.modules:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import numpy

    return numpy
