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

__all__ = ["KnnPredictor", "load"]


class KnnPredictor:
    """The gain of a link is the average gain of the ``neighbours`` most similar links that were followed, weighted by
    closeness, together with what is expected of links that nobody knows.

    It remembers the last ``of_a_kind`` pages of each kind and forgets the kinds that were not met for the longest time:
    a kind that stops paying is known after a few pages, and ``remembered`` pages bound the work for good.
    """

    def __init__(self, neighbours: int = 12, remembered: int = 512, of_a_kind: int = 16, reach: float = 0.5) -> None:
        self._neighbours, self._remembered, self._of_a_kind, self._reach = neighbours, remembered, of_a_kind, reach
        self._slots: OrderedDict[int, list[int]] = OrderedDict()
        self._free = list(range(remembered))[::-1]
        self._known = 0
        self._tree: Any = None  # scikit-learn's, of all vectors; None when there are new ones
        self._vectors: NDArray[np.float32] | None = None
        self._gains: NDArray[np.float64] | None = None

    def learn(self, clue: LinkFeatures, gain: Gain) -> None:
        numpy = load()
        if self._vectors is None or self._gains is None:
            self._vectors = numpy.zeros((self._remembered, DIMENSIONS), dtype=numpy.float32)
            self._gains = numpy.zeros((self._remembered, 2), dtype=numpy.float64)
        slot = self._slot(clue.kind)
        self._vectors[slot] = vectors([clue])[0]
        self._gains[slot] = numpy.log1p((gain.post, gain.links))
        self._tree = None

    def _slot(self, kind: int) -> int:
        slots = self._slots.setdefault(kind, [])
        self._slots.move_to_end(kind)
        if len(slots) >= self._of_a_kind:
            slot = slots.pop(0)
        else:
            if not self._free:
                oldest = next(iter(self._slots))
                self._free += self._slots.pop(oldest) if oldest != kind else [slots.pop(0)]
                self._slots.setdefault(kind, slots)
            slot = self._free.pop()
        slots.append(slot)
        self._known = max(self._known, slot + 1)
        return slot

    def predict(self, clues: Sequence[LinkFeatures]) -> list[Gain]:
        if not self._slots or not clues:
            return [PRIORS[clue.role] for clue in clues]
        numpy = load()
        assert self._vectors is not None
        assert self._gains is not None
        distances, found = self._nearest(vectors(clues))
        weights = 1 / (1 + (distances / self._reach) ** 4)
        priors = numpy.array([(PRIORS[clue.role].post, PRIORS[clue.role].links) for clue in clues])
        gains = self._gains[found]  # links × neighbours × 2
        sums = (weights[:, :, None] * gains).sum(axis=1) + numpy.log1p(priors)
        estimates = numpy.expm1(sums / (weights.sum(axis=1) + 1)[:, None])
        return [Gain(post, links) for post, links in estimates.tolist()]

    def _nearest(self, asked: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Distances and slots of the nearest neighbours of each row."""
        if self._tree is None:
            assert self._vectors is not None
            # One leaf: in so many dimensions every vector has to be compared, and a tree of one leaf is built fastest.
            self._tree = load_ball_tree()(self._vectors[: self._known], leaf_size=self._known)
        count = min(self._neighbours, self._known)
        return self._tree.query(asked, count, sort_results=False)  # type: ignore[no-any-return]


def vectors(clues: Sequence[LinkFeatures]) -> NDArray[np.float32]:
    """The clues as vectors of length one, a row each."""
    numpy = load()
    counts = [len(clue.codes) // 2 for clue in clues]
    codes = numpy.frombuffer(b"".join(clue.codes for clue in clues), dtype=">u2").astype(numpy.intp)
    rows = numpy.repeat(numpy.arange(len(clues)), counts)
    columns, signs, groups = codes & (DIMENSIONS - 1), 1.0 - 2.0 * (codes >> 9 & 1), codes >> 10
    sizes = numpy.bincount(rows * len(GROUPS) + groups, minlength=len(clues) * len(GROUPS))
    shares = numpy.sqrt(numpy.array(list(GROUPS.values())))[groups] / numpy.sqrt(sizes[rows * len(GROUPS) + groups])
    made = numpy.bincount(rows * DIMENSIONS + columns, weights=signs * shares, minlength=len(clues) * DIMENSIONS)
    made = made.reshape(len(clues), DIMENSIONS)
    made /= numpy.maximum(numpy.linalg.norm(made, axis=1, keepdims=True), 1e-9)
    return made.astype(numpy.float32)  # type: ignore[no-any-return]


@lru_cache(maxsize=1)
def load() -> Any:
    """NumPy, when it is needed. It gets one thread: for matrices of this size, more only wait for each other."""
    if "numpy" not in sys.modules:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import numpy

    return numpy
