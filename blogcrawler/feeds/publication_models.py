"""Other models of when posts appear, besides :class:`FeedRhythm`: one rate for all times, and an online learner.

Both return a rhythm, so that they can be compared with the one that is learned from hours of the week and recent posts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from .rhythm import FeedRhythm, utc_dates

__all__ = ["online_rhythm", "poisson_rhythm"]

#: Half-lives of the online learner's experts, in hours: from two days to three years.
_MEMORIES = (48.0, 168.0, 672.0, 2688.0, 26880.0)
#: Number of posts that an expert assumes before it has seen any, and the hours per post while nothing is known.
_PRIOR_POSTS, _PRIOR_HOURS = 0.3, 720.0
#: Share of the weights that is spread evenly after each post, so that a blog may change its habits.
_SHARE = 0.05
#: Number of the latest posts that the experts are judged by.
_MAX_POSTS = 60
#: Points at which an expert's rate is read in a gap, as shares of the gap (midpoints of the strips of a sum).
_POINTS = (0.005, 0.03, 0.125, 0.35, 0.75)
_STRIPS = (0.01, 0.04, 0.15, 0.3, 0.5)
_HOUR = timedelta(hours=1)


def poisson_rhythm(published: Iterable[datetime], now: datetime) -> FeedRhythm:
    """A homogeneous Poisson process: the number of posts per hour since the first one, at all hours alike."""
    dates = utc_dates(published, now)
    if not dates:
        return FeedRhythm(1 / _PRIOR_HOURS)
    return FeedRhythm((len(dates) - 1 + _PRIOR_POSTS) / ((now - dates[0]) / _HOUR + 1.0))


def online_rhythm(published: Iterable[datetime], now: datetime) -> FeedRhythm:
    """The mean of several experts, each weighted by how well it has predicted the posts so far.

    The experts count posts with different half-lives. After each post, an expert's weight is multiplied by the
    likelihood of the gap before it (Hedge with logarithmic loss), and a part of all weights is shared evenly (Herbster
    and Warmuth, "Tracking the Best Expert"). The time since the last post counts as a gap that is not over yet.
    """
    stated = list(published)
    dates = utc_dates(stated, now)[-_MAX_POSTS:]
    if not dates:
        return FeedRhythm(1 / _PRIOR_HOURS)
    gaps = [(later - earlier) / _HOUR for earlier, later in pairwise(dates)]
    silence = (now - dates[-1]) / _HOUR
    experts = [_Expert(memory, median(gaps or [_PRIOR_HOURS])) for memory in _MEMORIES]
    weights = [1 / len(experts)] * len(experts)
    for gap in gaps:
        losses = [expert.expected(gap) - math.log(expert.rate(gap)) for expert in experts]
        weights = _shared(_weighed(weights, losses))
        for expert in experts:
            expert.see_post(gap)
    weights = _weighed(weights, [expert.expected(silence) for expert in experts])
    rate = sum(weight * expert.rate(silence) for weight, expert in zip(weights, experts, strict=True))
    return FeedRhythm(rate, FeedRhythm.learn(stated, now).shape)


def _weighed(weights: Sequence[float], losses: Sequence[float]) -> list[float]:
    least = min(losses)
    raw = [weight * math.exp(least - loss) for weight, loss in zip(weights, losses, strict=True)]
    return [weight / sum(raw) for weight in raw]


def _shared(weights: Sequence[float]) -> list[float]:
    return [(1 - _SHARE) * weight + _SHARE / len(weights) for weight in weights]


class _Expert:
    """Counts posts and hours with a half-life; its state is that just after the last post."""

    def __init__(self, memory: float, typical_gap: float) -> None:
        self._memory = memory
        self._prior_hours = _PRIOR_POSTS * max(typical_gap, 1.0)
        self._posts, self._hours = 1.0, 0.0

    def rate(self, silence: float) -> float:
        """Posts per hour, this many hours after the last post."""
        left = math.exp2(-silence / self._memory)
        hours = self._hours * left + self._memory / math.log(2) * (1 - left)
        return (self._posts * left + _PRIOR_POSTS) / (hours + self._prior_hours)

    def expected(self, gap: float) -> float:
        """The number of posts that it expects in a gap after the last post."""
        return gap * sum(strip * self.rate(point * gap) for point, strip in zip(_POINTS, _STRIPS, strict=True))

    def see_post(self, gap: float) -> None:
        left = math.exp2(-gap / self._memory)
        self._hours = self._hours * left + self._memory / math.log(2) * (1 - left)
        self._posts = self._posts * left + 1
