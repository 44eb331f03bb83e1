"""FOREST: the article of pages that share a template, found by keywords; no feed is needed.

After M. Oita and P. Senellart, "FOREST: Focused Object Retrieval by Exploiting Significant Tag paths" (thesis
of M. Oita, 2012, chapter 2, Algorithms 2 to 4): keywords of each page by tf-idf (or of its feed item), structural
patterns of all nodes above them, and the pattern with the highest relevance: informativeness J × U, times its
occurrences, times its level. COVERAGE ranks by the keywords that are covered instead; it is the baseline.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from ...dom import Page, Selector, words
from ...items import FeedEntry, Provenance
from ..rules import ArticleRule
from ..training.article_labels import label_partial
from ..training.sample import TrainingSample, html_text
from ..training.training_set import training_samples
from .article_interior import learn_interior

__all__ = ["coverage_rules", "forest_rules", "informativeness", "learn_forest"]

#: The paper's setting: so many keywords a page.
_KEYWORDS = 10
_SHORTEST = 3

_Weights = dict[str, float]


def informativeness(x: int, y: int, all_x: int, all_y: int) -> float:
    """J × U (formulas 2.2 to 2.4) of a node with ``x`` keywords among ``x + y`` words, of a page with ``all_x``
    among ``all_x + all_y``."""
    n = x + y
    if not n or not all_x or not all_y:
        return 0.0
    density = max(0.0, (x + 0.5 - math.sqrt((x + 0.5) * (y + 0.5) / n)) / (n + 1))
    unexpected = n * math.log(all_x + all_y) - x * math.log(all_x) - y * math.log(all_y)
    return density * unexpected


def forest_rules(
    pages: Iterable[tuple[FeedEntry, Page]], *, keywords: str = "tf-idf", keep: int = 3
) -> list[ArticleRule]:
    """Rules for the article, best first; ``keywords`` come from the pages (``tf-idf``) or the ``feed``."""
    return learn_forest(training_samples(pages), keywords=keywords, keep=keep)


def learn_forest(found: Sequence[TrainingSample], *, keywords: str = "tf-idf", keep: int = 1) -> list[ArticleRule]:
    """The same on pages that are flattened already."""
    return _rules(found, _signifiers(found, keywords), _by_informativeness, keep)


def coverage_rules(pages: Iterable[tuple[FeedEntry, Page]], *, keep: int = 1) -> list[ArticleRule]:
    """The baseline: the pattern that covers the keywords best."""
    found = training_samples(pages)
    return _rules(found, _signifiers(found, "tf-idf"), _by_coverage, keep)


def _terms(stream: Sequence[str]) -> list[str]:
    return [word if len(word) >= _SHORTEST or not word.isascii() else "" for word in stream]


def _signifiers(found: Sequence[TrainingSample], source: str) -> list[_Weights]:
    """For each page its keywords with their weights."""
    if source == "feed":
        texts = [[*s.title, *words(html_text(s.entry.content_html or s.entry.summary_html))] for s in found]
    else:
        texts = [_own_words(sample) for sample in found]
    counts = [Counter(term for term in _terms(text) if term) for text in texts]
    pages = Counter(term for count in counts for term in count)
    total = len(found)
    chosen = []
    for count in counts:
        weight = {term: n * math.log((total + 1) / pages[term]) for term, n in count.items()}
        chosen.append(dict(sorted(weight.items(), key=lambda item: -item[1])[:_KEYWORDS]))
    return chosen


def _own_words(sample: TrainingSample) -> list[str]:
    """The words of a page that do not stand in what calls itself a menu or a comment."""
    return [
        word
        for block, repeated in zip(sample.outline.blocks, sample.repeated, strict=True)
        if not repeated and not sample.noisy[block.node]
        for word in sample.outline.words[block.start : block.end]
    ]


def _levels(sample: TrainingSample) -> list[int]:
    levels: list[int] = []
    for above in sample.outline.parent:
        levels.append(levels[above] + 1 if above >= 0 else 1)
    return levels


def _by_informativeness(sample: TrainingSample, weights: _Weights) -> list[float]:
    marks = [term in weights for term in _terms(sample.outline.words)]
    prefix = [0, *accumulate(marks)]
    all_x = prefix[-1]
    all_y = len(marks) - all_x
    out = sample.outline
    values = []
    for start, end in zip(out.start, out.end, strict=True):
        x = prefix[end] - prefix[start]
        values.append(informativeness(x, end - start - x, all_x, all_y))
    return values


def _by_coverage(sample: TrainingSample, weights: _Weights) -> list[float]:
    out = sample.outline
    total = sum(weights.values()) or 1.0
    return [
        sum(weights[term] for term in weights.keys() & set(out.words[start:end])) / total
        for start, end in zip(out.start, out.end, strict=True)
    ]


def _rules(
    found: Sequence[TrainingSample],
    signifiers: Sequence[_Weights],
    measure: Callable[[TrainingSample, _Weights], list[float]],
    keep: int,
) -> list[ArticleRule]:
    """Rank the structural patterns (a selector on a level) by formula 2.5 or 2.7."""
    sums: defaultdict[tuple[Selector, int], float] = defaultdict(float)
    counts: Counter[tuple[Selector, int]] = Counter()
    for sample, weights in zip(found, signifiers, strict=True):
        values = measure(sample, weights)
        levels = _levels(sample)
        for node, value in enumerate(values):
            for selector in sample.selectors.finding(node) if value > 0 else ():
                pattern = (selector, levels[node])
                sums[pattern] += value
                counts[pattern] += 1
    ranked = sorted(sums, key=lambda p: (-sums[p] * counts[p] * p[1], len(p[0])))
    labelled = [(sample, label_partial(sample)) for sample in found]
    labelled = [(sample, labels) for sample, labels in labelled if labels.total]
    rules = []
    for selector in dict.fromkeys(selector for selector, _ in ranked):
        share = max(counts[p] for p in counts if p[0] == selector) / len(found)
        rules.append(ArticleRule(selector, round(share, 4), source=Provenance.FOREST))
        if len(rules) == keep:
            break
    return learn_interior(labelled, rules, full=False)
