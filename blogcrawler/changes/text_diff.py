"""The difference between two records of a post, for people to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ..items import Comment, Post
from .comparison import comment_key

__all__ = ["DiffLine", "diff_posts"]

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_FIELDS = ("title", "authors", "published", "tags")
#: Number of lines to show before and after a change.
_CONTEXT_LINES = 1
#: Longer texts, in lines or words, are compared more coarsely, because an exact comparison takes quadratic time.
_MAX_EXACT_LENGTH = 3000
#: Lines that are less similar than this are shown without marks.
_MIN_SIMILARITY = 0.4


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a difference.

    ``sign`` is ``-`` (was), ``+`` (is), a space (unchanged) or ``@`` (a heading); ``marked`` are the parts of
    ``text`` that differ, as pairs of positions, if only parts of the line do.
    """

    sign: str
    text: str
    marked: tuple[tuple[int, int], ...] = ()


def diff_posts(old: Post, new: Post) -> Iterator[DiffLine]:
    """What has changed from the old record to the new one, field by field."""
    for name in _FIELDS:
        before, after = _field_text(getattr(old, name)), _field_text(getattr(new, name))
        if before != after:
            yield DiffLine("@", name)
            yield from _pair(before, after)
    text = list(_lines(old.text.splitlines(), new.text.splitlines()))
    if text:
        yield DiffLine("@", "text")
        yield from text
    for name in ("comments", "posts"):
        messages = list(_comments(getattr(old, name), getattr(new, name)))
        if messages:
            yield DiffLine("@", "messages" if name == "posts" else name)
            yield from messages


def _lines(old: list[str], new: list[str]) -> Iterator[DiffLine]:
    matcher = SequenceMatcher(None, old, new, autojunk=len(old) + len(new) > _MAX_EXACT_LENGTH)
    for group in matcher.get_grouped_opcodes(_CONTEXT_LINES):
        for kind, a, b, c, d in group:
            if kind == "equal":
                yield from (DiffLine(" ", line) for line in old[a:b])
                continue
            both = min(b - a, d - c) if kind == "replace" else 0
            for before, after in zip(old[a : a + both], new[c : c + both], strict=True):
                yield from _pair(before, after)
            yield from (DiffLine("-", line) for line in old[a + both : b])
            yield from (DiffLine("+", line) for line in new[c + both : d])


def _pair(before: str, after: str) -> Iterator[DiffLine]:
    """The old and new form of a changed line, with the words marked that differ."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if len(old) + len(new) > _MAX_EXACT_LENGTH or matcher.quick_ratio() < _MIN_SIMILARITY:
        marks: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    else:
        codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
        marks = ([_span(old, a, b) for _, a, b, _, _ in codes], [_span(new, c, d) for _, _, _, c, d in codes])
    if before:
        yield DiffLine("-", before, tuple(mark for mark in marks[0] if mark[0] < mark[1]))
    if after:
        yield DiffLine("+", after, tuple(mark for mark in marks[1] if mark[0] < mark[1]))


def _span(tokens: list[str], start: int, end: int) -> tuple[int, int]:
    first = sum(map(len, tokens[:start]))
    return first, first + sum(map(len, tokens[start:end]))


def _comments(old: Sequence[Comment], new: Sequence[Comment]) -> Iterator[DiffLine]:
    before = {comment_key(comment): comment for comment in old}
    after = {comment_key(comment): comment for comment in new}
    for key, comment in before.items():
        if key not in after:
            yield DiffLine("-", _comment_text(comment))
    for key, comment in after.items():
        if key not in before:
            yield DiffLine("+", _comment_text(comment))
        elif _comment_text(before[key]) != _comment_text(comment):
            yield from _pair(_comment_text(before[key]), _comment_text(comment))


def _comment_text(comment: Comment) -> str:
    return f"{comment.author or 'anonymous'}: {' '.join(comment.text.split())}"


def _field_text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
