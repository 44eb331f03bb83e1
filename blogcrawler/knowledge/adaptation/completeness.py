"""Checks that an expression finds whole articles, not only their beginnings."""

from __future__ import annotations

from collections.abc import Sequence

from ...dom import Page, node_text, words
from ...extraction import generic_article
from ..language.expression import Expression

__all__ = ["finds_whole_article"]


def finds_whole_article(expression: Expression, pages: Sequence[Page]) -> bool:
    """Whether an expression finds whole articles, not only their beginnings, on most of these pages."""
    whole = 0
    for page in pages:
        found = [one for one in expression.find(page.tree)[:1] if not isinstance(one, str)]
        article = generic_article(page) if found else None
        size = len(set(words(article.text))) if article else 0
        whole += bool(found) and 2 * len(set(words(node_text(found[0])))) >= size
    return 2 * whole > len(pages)
