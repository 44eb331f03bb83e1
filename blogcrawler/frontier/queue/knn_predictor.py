"""Prediction by the most similar links that were followed: distance-weighted k nearest neighbours.

After *BlogForever Crawler* (section 4.3), with the place of a link beside its address, and with the gain of a page
counted in posts that were not known before. The lessons are few and their vectors short, so that one product of two
matrices finds the neighbours; scikit-learn finds the same ones (the tests say so), but importing it takes longer than a
whole blog's predictions.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..links.link_features import DIMENSIONS, GROUPS, LinkFeatures
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
        likeness = vectors(clues) @ self._vectors[: self._known].T
        count = min(self._neighbours, self._known)
        found = numpy.argpartition(-likeness, count - 1, axis=1)[:, :count]
        # Vectors of length one: the square of their distance is 2 − 2 · likeness.
        distances = numpy.sqrt(numpy.maximum(0, 2 - 2 * numpy.take_along_axis(likeness, found, axis=1)))
        weights = 1 / (1 + (distances / self._reach) ** 4)
        priors = numpy.array([(PRIORS[clue.role].post, PRIORS[clue.role].links) for clue in clues])
        gains = self._gains[found]  # links × neighbours × 2
        sums = (weights[:, :, None] * gains).sum(axis=1) + numpy.log1p(priors)
        estimates = numpy.expm1(sums / (weights.sum(axis=1) + 1)[:, None])
        return [Gain(post, links) for post, links in estimates.tolist()]


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
