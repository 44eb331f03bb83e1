"""Short fields stand in small nodes near the article, not in the discussion below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .noise import is_comments
from .samples import Sample

__all__ = ["small_nodes", "steps_from"]


def small_nodes(sample: Sample, most: int) -> Iterator[int]:
    """Nodes with few words that are not part of the discussion."""
    out = sample.out
    discussion: set[int] = set()
    for index, element in enumerate(out.nodes):
        size = out.size(index)
        if out.parent[index] in discussion or (index and size < 0.5 * len(out.words) and is_comments(element)):
            discussion.add(index)
        elif 0 < size <= most:
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
