"""Merges the comments of several sources into one discussion, in the order in which a page would show them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace

from ..dom import squash
from ..items import Comment

__all__ = ["in_thread_order", "merge"]


def merge(first: Sequence[Comment], *others: Sequence[Comment]) -> list[Comment]:
    """All comments, each once: those of the first source, with missing fields and comments taken from the others.

    Two comments are the same if they have the same id or, where a source has no ids, the same author and text.
    """
    merged: dict[str, Comment] = {}
    keys: dict[tuple[str, str], str] = {}
    for comments in (first, *others):
        renamed: dict[str, str] = {}
        for comment in comments:
            author_and_text = (squash(comment.author or "").casefold(), squash(comment.text))
            identity = comment.id or f"m{len(merged) + 1}"
            if (
                identity not in merged
                and author_and_text[1]
                and author_and_text in keys
                and _is_made_up(identity, keys[author_and_text])
            ):
                renamed[identity] = keys[author_and_text]
                identity = keys[author_and_text]
            parent = renamed.get(comment.parent, comment.parent) if comment.parent else None
            comment = replace(comment, id=identity, parent=parent)
            merged[identity] = _filled(merged[identity], comment) if identity in merged else comment
            keys.setdefault(author_and_text, identity)
    return list(merged.values())


def in_thread_order(comments: Iterable[Comment]) -> list[Comment]:
    """The comments in thread order: replies follow the comment they answer, siblings are sorted by date."""
    listed = list(comments)
    known = {comment.id for comment in listed}
    below: defaultdict[str | None, list[Comment]] = defaultdict(list)
    listed = [one if one.parent is None or one.parent in known else replace(one, parent=None) for one in listed]
    for comment in listed:
        below[comment.parent].append(comment)
    for level in below.values():
        if all(comment.published for comment in level):
            level.sort(key=lambda comment: comment.published or "")
    ordered: list[Comment] = []
    waiting = list(reversed(below[None]))
    while waiting:
        comment = waiting.pop()
        ordered.append(comment)
        waiting.extend(reversed(below.get(comment.id, ())) if comment.id is not None else ())
    # Comments that answer each other in a circle cannot be reached from the top.
    reached = {id(comment) for comment in ordered}
    return ordered + [replace(comment, parent=None) for comment in listed if id(comment) not in reached]


def _is_made_up(one: str, other: str) -> bool:
    """Whether one of two ids was generated here, for a comment without an id."""
    return not (one.isalnum() and other.isalnum()) or not (one.isdecimal() and other.isdecimal())


def _filled(comment: Comment, other: Comment) -> Comment:
    """The comment with its empty fields taken from the other."""
    missing = {
        one.name: getattr(other, one.name)
        for one in fields(comment)
        if getattr(comment, one.name) in (None, "") and getattr(other, one.name) not in (None, "")
    }
    if comment.type == "comment" and other.type != "comment":
        missing["type"] = other.type
    return replace(comment, **missing) if missing else comment
