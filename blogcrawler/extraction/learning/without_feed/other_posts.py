"""Recognising rules that read a comment or a teaser of another post instead of the post itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from ....dom import is_in_repeated_rows, links_to_comment
from ...rules import FieldRule
from ...training.sample import TrainingSample

__all__ = ["is_of_others"]

#: Number of pages to check; the template is the same on all of them.
_MAX_PAGES = 8


def is_of_others(
    rule: FieldRule,
    samples: Sequence[TrainingSample],
    articles: Sequence[int | None],
    is_similar: Callable[[str], bool],
    more: int = 1,
) -> bool:
    """Whether a rule finds, on some page, one of several similar things in a row: that of a comment or another post.

    ``more`` is the length of text beside it that makes such a thing part of a row.
    """
    for sample, article in islice(zip(samples, articles, strict=True), _MAX_PAGES):
        node = sample.selectors.node(rule.selector)
        if node is not None:
            out = sample.outline
            element = out.nodes[node]
            around_article = () if article is None else (article, *out.ancestors(article))
            if links_to_comment(element) or is_in_repeated_rows(
                element, is_similar, {out.nodes[above] for above in around_article}, more
            ):
                return True
    return False
