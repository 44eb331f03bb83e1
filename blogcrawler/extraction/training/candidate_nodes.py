"""Short fields stand in small nodes near the article, not in the discussion below it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container

from .sample import MAX_SMALL_NODE_WORDS, TrainingSample

__all__ = ["small_nodes", "steps_from_article"]


def small_nodes(sample: TrainingSample, most: int, wanted: Container[str] | None = None, least: int = 1) -> list[int]:
    """Nodes with few words that are not part of the discussion; with so many wanted words, if any are given."""
    out, most = sample.outline, min(most, MAX_SMALL_NODE_WORDS)
    if wanted is None:
        if most not in sample.small:
            spans = enumerate(zip(out.start, out.end, sample.discussion, strict=True))
            sample.small[most] = [node for node, (start, end, talk) in spans if 0 < end - start <= most and not talk]
        return sample.small[most]
    hits = bytearray(len(out.words))
    for part in sample.short(most):
        hits[part] = bytes(map(wanted.__contains__, out.words[part]))
    starts, ends, parents, talk = out.start, out.end, out.parent, sample.discussion
    nodes: set[int] = set()
    word = hits.find(1)
    while word >= 0:
        text = bisect_right(out.texts, word)
        node = out.holders[text - 1]
        while node not in nodes and node >= 0 and ends[node] - starts[node] <= most and not talk[node]:
            nodes.add(node)
            node = parents[node]
        word = hits.find(1, out.texts[text]) if text < len(out.texts) else -1
    return sorted(node for node in nodes if hits.count(1, starts[node], ends[node]) >= least)


def steps_from_article(sample: TrainingSample, article: int | None) -> Callable[[int], int]:
    """How many steps one climbs from the article until a node is below: closeness in the tree."""
    if article is None:
        return lambda node: 0
    out = sample.outline
    above = [article, *out.ancestors(article)]

    def steps(node: int) -> int:
        for count, holder in enumerate(above):
            if holder <= node <= out.last[holder]:
                return count
        return len(above)

    return steps
