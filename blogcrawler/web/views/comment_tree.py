"""Comments in the order of their threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...items import Comment

__all__ = ["PlacedComment", "threaded"]

_MAX_DEPTH = 8
"""Deeper replies would leave no room for their text."""


@dataclass(frozen=True, slots=True)
class PlacedComment:
    """A comment with its number on the page, how deep it is in its thread, and whom it answers."""

    number: int
    depth: int
    comment: Comment
    answers: str | None


def threaded(comments: Sequence[Comment]) -> list[PlacedComment]:
    """Every comment once, replies after what they answer; those with an unknown or circular parent are not replies."""
    by_id: dict[str, int] = {}
    for at, comment in enumerate(comments):
        if comment.id is not None:
            by_id.setdefault(comment.id, at)
    parents = [by_id.get(comment.parent) if comment.parent else None for comment in comments]
    replies: dict[int | None, list[int]] = {}
    for at, parent in enumerate(parents):
        # A reply comes after what it answers. Where it does not, parents could go round in a circle.
        replies.setdefault(parent if parent is not None and parent < at else None, []).append(at)
    placed: list[PlacedComment] = []
    pending: list[tuple[int, int, int | None]] = [(at, 0, None) for at in reversed(replies.get(None, []))]
    while pending:
        at, depth, above = pending.pop()
        answers = comments[above].author if above is not None else None
        placed.append(PlacedComment(len(placed) + 1, min(depth, _MAX_DEPTH), comments[at], answers))
        pending += [(reply, depth + 1, at) for reply in reversed(replies.get(at, []))]
    return placed
