"""Prediction by the most similar links that were followed: distance-weighted k nearest neighbours.

After *BlogForever Crawler* (section 4.3), with the place of a link beside its address, and with the gain of a page
counted in posts that were not known before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .clues import DIMENSIONS, GROUPS, Clue
from .predictor import PRIORS, Gain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NearestLinks", "load"]


class NearestLinks:
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
        self._vectors: NDArray[np.float64] | None = None
        self._gains: NDArray[np.float64] | None = None
        self._model: Any = None

    def learn(self, clue: Clue, gain: Gain) -> None:
        numpy, _ = load()
        if self._vectors is None or self._gains is None:
            self._vectors = numpy.zeros((self._remembered, DIMENSIONS), dtype=numpy.float64)
            self._gains = numpy.zeros((self._remembered, 2), dtype=numpy.float64)
        slot = self._slot(clue.kind)
        self._vectors[slot] = vectors([clue])[0]
        self._gains[slot] = numpy.log1p((gain.post, gain.links))
        self._model = None

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

    def predict(self, clues: Sequence[Clue]) -> list[Gain]:
        if not self._slots or not clues:
            return [PRIORS[clue.role] for clue in clues]
        numpy, nearest = load()
        assert self._vectors is not None
        assert self._gains is not None
        if self._model is None:
            self._model = nearest(n_neighbors=min(self._neighbours, self._known), algorithm="brute")
            self._model.fit(self._vectors[: self._known])
        distances, found = self._model.kneighbors(vectors(clues))
        weights = 1 / (1 + (distances / self._reach) ** 4)
        priors = numpy.array([(PRIORS[clue.role].post, PRIORS[clue.role].links) for clue in clues])
        gains = self._gains[found]  # links × neighbours × 2
        sums = (weights[:, :, None] * gains).sum(axis=1) + numpy.log1p(priors)
        estimates = numpy.expm1(sums / (weights.sum(axis=1) + 1)[:, None])
        return [Gain(float(post), float(links)) for post, links in estimates]


def vectors(clues: Sequence[Clue]) -> NDArray[np.float64]:
    """The clues as vectors of length one, a row each."""
    numpy, _ = load()
    counts = [len(clue.codes) // 2 for clue in clues]
    codes = numpy.frombuffer(b"".join(clue.codes for clue in clues), dtype=">u2").astype(numpy.intp)
    rows = numpy.repeat(numpy.arange(len(clues)), counts)
    columns, signs, groups = codes & (DIMENSIONS - 1), 1.0 - 2.0 * (codes >> 9 & 1), codes >> 10
    sizes = numpy.bincount(rows * len(GROUPS) + groups, minlength=len(clues) * len(GROUPS))
    shares = numpy.sqrt(numpy.array(list(GROUPS.values())))[groups] / numpy.sqrt(sizes[rows * len(GROUPS) + groups])
    made = numpy.bincount(rows * DIMENSIONS + columns, weights=signs * shares, minlength=len(clues) * DIMENSIONS)
    made = made.reshape(len(clues), DIMENSIONS)
    made /= numpy.maximum(numpy.linalg.norm(made, axis=1, keepdims=True), 1e-9)
    return made  # type: ignore[no-any-return]


@lru_cache(maxsize=1)
def load() -> tuple[Any, Any]:
    """NumPy and scikit-learn, when they are needed: they take a second to import.

    One thread is enough for matrices of this size, and more of them would only wait for each other.
    """
    import numpy
    from sklearn.neighbors import NearestNeighbors
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)
    return numpy, NearestNeighbors
