"""Whether what was found can be an article, and no mere beginning of it."""

from __future__ import annotations

from collections.abc import Sequence

from ...dom import Page, node_text, words
from ...extraction import generic_article
from ..language.expression import Expression

__all__ = ["is_whole"]


def is_whole(expression: Expression, pages: Sequence[Page]) -> bool:
    """Whether what an expression finds is no mere beginning of the article, on most of these pages."""
    whole = 0
    for page in pages:
        found = [one for one in expression.find(page.tree)[:1] if not isinstance(one, str)]
        article = generic_article(page) if found else None
        size = len(set(words(article.text))) if article else 0
        whole += bool(found) and 2 * len(set(words(node_text(found[0])))) >= size
    return 2 * whole > len(pages)
