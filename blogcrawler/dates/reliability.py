"""How reliable each source of dates is, before anything is known about a blog.

The numbers are data, in ``reliability.toml``. ``benchmarks/date_confidence.py`` learns them from many blogs and tests
them on blogs that they were not learned from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from .calibration import Calibration

__all__ = ["FAILURE_WEIGHT", "Reliability", "learned_reliability"]

#: A failure weighs more than a success, because a place was learned from the same posts that it is compared on.
FAILURE_WEIGHT = 3

#: Sources that the blogs learned from do not have, or too few of them. The feed's date is the reference for the others.
#: Sitemaps and servers say when a page was changed, which counts as the date of publication only if the blog's own
#: posts confirm it. Positions among dated posts have their own probabilities.
_ASSUMED = {
    "feed": (99.0, 1.0),
    "sitemap": (2.0, 6.0),
    "http": (1.0, 6.0),
    "comments": (3.0, 6.0),
    "batch": (1.0, 1.0),
    "neighbours": (0.0, 1.0),
    "visits": (0.0, 1.0),
}


@dataclass(frozen=True, slots=True)
class Reliability:
    """What is known about the sources of dates in general; what a blog's own posts show is added to it."""

    #: By source, how often it was right and wrong: a beta distribution.
    sources: Mapping[str, tuple[float, float]]
    #: How much a second place that agrees counts, compared with the first.
    agreement_weight: float
    #: The correction of the confidence that results.
    calibration: Calibration

    def share(self, source: str, agreed: float = 0.0, of: int = 0) -> float:
        """The share of a source's dates that are right, if it was right for ``agreed`` of a blog's ``of`` posts."""
        right, wrong = self.sources[source]
        right, wrong = right + agreed * of, wrong + FAILURE_WEIGHT * (1 - agreed) * of
        return right / (right + wrong)


def learned_reliability() -> Reliability:
    """What was learned from many blogs, with assumptions about sources that they do not have."""
    learned = tomllib.loads(files(__package__).joinpath("reliability.toml").read_text("utf-8"))
    sources = {source: (counts["right"], counts["wrong"]) for source, counts in learned["sources"].items()}
    return Reliability(
        {**_ASSUMED, **sources},
        learned["agreement_weight"],
        Calibration(**learned["calibration"]),
    )
