"""Short fields stand in small nodes near the article, not in the discussion below it."""

from __future__ import annotations

from collections.abc import Callable, Container
from itertools import accumulate

from .samples import Sample

__all__ = ["small_nodes", "steps_from"]


def small_nodes(sample: Sample, most: int, wanted: Container[str] | None = None, least: int = 1) -> list[int]:
    """Nodes with few words that are not part of the discussion; with so many wanted words, if any are given."""
    if wanted is None:
        return [node for node, start, end in sample.small if end - start <= most]
    counts = list(accumulate(map(wanted.__contains__, sample.out.words), initial=0))
    return [node for node, start, end in sample.small if counts[end] - counts[start] >= least and end - start <= most]


def steps_from(sample: Sample, article: int | None) -> Callable[[int], int]:
    """How many steps one climbs from the article until a node is below: closeness in the tree."""
    if article is None:
        return lambda node: 0
    out = sample.out
    above = [article, *out.ancestors(article)]

    def steps(node: int) -> int:
        for count, holder in enumerate(above):
            if holder <= node <= out.last[holder]:
                return count
        return len(above)

    return steps
