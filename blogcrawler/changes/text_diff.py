"""The difference between two records of a post, for people to read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from ..items import Comment, Post
from .comparison import same_comment_key

__all__ = ["Line", "difference"]

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_FIELDS = ("title", "authors", "published", "tags")
#: Lines before and after a change that are shown with it.
_AROUND = 1
#: Beyond so many lines or words, a difference is made more coarsely: exactness takes quadratic time.
_MANY = 3000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a difference.

    ``sign`` is ``-`` (was), ``+`` (is), a space (unchanged) or ``@`` (a heading); ``marked`` are the parts of
    ``text`` that are different, as pairs of positions, if only parts of the line are.
    """

    sign: str
    text: str
    marked: tuple[tuple[int, int], ...] = ()


def difference(old: Post, new: Post) -> Iterator[Line]:
    """What has changed from the old record to the new one, field by field."""
    for name in _FIELDS:
        before, after = _shown(getattr(old, name)), _shown(getattr(new, name))
        if before != after:
            yield Line("@", name)
            yield from _pair(before, after)
    text = list(_lines(old.text.splitlines(), new.text.splitlines()))
    if text:
        yield Line("@", "text")
        yield from text
    comments = list(_comments(old, new))
    if comments:
        yield Line("@", "comments")
        yield from comments


def _lines(old: list[str], new: list[str]) -> Iterator[Line]:
    matcher = SequenceMatcher(None, old, new, autojunk=len(old) + len(new) > _MANY)
    for group in matcher.get_grouped_opcodes(_AROUND):
        for kind, a, b, c, d in group:
            if kind == "equal":
                yield from (Line(" ", line) for line in old[a:b])
                continue
            both = min(b - a, d - c) if kind == "replace" else 0
            for before, after in zip(old[a : a + both], new[c : c + both], strict=True):
                yield from _pair(before, after)
            yield from (Line("-", line) for line in old[a + both : b])
            yield from (Line("+", line) for line in new[c + both : d])


def _pair(before: str, after: str) -> Iterator[Line]:
    """A line that was changed: both forms, with the words that differ marked."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if len(old) + len(new) > _MANY or matcher.quick_ratio() < 0.4:
        marks: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    else:
        codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
        marks = ([_span(old, a, b) for _, a, b, _, _ in codes], [_span(new, c, d) for _, _, _, c, d in codes])
    if before:
        yield Line("-", before, tuple(mark for mark in marks[0] if mark[0] < mark[1]))
    if after:
        yield Line("+", after, tuple(mark for mark in marks[1] if mark[0] < mark[1]))


def _span(tokens: list[str], start: int, end: int) -> tuple[int, int]:
    first = sum(map(len, tokens[:start]))
    return first, first + sum(map(len, tokens[start:end]))


def _comments(old: Post, new: Post) -> Iterator[Line]:
    before = {same_comment_key(comment): comment for comment in old.comments}
    after = {same_comment_key(comment): comment for comment in new.comments}
    for key, comment in before.items():
        if key not in after:
            yield Line("-", _said(comment))
    for key, comment in after.items():
        if key not in before:
            yield Line("+", _said(comment))
        elif _said(before[key]) != _said(comment):
            yield from _pair(_said(before[key]), _said(comment))


def _said(comment: Comment) -> str:
    return f"{comment.author or 'anonymous'}: {' '.join(comment.text.split())}"


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
