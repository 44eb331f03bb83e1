"""Learning where the article is.

Every selector is scored on all training pages by the Sørensen–Dice coefficient of the words it finds and the words of
the article.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....dom import Selector, selector_cost
from ...rules import ArticleRule
from ...training.article_labels import ArticleLabels
from ...training.full_feed import label_pages
from ...training.sample import TrainingSample
from ..scoreboard import Scoreboard
from .article_interior import learn_interior
from .verification import ArticleBounds, measure_rule, verify_rules

__all__ = ["ArticleParameters", "learn_article", "learn_verified_article"]


@dataclass(frozen=True, slots=True)
class ArticleParameters:
    """Which nodes are candidates."""

    #: Nodes with less than this share of the best score on their page cannot win and are skipped for speed.
    min_share_of_best: float = 0.3
    #: A node with less than this share of the best score on its page is not the article.
    min_fit: float = 0.5
    #: Rules from the feed's few posts alone must read these better by this much than rules from all pages.
    min_lead: float = 0.01


_PARAMETERS = ArticleParameters()

_LabelledPage = tuple[TrainingSample, ArticleLabels]


def learn_article(samples: Sequence[TrainingSample], *, keep: int = 2) -> list[ArticleRule]:
    """The best rules for the article, best first."""
    return learn_verified_article(samples, keep=keep)[0]


def learn_verified_article(
    samples: Sequence[TrainingSample], *, keep: int = 2
) -> tuple[list[ArticleRule], ArticleBounds]:
    """The best rules for the article, best first, and what articles on the training pages look like."""
    labelled, full = label_pages(samples)
    if not labelled:
        return [], ArticleBounds()
    of_feed = [page for page in labelled if not page[0].entry.from_page]
    if 0 < len(of_feed) < len(labelled):
        return _learn_beside_feed(labelled, of_feed, keep, full=full)
    return _learn(labelled, labelled, keep, full=full)


def _learn_beside_feed(
    labelled: Sequence[_LabelledPage], of_feed: Sequence[_LabelledPage], keep: int, *, full: bool
) -> tuple[list[ArticleRule], ArticleBounds]:
    """Rules from the few posts of the feed and further pages, whose articles are inferred: whichever mixture of the two
    reads the posts of the feed best, and finds an article on the other pages, too."""
    mixtures = ((labelled, labelled), (of_feed, labelled), (of_feed, of_feed))
    learned = [_learn(places, interior, keep, full=full) for places, interior in mixtures]
    scores = [_score(rules[0], labelled, of_feed) if rules else 0.0 for rules, _ in learned]
    least = max(scores) - _PARAMETERS.min_lead
    return next(one for one, score in zip(learned, scores, strict=True) if score >= least)


def _score(rule: ArticleRule, labelled: Sequence[_LabelledPage], of_feed: Sequence[_LabelledPage]) -> float:
    """How similar the articles that a rule reads are to those of the feed, times the share of pages with one."""
    found = sum(sample.selectors.node(rule.selector) is not None for sample, _ in labelled)
    return measure_rule(of_feed, rule) * found / len(labelled)


def _learn(
    places: Sequence[_LabelledPage], labelled: Sequence[_LabelledPage], keep: int, *, full: bool
) -> tuple[list[ArticleRule], ArticleBounds]:
    """Verified rules for the article's place on some pages, and for what is inside it on others."""
    rules = _best_rules(places, keep)
    learned = learn_interior(labelled, rules, full=full)
    missed = [page for page in labelled if not _fits(page, rules[0])]
    if missed and len(missed) < len(labelled):  # pages in another template, or with an element before the article's
        learned += learn_interior(missed, _best_rules(missed, 1), full=full)
    return verify_rules(labelled, list(dict.fromkeys(learned)))


def _best_rules(labelled: Sequence[_LabelledPage], keep: int) -> list[ArticleRule]:
    board: Scoreboard[Selector, None] = Scoreboard()
    for sample, labels in labelled:
        board.pages += 1
        scores = labels.scores(sample.outline)
        least = _PARAMETERS.min_share_of_best * max(scores)
        for node, score in enumerate(scores):
            if score > least:
                for selector in sample.selectors.finding_first(node):
                    board.candidates[selector].score += score
    ranked = board.ranked(lambda selector, candidate: selector_cost(selector) - board.mean_score(candidate))
    return [ArticleRule(selector, round(board.mean_score(candidate), 4)) for selector, candidate in ranked[:keep]]


def _fits(page: _LabelledPage, rule: ArticleRule) -> bool:
    """Whether a rule finds the article of a page."""
    sample, labels = page
    node, scores = sample.selectors.node(rule.selector), labels.scores(sample.outline)
    return node is not None and scores[node] >= _PARAMETERS.min_fit * max(scores)
