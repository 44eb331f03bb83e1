"""FOREST: finding the article of pages that share a template by keywords, without a feed.

After M. Oita and P. Senellart, "FOREST: Focused Object Retrieval by Exploiting Significant Tag paths" (thesis
of M. Oita, 2012, chapter 2, Algorithms 2 to 4): keywords of each page by tf-idf (or of its feed item), structural
patterns of all nodes above them, and the pattern with the highest relevance: informativeness J × U, times its
occurrences, times its level. COVERAGE ranks by the keywords that are covered instead; it is the baseline.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from ....dom import Page, Selector, words
from ....items import FeedEntry, Provenance
from ...rules import ArticleRule
from ...training.article_labels import label_partial
from ...training.sample import TrainingSample, html_text
from ...training.training_set import training_samples
from ..scoreboard import Candidate, Scoreboard
from .article_interior import learn_interior
from .published_patterns import published_patterns
from .sigfeed import is_stop_word

__all__ = ["PUBLISHED_FOREST", "ForestParameters", "coverage_rules", "forest_rules", "informativeness", "learn_forest"]


@dataclass(frozen=True, slots=True)
class ForestParameters:
    """Which words are keywords, and how patterns are ranked. :data:`PUBLISHED_FOREST` is the thesis' algorithm."""

    #: Number of keywords per page, as in the paper.
    keywords: int = 10
    #: Shorter words in Latin script are mostly articles and prepositions.
    min_word_length: int = 3
    #: Whether J, the density of keywords, and U, their unexpectedness, count.
    density: bool = True
    unexpectedness: bool = True
    #: Beyond the thesis: keywords are not taken from the template, menus and comments, nor stop words from the feed.
    own_words: bool = True
    #: Beyond the thesis: what is in the article's element but not in the article is learned, too.
    interior: bool = True
    #: Beyond the thesis: several selectors for each element, instead of its tag with all attributes.
    own_selectors: bool = True


_PARAMETERS = ForestParameters()
PUBLISHED_FOREST = ForestParameters(own_words=False, interior=False, own_selectors=False)

_Weights = dict[str, float]
#: A selector and the level of its node in the tree.
_Pattern = tuple[Selector, int]


def informativeness(
    x: int, y: int, all_x: int, all_y: int, *, density: bool = True, unexpectedness: bool = True
) -> float:
    """J × U (formulas 2.2 to 2.4) of a node with ``x`` keywords among ``x + y`` words, on a page with ``all_x``
    among ``all_x + all_y``; without ``density`` or ``unexpectedness``, the other factor alone."""
    n = x + y
    if not n or not all_x or not all_y:
        return 0.0
    j = max(0.0, (x + 0.5 - math.sqrt((x + 0.5) * (y + 0.5) / n)) / (n + 1)) if density else 1.0
    u = n * math.log(all_x + all_y) - x * math.log(all_x) - y * math.log(all_y) if unexpectedness else 1.0
    return j * u


def forest_rules(
    pages: Iterable[tuple[FeedEntry, Page]],
    *,
    keywords: str = "tf-idf",
    keep: int = 3,
    parameters: ForestParameters = _PARAMETERS,
) -> list[ArticleRule]:
    """Rules for the article, best first; ``keywords`` come from the pages (``tf-idf``) or the ``feed``."""
    return learn_forest(training_samples(pages), keywords=keywords, keep=keep, parameters=parameters)


def learn_forest(
    samples: Sequence[TrainingSample],
    *,
    keywords: str = "tf-idf",
    keep: int = 1,
    parameters: ForestParameters = _PARAMETERS,
) -> list[ArticleRule]:
    """The same for training samples."""
    measure = partial(_by_informativeness, parameters=parameters)
    return _rules(samples, _keywords(samples, keywords, parameters), measure, keep, parameters)


def coverage_rules(
    pages: Iterable[tuple[FeedEntry, Page]], *, keep: int = 1, parameters: ForestParameters = _PARAMETERS
) -> list[ArticleRule]:
    """The baseline: the pattern that covers the keywords best."""
    samples = training_samples(pages)
    keywords = _keywords(samples, "tf-idf", parameters)
    return _rules(samples, keywords, _by_coverage, keep, parameters)


