"""Verifying rules for the article: they are applied to training pages, and what fails there is repaired or dropped.

Learning decides on words and nodes; only applying a rule shows what cleaning makes of them. A rule's confidence is the
mean similarity of the articles that it reads to those that the feed gives, on pages where it finds one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, pairwise

from ....dom import words
from ...cleaning.cleaner import Cleaner
from ...numbered_sections import copy_with_sections
from ...readable_text import count_readable_words
from ...rules import ArticleRule
from ...training.article_labels import ArticleLabels
from ...training.sample import TrainingSample

__all__ = ["ArticleBounds", "VerificationParameters", "measure_rule", "verify_rules"]

_LabelledPage = tuple[TrainingSample, ArticleLabels]


@dataclass(frozen=True, slots=True)
class VerificationParameters:
    """How rules are verified."""

    #: Cleaning takes time: a rule is applied to no more pages than this, those first that it fits worst.
    max_pages: int = 4
    #: Cleaning has failed if it leaves less than this share of the similarity that the element has as a whole.
    min_kept_score: float = 0.7
    #: A simpler rule is better if its mean similarity is this much higher.
    min_gain: float = 0.03
    #: A rule with less than this share of the best rule's similarity is dropped.
    min_share_of_best: float = 0.5


_PARAMETERS = VerificationParameters()


@dataclass(frozen=True, slots=True)
class ArticleBounds:
    """The length of the shortest article in characters, and the most readable words around one."""

    shortest: int = 0
    others: int = 0


def verify_rules(
    labelled: Sequence[_LabelledPage], rules: Sequence[ArticleRule]
) -> tuple[list[ArticleRule], ArticleBounds]:
    """The rules that work on training pages, best first and repaired where necessary, and what articles look like."""
    known: dict[tuple[ArticleRule, tuple[int | None, ...]], ArticleRule] = {}  # several selectors find the same nodes
    verified: list[tuple[ArticleRule, int]] = []  # with the number of pages on which they find something
    bounds = ArticleBounds()
    for rule in rules:
        nodes = tuple(sample.selectors.node(rule.selector) for sample, _ in labelled)
        key = replace(rule, selector="", confidence=0.0), nodes
        if key not in known:
            known[key], found = _verify(labelled, rule, nodes)
            bounds = bounds if bounds.shortest else found
        verified.append((replace(known[key], selector=rule.selector), sum(node is not None for node in nodes)))
    most = max(rule.confidence for rule, _ in verified)
    right = max(rule.confidence * pages for rule, pages in verified)
    kept = [(rule, pages) for rule, pages in verified if rule.confidence >= _PARAMETERS.min_share_of_best * most]
    # A small difference says nothing: then the order in which they were learned counts.
    least = right - _PARAMETERS.min_gain * len(labelled)
    kept.sort(key=lambda found: found[0].confidence * found[1] < least)
    return [rule for rule, _ in kept], bounds


def measure_rule(labelled: Sequence[_LabelledPage], rule: ArticleRule) -> float:
    """The mean similarity of the articles that a rule reads to those of the feed, where it finds one."""
    nodes = [sample.selectors.node(rule.selector) for sample, _ in labelled]
    return _Trial(labelled, nodes).apply(rule)[0]


def _verify(
    labelled: Sequence[_LabelledPage], rule: ArticleRule, nodes: Sequence[int | None]
) -> tuple[ArticleRule, ArticleBounds]:
    """A rule with the confidence that was measured, in a simpler form if that works better."""
    trial = _Trial(labelled, nodes)
    best, score, bounds = rule, *trial.apply(rule)
    if trial.has_failed:
        for simpler in _simpler(rule):
            other_score, other_bounds = trial.apply(simpler)
            if other_score > score + _PARAMETERS.min_gain:
                best, score, bounds = simpler, other_score, other_bounds
    return replace(best, confidence=round(score, 4)), bounds


def _simpler(rule: ArticleRule) -> Iterator[ArticleRule]:
    """The rule without parts of what was learned about the inside of its element."""
    if rule.after or rule.until:
        yield replace(rule, after="", until="")
    if rule.drop or rule.phrases:
        yield replace(rule, drop=(), phrases=())
        yield replace(rule, after="", until="", drop=(), phrases=())


class _Trial:
    """The pages on which a rule is tried; its simpler forms find the same elements."""

    def __init__(self, labelled: Sequence[_LabelledPage], nodes: Sequence[int | None]) -> None:
        found = [
            (sample, labels, node, labels.scores(sample.outline)[node])
            for (sample, labels), node in zip(labelled, nodes, strict=True)
            if node is not None
        ]
        #: The pages, with the node and its similarity as a whole.
        self._pages = sorted(found, key=lambda page: page[3])[: _PARAMETERS.max_pages]
        self.has_failed = False

    def apply(self, rule: ArticleRule) -> tuple[float, ArticleBounds]:
        """The mean similarity of the articles that a rule reads to those of the feed, and what they look like."""
        cleaner, total = Cleaner(rule), 0.0
        shortest, others = 0, 0
        for sample, labels, node, whole in self._pages:
            page, title = sample.outline.page, sample.entry.title
            text = cleaner.clean(copy_with_sections(sample.outline.nodes[node]), page.base, title).text
            found = words(text)
            score = _similarity(found, self._wanted(sample, labels))
            self.has_failed = self.has_failed or score < _PARAMETERS.min_kept_score * whole
            total += score
            if text:
                shortest = min(shortest or len(text), len(text))
                others = max(others, count_readable_words(sample.outline) - len(found))
        return total / len(self._pages) if self._pages else 0.0, ArticleBounds(shortest, others)

    @staticmethod
    def _wanted(sample: TrainingSample, labels: ArticleLabels) -> list[str]:
        return sample.content if labels.full else list(compress(sample.outline.words, labels.good))


def _similarity(found: Sequence[str], wanted: Sequence[str]) -> float:
    """The Sørensen–Dice coefficient of the pairs of neighbouring words."""
    if min(len(found), len(wanted)) < 2:
        return float(list(found) == list(wanted))
    one, other = set(pairwise(found)), set(pairwise(wanted))
    return 2 * len(one & other) / (len(one) + len(other))
