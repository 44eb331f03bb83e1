"""What a page will bring, judged by the link to it: the seam behind which predictors are swapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..links.link_features import LinkFeatures, Role

__all__ = ["PRIORS", "Gain", "LinkPredictor"]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a page brings: ``post``, whether it is a post itself (or how likely that is), and ``links``, the number
    of links to posts on it that nobody knew before: L(u) of the paper, without what is known."""

    post: float
    links: float

    @property
    def total(self) -> float:
        """The new posts that one request brings."""
        return self.post + self.links


class LinkPredictor(Protocol):
    """Learns what pages bring from those that were read."""

    def predict(self, clues: Sequence[LinkFeatures]) -> list[Gain]:
        """What the pages behind these links will bring: one call for all links of a page."""

    def learn(self, clue: LinkFeatures, gain: Gain) -> None:
        """The page behind a link was read, and has brought this."""


#: What is expected of a link as long as nothing like it was tried: enough to try each kind a few times.
PRIORS = {
    Role.POST: Gain(0.9, 0.2),
    Role.FLIP: Gain(0.0, 4.0),
    Role.ARCHIVE: Gain(0.0, 6.0),
    Role.DATES: Gain(0.0, 1.5),
    Role.LIST: Gain(0.0, 1.0),
    Role.SLUG: Gain(0.5, 0.3),
    Role.OTHER: Gain(0.1, 0.4),
}
