"""Prediction by the place of a link alone: a bandit over clusters of tag paths.

After SB-CLASSIFIER (Gauquier, Manolescu, Senellart): links that stand in similar places are one action, whose worth
is its mean reward and a bonus for being tried seldom. It is the alternative that ``NearestLinks`` is measured against.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from blogcrawler.frontier import Gain, LinkFeatures
from blogcrawler.frontier.links.link_features import DIMENSIONS
from blogcrawler.frontier.queue.knn_predictor import load
from blogcrawler.frontier.queue.predictor import PRIORS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PathBandit"]

_PLACE = 1


class PathBandit:
    """Mean reward + α √(ln t / n) of the cluster that a link's tag path belongs to.

    A path joins the most similar cluster if the cosine of the two is at least ``likeness``, and else founds one.
    """

    def __init__(self, alpha: float = 1.0, likeness: float = 0.75, clusters: int = 256) -> None:
        self._alpha, self._likeness, self._most = alpha, likeness, clusters
        self._centres: Any = None
        self._counts: list[int] = []
        self._sums: list[tuple[float, float]] = []
        self._time = 0

    def learn(self, clue: LinkFeatures, gain: Gain) -> None:
        numpy = load()
        if self._centres is None:
            self._centres = numpy.zeros((self._most, DIMENSIONS), dtype=numpy.float32)
        path = _paths([clue])
        cluster = self._clusters(path)[0]
        if cluster is None:
            cluster = len(self._counts)
            self._counts.append(0)
            self._sums.append((0.0, 0.0))
        self._time += 1
        self._counts[cluster] += 1
        posts, links = self._sums[cluster]
        self._sums[cluster] = posts + gain.post, links + gain.links
        self._centres[cluster] += (path[0] - self._centres[cluster]) / self._counts[cluster]

    def predict(self, clues: Sequence[LinkFeatures]) -> list[Gain]:
        found = self._clusters(_paths(clues)) if self._counts and clues else [None] * len(clues)
        gains = []
        for clue, cluster in zip(clues, found, strict=True):
            if cluster is None:
                gains.append(PRIORS[clue.role])
                continue
            number = self._counts[cluster]
            bonus = self._alpha * math.sqrt(math.log(self._time + 1) / number)
            posts, links = self._sums[cluster]
            gains.append(Gain(posts / number, links / number + bonus))
        return gains

    def _clusters(self, paths: NDArray[Any]) -> list[int | None]:
        """The cluster of each path; ``None`` if it is unlike all of them and there is room for a new one."""
        numpy = load()
        number = len(self._counts)
        if not number:
            return [None] * len(paths)
        centres = self._centres[:number]
        likeness = paths @ centres.T / numpy.maximum(numpy.linalg.norm(centres, axis=1), 1e-9)
        best = likeness.argmax(axis=1)
        full = number >= self._most
        return [
            int(cluster) if full or row[cluster] >= self._likeness else None
            for row, cluster in zip(likeness, best, strict=True)
        ]


def _paths(clues: Sequence[LinkFeatures]) -> NDArray[Any]:
    """The tag paths of the clues as vectors of length one."""
    numpy = load()
    made = numpy.zeros((len(clues), DIMENSIONS), dtype=numpy.float32)
    for row, clue in enumerate(clues):
        codes = numpy.frombuffer(clue.codes, dtype=">u2").astype(numpy.intp)
        codes = codes[codes >> 10 == _PLACE]
        numpy.add.at(made[row], codes & (DIMENSIONS - 1), 1.0 - 2.0 * (codes >> 9 & 1))
    norms = numpy.linalg.norm(made, axis=1, keepdims=True)
    return made / numpy.maximum(norms, 1e-9)  # type: ignore[no-any-return]
