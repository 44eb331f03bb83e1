"""The geometry of charts. Templates draw them as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

__all__ = ["Bar", "Cell", "bars", "month_bins", "week_cells"]

_LEVELS = 5
_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 600, 1200, 12000)
"""Numbers of months that a bar may cover."""
_FIRST_MONTH = 12  # January of the year 1


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart, from its upper left corner, and what it shows."""

    x: float
    y: float
    width: float
    height: float
    value: int
    label: str
    since: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One hour of the week; ``level`` is 0 (no posts) to 5 (most posts)."""

    hour: int
    weekday: int
    value: int
    level: int


def month_bins(months: Sequence[tuple[str, int]], most: int = 120, fewest: int = 1) -> list[tuple[str, str, int]]:
    """Posts per month without gaps: first month, last month and number; several months in one where there are many.

    Before a short history come months without posts, so that there are at least ``fewest``.
    """
    known = {_month_number(month): number for month, number in months}
    if not known:
        return []
    first, last = min(known), max(known)
    step = next((step for step in _STEPS if ceil((last - first + 1) / step) <= most), _STEPS[-1])
    first -= first % step if step <= 12 else 0
    first = min(first, max(last - (fewest - 1) * step, _FIRST_MONTH))
    totals: dict[int, int] = {}
    for month, number in known.items():
        totals[(month - first) // step] = totals.get((month - first) // step, 0) + number
    return [
        (_month_name(first + n * step), _month_name(first + n * step + step - 1), totals.get(n, 0))
        for n in range((last - first) // step + 1)
    ]


def bars(bins: Sequence[tuple[str, str, int]], width: float, height: float, gap: float = 0.25) -> list[Bar]:
    """The bars of a chart of this size."""
    if not bins:
        return []
    slot = width / len(bins)
    top = max(value for *_, value in bins) or 1
    drawn = []
    for number, (first, last, value) in enumerate(bins):
        tall = max(height * value / top, 1.0) if value else 0.0
        name = first if first == last else f"{first} – {last}"
        drawn.append(
            Bar(
                round(number * slot, 2),
                round(height - tall, 2),
                round(slot * (1 - gap), 2),
                round(tall, 2),
                value,
                name,
                first,
                last,
            )
        )
    return drawn


def week_cells(week: Sequence[int]) -> list[Cell]:
    """The 168 hours of a week. Levels grow with the square root, so that rare hours are visible."""
    top = max(week, default=0) or 1
    return [Cell(at % 24, at // 24, value, ceil(_LEVELS * sqrt(value / top))) for at, value in enumerate(week)]


def _month_number(month: str) -> int:
    year, _, number = month.rpartition("-")
    return int(year) * 12 + int(number) - 1


def _month_name(number: int) -> str:
    return f"{number // 12:04}-{number % 12 + 1:02}"
