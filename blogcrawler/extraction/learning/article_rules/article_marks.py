"""Learning the marks between which the article is: nodes that always come before it, or always after it."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ....dom import Selector
from ...training.sample import TrainingSample
from .interior_page import InteriorPage

__all__ = ["MarkParameters", "ends_at_headings", "find_marks"]


@dataclass(frozen=True, slots=True)
class MarkParameters:
    """When a node is a mark."""

    #: A mark must be on this share of the pages, and on at least this many.
    min_share: float = 0.8
    min_pages: int = 2
    #: No more than this share of the article's words may be on its far side.
    max_loss: float = 0.01


_PARAMETERS = MarkParameters()


def find_marks(pages: Sequence[InteriorPage]) -> tuple[Selector, Selector]:
    """The mark after which the article begins, and the one before which it ends; empty if there is none."""
    least = max(_PARAMETERS.min_pages, round(_PARAMETERS.min_share * len(pages)))
    counts: Counter[Selector] = Counter()
    for _, _, _, places in pages:
        counts.update(name for name in places if "@class" in name or "@id" in name)
    blanks = [_first_blanks(sample, node) for sample, _, node, _ in pages]
    best_after, best_until = ("", 0), ("", 0)
    for name, count in counts.items():
        if count >= least:
            before, behind = _words_cut_off(name, pages, blanks)
            best_after = max(best_after, (name, before), key=lambda mark: mark[1])
            best_until = max(best_until, (name, behind), key=lambda mark: mark[1])
    return best_after[0], best_until[0]


def _words_cut_off(
    name: Selector, pages: Sequence[InteriorPage], blanks: Sequence[dict[Selector, int]]
) -> tuple[int, int]:
    """The number of words before and after a mark on all pages; -1 if too many of them are the article's."""
    before = behind = 0
    for (sample, labels, node, places), blank in zip(pages, blanks, strict=True):
        if name not in places:
            continue
        out = sample.outline
        index = min(places[name][0], blank.get(name, len(out.tags)))
        if 2 * labels.within(out.start[index], out.end[index]) > out.size(index):  # a part of the article itself
            return -1, -1
        allowed = _PARAMETERS.max_loss * labels.total
        if before >= 0:
            lost = labels.within(out.start[node], out.end[index])
            before = before + out.end[index] - out.start[node] if lost <= allowed else -1
        if behind >= 0:
            lost = labels.within(out.start[index], out.end[node])
            behind = behind + out.end[node] - out.start[index] if lost <= allowed else -1
    return before, behind


def _first_blanks(sample: TrainingSample, node: int) -> dict[Selector, int]:
    """The first node without words below a node for each of its names: a selector would find it as the mark."""
    first: dict[Selector, int] = {}
    for names, indexes in sample.selectors.blank.items():
        for index in indexes[bisect_right(indexes, node) :][:1]:
            if index <= sample.outline.last[node]:
                for name in names:
                    first["." + name] = min(index, first.get("." + name, index))
    return first


def ends_at_headings(pages: Sequence[InteriorPage]) -> bool:
    """Whether the article ends at headings that announce comments or other posts."""
    found = False
    for sample, labels, node, _ in pages:
        out = sample.outline
        for first, last in sample.endings:
            if node < first <= out.last[node]:
                end = out.end[min(last, out.last[node])]
                if labels.within(out.start[first], end) > _PARAMETERS.max_loss * labels.total:
                    return False
                found = True
    return found
