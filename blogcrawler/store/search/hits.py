"""Turns a post that was found into a hit: chooses the article or a comment, and the snippet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..search_interface import SearchHit
from .documents import comments_of
from .snippets import TermMatcher

__all__ = ["hit_of"]


def hit_of(row: Mapping[str, Any], matcher: TermMatcher, where: str) -> SearchHit:
    """The hit for a row of the table ``posts``."""
    comment = _best_comment(row, matcher, where)
    return SearchHit(
        row["url"],
        row["blog"],
        row["title"],
        tuple(map(str, row["authors"])),
        row["published"],
        row["language"],
        tuple(map(str, row["tags"])),
        matcher.snippet(row["text"] if comment is None else comment.get("text") or ""),
        None if comment is None else comment.get("id"),
    )


def _best_comment(row: Mapping[str, Any], matcher: TermMatcher, where: str) -> Mapping[str, Any] | None:
    """The comment with the most terms, if it has more of them than the article."""
    least = 0
    if where != "comments":
        article = "\n".join((row["title"] or "", *map(str, row["authors"]), *map(str, row["tags"]), row["text"]))
        least = matcher.count(article)
    if where == "posts" or least == matcher.number:
        return None
    counted = [(matcher.count(f"{one.get('author') or ''}\n{one.get('text') or ''}"), one) for one in comments_of(row)]
    number, best = max(counted, key=lambda one: one[0], default=(0, None))
    return best if number > least else None
