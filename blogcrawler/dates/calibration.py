"""Calibration: turn a confidence into the share of dates of that confidence that are right.

Places on a page are less independent than the odds assume, and some are more reliable than they seem. This shows only
when stated confidences are compared with the truth, on many blogs. Two numbers correct them: the log odds are
multiplied and shifted (Platt scaling). ``benchmarks/date_confidence.py`` learns them and tests them on blogs that they
were not learned from.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Calibration", "calibration_error", "learn_calibration"]

_MIN, _MAX = 0.01, 0.99
_STEPS = 25
#: Weight of the assumption that nothing needs to be corrected, in dates.
_PRIOR = 5.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Corrects a confidence: its log odds are multiplied by ``slope`` and shifted by ``offset``."""

    slope: float = 1.0
    offset: float = 0.0

    def correct(self, confidence: float) -> float:
        """The share of dates with this confidence that are right."""
        return 1 / (1 + math.exp(-(self.slope * _log_odds(confidence) + self.offset)))


def learn_calibration(dates: Sequence[tuple[float, bool]], weights: Sequence[float] | None = None) -> Calibration:
    """The best correction for dates with a confidence, given whether each was right (regression by Newton's method)."""
    slope, offset = 1.0, 0.0
    weights = weights or [1.0] * len(dates)
    for _ in range(_STEPS):
        # The gradient and the curvature of the log likelihood; the prior pulls towards no correction.
        by_slope, by_offset = _PRIOR * (1 - slope), -_PRIOR * offset
        ss, so, oo = _PRIOR, 0.0, _PRIOR
        for (confidence, right), weight in zip(dates, weights, strict=True):
            x = _log_odds(confidence)
            p = 1 / (1 + math.exp(-(slope * x + offset)))
            error, curve = weight * (right - p), weight * p * (1 - p)
            by_slope, by_offset = by_slope + error * x, by_offset + error
            ss, so, oo = ss + curve * x * x, so + curve * x, oo + curve
        determinant = ss * oo - so * so
        slope += (oo * by_slope - so * by_offset) / determinant
        offset += (ss * by_offset - so * by_slope) / determinant
    return Calibration(round(slope, 3), round(offset, 3))


def calibration_error(dates: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """The expected calibration error: how far stated confidence and the share of right dates differ, on average.

    The dates are sorted by confidence and cut into bins of the same size.
    """
    ordered = sorted(dates, key=lambda date: date[0])
    error = 0.0
    for number in range(bins):
        part = ordered[number * len(ordered) // bins : (number + 1) * len(ordered) // bins]
        error += abs(sum(confidence - right for confidence, right in part))
    return error / max(len(ordered), 1)


def _log_odds(confidence: float) -> float:
    confidence = min(max(confidence, _MIN), _MAX)
    return math.log(confidence / (1 - confidence))