def _terms(text: Sequence[str], least: int) -> list[str]:
    """The words that may be keywords; the others are replaced by empty strings."""
    return [word if len(word) >= least or not word.isascii() else "" for word in text]


def _keywords(samples: Sequence[TrainingSample], source: str, parameters: ForestParameters) -> list[_Weights]:
    """For each page, its keywords with their weights."""
    if source == "feed":
        texts = [[*s.title, *words(html_text(s.entry.content_html or s.entry.summary_html))] for s in samples]
    else:
        texts = [_own_words(sample) if parameters.own_words else sample.outline.words for sample in samples]
    is_idle = is_stop_word if source == "feed" and parameters.own_words else (lambda term: False)
    counts = [
        Counter(term for term in _terms(text, parameters.min_word_length) if term and not is_idle(term))
        for text in texts
    ]
    pages = Counter(term for count in counts for term in count)
    total = len(samples)
    chosen = []
    for count in counts:
        weight = {term: n * math.log((total + 1) / pages[term]) for term, n in count.items()}
        chosen.append(dict(sorted(weight.items(), key=lambda item: -item[1])[: parameters.keywords]))
    return chosen


def _own_words(sample: TrainingSample) -> list[str]:
    """The words of a page without its template and what is noise by name, such as menus and comments."""
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


def _by_informativeness(sample: TrainingSample, weights: _Weights, parameters: ForestParameters) -> list[float]:
    is_keyword = [term in weights for term in _terms(sample.outline.words, parameters.min_word_length)]
    prefix = [0, *accumulate(is_keyword)]
    all_x = prefix[-1]
    all_y = len(is_keyword) - all_x
    out = sample.outline
    values = []
    for start, end in zip(out.start, out.end, strict=True):
        x = prefix[end] - prefix[start]
        values.append(
            informativeness(
                x,
                end - start - x,
                all_x,
                all_y,
                density=parameters.density,
                unexpectedness=parameters.unexpectedness,
            )
        )
    return values


def _by_coverage(sample: TrainingSample, weights: _Weights) -> list[float]:
    out = sample.outline
    total = sum(weights.values()) or 1.0
    return [
        sum(weights[term] for term in weights.keys() & set(out.words[start:end])) / total
        for start, end in zip(out.start, out.end, strict=True)
    ]


def _rules(
    samples: Sequence[TrainingSample],
    keywords: Sequence[_Weights],
    measure: Callable[[TrainingSample, _Weights], list[float]],
    keep: int,
    parameters: ForestParameters,
) -> list[ArticleRule]:
    """Rank the structural patterns by formula 2.5 or 2.7 and turn the best into rules."""
    board = _score_patterns(samples, keywords, measure, own_selectors=parameters.own_selectors)

    def relevance(pattern: _Pattern, candidate: Candidate[None]) -> tuple[float, int]:
        selector, level = pattern
        return -candidate.score * len(candidate.evidence) * level, len(selector)

    occurrences: dict[Selector, int] = {}
    for (selector, _), candidate in board.ranked(relevance):
        occurrences[selector] = max(occurrences.get(selector, 0), len(candidate.evidence))
    rules = [
        ArticleRule(selector, round(count / board.pages, 4), source=Provenance.FOREST)
        for selector, count in list(occurrences.items())[:keep]
    ]
    if not parameters.interior:
        return rules
    labelled = [(sample, label_partial(sample)) for sample in samples]
    return learn_interior([(sample, labels) for sample, labels in labelled if labels.total], rules, full=False)


def _score_patterns(
    samples: Sequence[TrainingSample],
    keywords: Sequence[_Weights],
    measure: Callable[[TrainingSample, _Weights], list[float]],
    *,
    own_selectors: bool,
) -> Scoreboard[_Pattern, None]:
    board: Scoreboard[_Pattern, None] = Scoreboard()
    for sample, weights in zip(samples, keywords, strict=True):
        board.pages += 1
        levels = _levels(sample)
        patterns = sample.selectors.finding_first if own_selectors else published_patterns(sample.outline).__getitem__
        for node, value in enumerate(measure(sample, weights)):
            for selector in patterns(node) if value > 0 else ():
                candidate = board.candidates[selector, levels[node]]
                candidate.score += value
                candidate.evidence.append(None)
    return board
