"""Learning where the article is.

Every selector is scored on all training pages by the Sørensen–Dice coefficient of the words it finds and the words of
the article.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....dom import Selector, selector_cost
from ...rules import ArticleRule
from ...training.full_feed import label_pages
from ...training.sample import TrainingSample
from ..scoreboard import Scoreboard
from .article_interior import learn_interior

__all__ = ["ArticleParameters", "learn_article"]


@dataclass(frozen=True, slots=True)
class ArticleParameters:
    """Which nodes are candidates."""

    #: Nodes with less than this share of the best score on their page cannot win and are skipped for speed.
    min_share_of_best: float = 0.3


_PARAMETERS = ArticleParameters()


def learn_article(samples: Sequence[TrainingSample], *, keep: int = 2) -> list[ArticleRule]:
    """The best rules for the article, best first."""
    labelled, full = label_pages(samples)
    if not labelled:
        return []
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
    rules = [ArticleRule(selector, round(board.mean_score(candidate), 4)) for selector, candidate in ranked[:keep]]
    return learn_interior(labelled, rules, full=full)
