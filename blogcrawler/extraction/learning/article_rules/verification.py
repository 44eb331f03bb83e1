"""Verifying rules for the article: they are applied to training pages, and what fails there is repaired or dropped.

Learning decides on words and nodes; only applying a rule shows what cleaning makes of them. A rule's confidence is the
mean similarity of the articles that it reads to those that the feed gives, on pages where it finds one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
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
    references = [_Reference(*page) for page in labelled]
    bounds = ArticleBounds()
    for rule in rules:
        nodes = tuple(sample.selectors.node(rule.selector) for sample, _ in labelled)
        key = replace(rule, selector="", confidence=0.0), nodes
        if key not in known:
            known[key], found = _verify(references, rule, nodes)
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
    return _Trial([_Reference(*page) for page in labelled], nodes).apply(rule)[0]


def _verify(
    references: Sequence[_Reference], rule: ArticleRule, nodes: Sequence[int | None]
) -> tuple[ArticleRule, ArticleBounds]:
    """A rule with the confidence that was measured, in a simpler form if that works better."""
    trial = _Trial(references, nodes)
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


class _Reference:
    """A training page with what the article of a rule is compared with, read once for all rules."""

    def __init__(self, sample: TrainingSample, labels: ArticleLabels) -> None:
        self.sample = sample
        self.labels = labels

    @cached_property
    def pairs(self) -> Set[tuple[str, str]] | None:
        """The pairs of neighbouring words of the feed's text, or ``None`` if it is too short."""
        return _pairs(self.wanted)

    @cached_property
    def wanted(self) -> list[str]:
        """The words that the feed gives."""
        sample, labels = self.sample, self.labels
        return sample.content if labels.full else list(compress(sample.outline.words, labels.good))

    @cached_property
    def readable_words(self) -> int:
        """The number of words of the page outside of noise."""
        return count_readable_words(self.sample.outline)

    def similarity(self, found: list[str]) -> float:
        """The Sørensen–Dice coefficient of the pairs of neighbouring words."""
        if found == self.wanted:
            return 1.0
        one, other = _pairs(found), self.pairs
        if one is None or other is None:
            return 0.0
        return 2 * len(one & other) / (len(one) + len(other))


class _Trial:
    """The pages on which a rule is tried; its simpler forms find the same elements."""

    def __init__(self, references: Sequence[_Reference], nodes: Sequence[int | None]) -> None:
        found = [
            (page, node, page.labels.scores(page.sample.outline)[node])
            for page, node in zip(references, nodes, strict=True)
            if node is not None
        ]
        #: The pages, with the node and its similarity as a whole.
        self._pages = sorted(found, key=lambda page: page[2])[: _PARAMETERS.max_pages]
        self.has_failed = False

    def apply(self, rule: ArticleRule) -> tuple[float, ArticleBounds]:
        """The mean similarity of the articles that a rule reads to those of the feed, and what they look like."""
        cleaner, total = Cleaner(rule), 0.0
        shortest, others = 0, 0
        for reference, node, whole in self._pages:
            sample = reference.sample
            page, title = sample.outline.page, sample.entry.title
            text = cleaner.clean_text(copy_with_sections(sample.outline.nodes[node]), page.base, title)
            found = words(text)
            score = reference.similarity(found)
            self.has_failed = self.has_failed or score < _PARAMETERS.min_kept_score * whole
            total += score
            if text:
                shortest = min(shortest or len(text), len(text))
                others = max(others, reference.readable_words - len(found))
        return total / len(self._pages) if self._pages else 0.0, ArticleBounds(shortest, others)


def _pairs(found: Sequence[str]) -> Set[tuple[str, str]] | None:
    """The pairs of neighbouring words; ``None`` if there are none."""
    return set(pairwise(found)) if len(found) >= 2 else None
