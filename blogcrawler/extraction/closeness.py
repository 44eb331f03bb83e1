"""Short fields stand in small nodes near the article, not in the discussion below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .samples import Sample

__all__ = ["small_nodes", "steps_from"]


def small_nodes(sample: Sample, most: int) -> Iterator[int]:
    """Nodes with few words that are not part of the discussion."""
    out = sample.out
    for index, talk in enumerate(sample.discussion):
        if not talk and 0 < out.end[index] - out.start[index] <= most:
            yield index


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
