"""Learning where the article stands.

Every selector is scored on all training pages together by the Sørensen–Dice coefficient of the words that
it finds and the words that are the article's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ...dom import Selector, selector_cost
from ..rules import ArticleRule
from ..training.article_labels import label_pages
from ..training.sample import TrainingSample
from .article_interior import learn_interior

__all__ = ["learn_article"]

#: Nodes that have less than this share of the best score on their page are not asked.
_CANDIDATE = 0.3


def learn_article(found: Sequence[TrainingSample], *, keep: int = 2) -> list[ArticleRule]:
    """The best rules for the article, best first."""
    labelled, full = label_pages(found)
    if not labelled:
        return []
    sums: defaultdict[Selector, float] = defaultdict(float)
    for sample, labels in labelled:
        scores = labels.scores(sample.outline)
        least = _CANDIDATE * max(scores)
        for node, score in enumerate(scores):
            if score > least:
                for selector in sample.selectors.finding(node):
                    sums[selector] += score
    ranked = sorted(sums, key=lambda s: selector_cost(s) - sums[s] / len(labelled))
    rules = [ArticleRule(selector, round(sums[selector] / len(labelled), 4)) for selector in ranked[:keep]]
    return learn_interior(labelled, rules, full=full)
