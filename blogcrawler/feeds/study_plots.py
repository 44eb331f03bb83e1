"""The plots of a feed study as SVG: the number of items, and quartiles of the intervals between them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from .study import FeedFacts

__all__ = ["study_svg"]

_WIDTH, _HEIGHT, _LEFT, _TOP = 380, 240, 50, 30
#: The axis of intervals, in hours.
_TICKS = {1 / 60: "minute", 1.0: "hour", 24.0: "day", 168.0: "week", 720.0: "month", 8760.0: "year"}
_COLOURS = {"shortest": "#888", "lower": "#6ac", "median": "#2a7", "upper": "#a62", "longest": "#c33"}


def study_svg(feeds: Sequence[FeedFacts]) -> str:
    """A histogram of the number of items, and the share of feeds by interval, cumulative on a logarithmic axis."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * (_WIDTH + 90)}" height="{_HEIGHT + 90}" '
            'font-family="sans-serif" font-size="11">',
            f'<g transform="translate({_LEFT},{_TOP})">{_items(feeds)}</g>',
            f'<g transform="translate({_LEFT + _WIDTH + 70},{_TOP})">{_intervals(feeds)}</g>',
            "</svg>\n",
        ]
    )


def _frame(title: str, below: str) -> str:
    return (
        f'<text x="0" y="-10" font-size="13">{title}</text><rect width="{_WIDTH}" height="{_HEIGHT}" fill="none" '
        f'stroke="#999"/><text x="{_WIDTH / 2}" y="{_HEIGHT + 35}" text-anchor="middle">{below}</text>'
    )


def _items(feeds: Sequence[FeedFacts]) -> str:
    counts = Counter(min(feed.items, 105) // 5 * 5 for feed in feeds)
    most, width = max(counts.values(), default=1), _WIDTH / 22
    bars = []
    for start in range(0, 110, 5):
        height = _HEIGHT * counts[start] / most
        x, y = start / 5 * width, _HEIGHT - height
        bars.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width - 1:.1f}" height="{height:.1f}" fill="#27a"/>')
        if start % 20 == 0:
            bars.append(f'<text x="{x:.1f}" y="{_HEIGHT + 15}">{start}</text>')
    bars.append(f'<text x="-6" y="10" text-anchor="end">{most}</text>')
    return _frame("Feeds by number of items", "items (105 and more in the last bar)") + "".join(bars)


def _intervals(feeds: Sequence[FeedFacts]) -> str:
    known = [feed.intervals for feed in feeds if feed.intervals]
    parts = [_frame("Feeds by interval between items", "interval")]
    for hours, name in _TICKS.items():
        x = _place(hours)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y2="{_HEIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{_HEIGHT + 15}" text-anchor="middle">{name}</text>')
    for number, (name, colour) in enumerate(_COLOURS.items()):
        values = sorted(float(getattr(one, name)) for one in known)
        points = " ".join(
            f"{_place(value):.1f},{_HEIGHT * (1 - (rank + 1) / len(values)):.1f}" for rank, value in enumerate(values)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<text x="8" y="{16 + 14 * number}" fill="{colour}">{name}</text>')
    parts += [f'<text x="-6" y="{y}" text-anchor="end">{label}</text>' for y, label in ((8, "100 %"), (_HEIGHT, "0"))]
    return "".join(parts)


def _place(hours: float) -> float:
    low, high = math.log(1 / 120), math.log(20000)
    return _WIDTH * (min(max(math.log(max(hours, 1e-9)), low), high) - low) / (high - low)
