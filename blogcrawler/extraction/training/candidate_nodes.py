"""The nodes that may hold a short field: small, and not in the comments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container

from .sample import MAX_SMALL_NODE_WORDS, TrainingSample

__all__ = ["small_nodes", "steps_from_article"]


def small_nodes(sample: TrainingSample, most: int, wanted: Container[str] | None = None, least: int = 1) -> list[int]:
    """The nodes outside of comments with at most ``most`` words; with at least ``least`` ``wanted`` words, if given."""
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
    """A function that counts the steps up the tree from the article to the first element that holds a node."""
    if article is None:
        return lambda node: 0
    out = sample.outline
    ancestors = [article, *out.ancestors(article)]

    def steps(node: int) -> int:
        for count, above in enumerate(ancestors):
            if above <= node <= out.last[above]:
                return count
        return len(ancestors)

    return steps
