"""Learning where the article stands, and what inside its node is not part of it.

Every selector is scored on all training pages together by the Sørensen–Dice coefficient of the words
that it finds and the words that are known (full feeds) or believed (partial feeds) to be the article's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from .outline import Outline
from .rules import ArticleRule
from .samples import Sample
from .selectors import Selector, own_names, selector_cost

__all__ = ["feed_is_full", "label_full", "label_partial", "learn_article"]

#: A node in the article's node is taken for noise if less than this share of its words is the article's.
_NOISE_SHARE = 0.15


@dataclass(slots=True)
class Labels:
    """For one page, which words are the article's (1) and how many the article has in all."""

    good: bytearray
    total: int
    prefix: list[int] = field(default_factory=list)
    visible: list[int] = field(default_factory=list)

    def count(self, sample: Sample) -> None:
        """Build the prefix sums that answer for any node in constant time."""
        out = sample.out
        clean = bytearray(len(out.words))
        for block in out.blocks:
            if not sample.noisy[block.node]:
                clean[block.start : block.end] = b"\1" * (block.end - block.start)
        for index, good in enumerate(self.good):
            if good:
                clean[index] = 1
        self.prefix = [0, *accumulate(self.good)]
        self.visible = [0, *accumulate(clean)]

    def score(self, out: Outline, node: int) -> float:
        """Dice of the node's words and the article's; words in noise by name do not count against it."""
        start, end = out.start[node], out.end[node]
        good = self.prefix[end] - self.prefix[start]
        size = self.visible[end] - self.visible[start]
        total = self.total
        return 2 * min(good, total) / (size + total) if total else 0.0


def label_full(sample: Sample) -> Labels:
    """The feed has the whole article: its words are those whose pairs the feed has."""
    hits = sample.anchor.hits
    good = bytearray(len(hits))
    for index, hit in enumerate(hits):
        if hit:
            good[index] = 1
            good[index + 1] = 1
    # A single foreign occurrence of "in the" does not make a block part of the article.
    for block in sample.out.blocks:
        share = sum(good[block.start : block.end])
        if share < 0.5 * (block.end - block.start):
            good[block.start : block.end] = bytes(block.end - block.start)
    labels = Labels(good, len(sample.content))
    labels.count(sample)
    return labels


def label_partial(sample: Sample) -> Labels:
    """The feed has a teaser: the article begins where it stands and goes on in text of the page's own."""
    out = sample.out
    hits = sample.anchor.hits
    begin = sample.anchor.start if sample.anchor.share > 0.3 else _after_title(sample)
    good = bytearray(len(hits))
    total = 0
    for block, repeated in zip(out.blocks, sample.repeated, strict=True):
        size = block.end - block.start
        if block.end <= begin or repeated or sample.noisy[block.node] or block.linked > 0.5 * size:
            continue
        good[block.start : block.end] = b"\1" * size
        total += size
    labels = Labels(good, total)
    labels.count(sample)
    return labels


def _after_title(sample: Sample) -> int:
    """Where the title ends on the page, 0 if it is not there: the best guess without any text."""
    title = sample.title
    for block in sample.out.blocks:
        if title and sample.out.words[block.start : block.end] == title and block.linked == 0:
            return block.end
    return 0


def feed_is_full(found: Sequence[Sample]) -> bool:
    """Whether the feed carries whole articles rather than teasers.

    A teaser ends in the midst of a paragraph, or leaves out most of the text of the page's own that
    follows it in the same node.
    """
    votes = 0.0
    for sample in found:
        if len(sample.content) < 2:
            votes -= 0.5
            continue
        votes += _fullness(sample)
    return votes > 0


def _fullness(sample: Sample) -> float:
    out = sample.out
    hits, start, end = sample.anchor.hits, sample.anchor.start, sample.anchor.end
    if sample.anchor.share < 0.5:
        return 0.0  # not on this page at all: says nothing
    tail = end - 1
    while tail > start and not hits[tail - 1]:
        tail -= 1
    for block in out.blocks:
        if block.start < tail < block.end - 2 and block.end - tail > 0.1 * (block.end - block.start):
            return -1.0  # ends in the midst of a block
    # the text of the page's own that follows in the node that holds the feed's text and its next neighbours
    first = next((b for b in out.blocks if b.end > start), None)
    if first is None:
        return 0.0
    labels = label_partial(sample)
    own = labels.total
    return 1.0 if own < 1.6 * len(sample.content) else 0.25 if own < 3 * len(sample.content) else -0.5


