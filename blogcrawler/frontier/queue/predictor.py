"""The interface of link predictors: estimate what a page leads to from the link to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..links.link_features import LinkFeatures, Role

__all__ = ["PRIORS", "Gain", "LinkPredictor"]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a page leads to.

    ``post`` says whether the page is a post itself, or how likely that is. ``links`` is the number of links to posts on
    it that were not known before: L(u) of the paper, counting new posts only.
    """

    post: float
    links: float

    @property
    def total(self) -> float:
        """The new posts per request."""
        return self.post + self.links


class LinkPredictor(Protocol):
    """Learns from pages that were read."""

    def predict(self, links: Sequence[LinkFeatures]) -> list[Gain]:
        """The expected gain of the pages behind these links: one call for all links of a page."""

    def learn(self, features: LinkFeatures, gain: Gain) -> None:
        """Learn from the page behind a link."""


#: The expected gain of links that resemble nothing tried so far: enough to try each kind a few times.
PRIORS = {
    Role.POST: Gain(0.9, 0.2),
    Role.PAGINATION: Gain(0.0, 4.0),
    Role.ARCHIVE: Gain(0.0, 6.0),
    Role.DATE_LIST: Gain(0.0, 1.5),
    Role.LIST: Gain(0.0, 1.0),
    Role.POST_LIKE: Gain(0.5, 0.3),
    Role.OTHER: Gain(0.1, 0.4),
}
