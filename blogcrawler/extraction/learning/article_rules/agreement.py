"""Choosing the rule for the article if the learner has too little: the candidate with which the others agree most.

The candidates are what the learner found, SIGFEED, and FOREST with keywords of the feed and of the pages. Each is weak
with few pages, or with a feed that says it in other words; but they err in different ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ....dom import Selector, selector_cost
from ....items import Provenance
from ...rules import ArticleRule
from ...training.article_labels import label_partial
from ...training.sample import TrainingSample
from .article_interior import learn_interior
from .forest import learn_forest
from .sigfeed import sigfeed

__all__ = ["choose_by_agreement", "has_too_little", "learn_sigfeed"]

#: The feed's texts are on fewer pages than this: too few to rely on if none of them is found there as it is.
_MIN_PAGES = 4
#: A feed's text is on its page if this share of it is.
_MIN_ANCHOR_SHARE = 0.3


def has_too_little(samples: Sequence[TrainingSample], learned: Sequence[ArticleRule]) -> bool:
    """Whether the learner found nothing, or had only a few pages without the words of the feed."""
    said = [sample for sample in samples if len(sample.content) > 1]
    is_found = any(sample.anchor.share > _MIN_ANCHOR_SHARE for sample in said)
    return not learned or (bool(said) and len(samples) < _MIN_PAGES and not is_found)


def choose_by_agreement(samples: Sequence[TrainingSample], learned: Sequence[ArticleRule]) -> list[ArticleRule]:
    """The rules of the method that agrees most with the others; of equals, the first: learner, SIGFEED, FOREST."""
    has_text = any(sample.content for sample in samples)
    methods = [
        list(learned),
        learn_sigfeed(samples) if has_text else [],
        learn_forest(samples, keywords="feed") if has_text else [],
        learn_forest(samples),
    ]
    candidates = [rules for rules in methods if rules]
    nodes = [[_first_node(sample, rules) for sample in samples] for rules in candidates]
    scores = [
        sum(_overlap(samples, one, other) for number, other in enumerate(nodes) if number != place)
        for place, one in enumerate(nodes)
    ]
    return candidates[scores.index(max(scores))] if candidates else []


def learn_sigfeed(samples: Sequence[TrainingSample]) -> list[ArticleRule]:
    """A rule for the nodes that SIGFEED finds on most pages."""
    votes: Counter[Selector] = Counter()
    for sample in samples:
        node = sigfeed(sample) if sample.content else None
        if node is not None:
            votes.update(sample.selectors.finding_first(node))
    if not votes:
        return []
    best = min(votes, key=lambda selector: (-votes[selector], selector_cost(selector), selector))
    rule = ArticleRule(best, round(votes[best] / len(samples), 4), source=Provenance.SIGFEED)
    labelled = [(sample, label_partial(sample)) for sample in samples]
    return learn_interior([(sample, labels) for sample, labels in labelled if labels.total], [rule], full=False)


def _first_node(sample: TrainingSample, rules: Sequence[ArticleRule]) -> int | None:
    return next((node for rule in rules if (node := sample.selectors.node(rule.selector)) is not None), None)


def _overlap(samples: Sequence[TrainingSample], one: Sequence[int | None], other: Sequence[int | None]) -> float:
    """The sum, over all pages, of the Dice coefficient of the words in two nodes."""
    total = 0.0
    for sample, left, right in zip(samples, one, other, strict=True):
        if left is None or right is None:
            continue
        out = sample.outline
        shared = min(out.end[left], out.end[right]) - max(out.start[left], out.start[right])
        total += 2 * max(0, shared) / max(1, out.size(left) + out.size(right))
    return total