def learn_article(found: Sequence[Sample], *, keep: int = 3) -> list[ArticleRule]:
    """The best rules for the article, best first."""
    full = feed_is_full(found)
    labelled = [(sample, label_full(sample) if full else label_partial(sample)) for sample in found]
    labelled = [(s, labels) for s, labels in labelled if labels.total and any(labels.good)]
    if not labelled:
        return []
    sums: defaultdict[Selector, float] = defaultdict(float)
    for sample, labels in labelled:
        scores = [labels.score(sample.out, node) for node in range(len(sample.out.nodes))]
        for selector, node in sample.first.items():
            if scores[node] > 0.05:
                sums[selector] += scores[node]
    ranked = sorted(sums, key=lambda s: selector_cost(s) - sums[s] / len(labelled))
    rules = []
    for selector in ranked[:keep]:
        drop, spare = _inside(labelled, selector, full=full)
        rules.append(ArticleRule(selector, round(sums[selector] / len(labelled), 4), tuple(drop), tuple(spare)))
    return rules


@dataclass(slots=True)
class _Tally:
    """What the nodes that a name finds inside the article's node hold, over all training pages."""

    words: int = 0
    good: int = 0
    pages: int = 0
    noisy: bool = False


def _inside(
    labelled: Sequence[tuple[Sample, Labels]], selector: Selector, *, full: bool
) -> tuple[list[Selector], list[Selector]]:
    """What to drop inside the article's node, and what to spare though its name speaks against it."""
    tallies: defaultdict[Selector, _Tally] = defaultdict(_Tally)
    holders: list[tuple[Sample, Labels, dict[Selector, list[int]]]] = []
    for sample, labels in labelled:
        node = sample.first.get(selector)
        if node is None:
            continue
        places: dict[Selector, list[int]] = {}
        for index, name in _names_inside(sample, node):
            places.setdefault(name, []).append(index)
        holders.append((sample, labels, places))
        for name, indexes in places.items():
            tally = tallies[name]
            tally.pages += 1
            for index in indexes:
                tally.words += sample.out.size(index)
                tally.good += labels.prefix[sample.out.end[index]] - labels.prefix[sample.out.start[index]]
                tally.noisy = tally.noisy or sample.noisy[index]
    least = max(2, round(0.3 * len(holders)))
    bad = {
        name
        for name, tally in tallies.items()
        if tally.words
        and tally.good < _NOISE_SHARE * tally.words
        and (tally.pages >= (least if name.startswith(".//") else max(3, round(0.8 * len(holders)))))
    }
    spare = [
        name
        for name, tally in tallies.items()
        if full and tally.noisy and name.startswith(".//") and tally.words and tally.good > 0.5 * tally.words
    ]
    return _fewest(bad, holders), spare


def _names_inside(sample: Sample, node: int) -> Iterator[tuple[int, Selector]]:
    """The nodes below a node, by their own names and, near the top, by their place."""
    out = sample.out
    counts: dict[tuple[int, str], int] = {}
    paths = {node: "."}
    for index in range(node + 1, out.last[node] + 1):
        element = out.nodes[index]
        for name in own_names(element):
            yield index, "." + name
        above = out.parent[index]
        if above in paths:
            key = (above, element.tag)
            counts[key] = position = counts.get(key, 0) + 1
            path = f"{paths[above]}/{element.tag}[{position}]"
            yield index, path
            if path.count("/") < 2:
                paths[index] = path


def _fewest(bad: set[Selector], holders: Sequence[tuple[Sample, Labels, dict[Selector, list[int]]]]) -> list[Selector]:
    """The fewest of the names that drop all that the names drop together, names before places."""

    def weight(name: Selector) -> tuple[int, float]:
        words = sum(s.out.size(i) for s, _, places in holders for i in places.get(name, ()))
        return (not name.startswith(".//"), -words)

    chosen: list[Selector] = []
    covered: list[set[int]] = [set() for _ in holders]
    for name in sorted(bad, key=weight):
        fresh = False
        for (sample, _, places), done in zip(holders, covered, strict=True):
            for index in places.get(name, ()):
                if index not in done and sample.out.size(index):
                    fresh = True
                    done.update(range(index, sample.out.last[index] + 1))
        if fresh:
            chosen.append(name)
    return chosen
