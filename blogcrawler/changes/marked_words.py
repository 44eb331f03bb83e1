"""Which words differ between two forms of a text."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher

__all__ = ["TextPieces", "likeness", "marked_pair", "piece_lengths", "plain"]

#: A text in pieces; those with ``True`` differ from the other form.
TextPieces = tuple[tuple[str, bool], ...]

_UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"  # Chinese, Japanese, Korean
_TOKEN = re.compile(rf"[{_UNSPACED}]|\s+|[^\W{_UNSPACED}]+|[^\w\s]")
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
#: Longer texts, in words, are compared only by where they begin and end to differ: an exact comparison is quadratic.
_MAX_EXACT_LENGTH = 3000


def marked_pair(old: str, new: str) -> tuple[TextPieces, TextPieces]:
    """Both forms of a text, with the words marked that differ."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    start = _shared_start(before, after)
    end = _shared_start(before[start:][::-1], after[start:][::-1])
    middle = (before[start : len(before) - end], after[start : len(after) - end])
    codes = [("replace", 0, len(middle[0]), 0, len(middle[1]))]
    if sum(map(len, middle)) <= _MAX_EXACT_LENGTH:
        codes = SequenceMatcher(None, *middle, autojunk=False).get_opcodes()  # type: ignore[assignment]
    sides: tuple[list[tuple[str, bool]], list[tuple[str, bool]]] = ([], [])
    for side, words, first in ((sides[0], before, 1), (sides[1], after, 3)):
        side.append(("".join(words[:start]), False))
        for code in codes:
            part = words[start + code[first] : start + code[first + 1]]  # type: ignore[operator]
            side.append(("".join(part), code[0] != "equal"))
        side.append(("".join(words[len(words) - end :]) if end else "", False))
    return _joined(sides[0]), _joined(sides[1])


def plain(text: str, differs: bool = False) -> TextPieces:
    """A text in one piece."""
    return ((text, differs),) if text else ()


def likeness(old: str, new: str) -> float:
    """How many of their words two texts share, at most: 0 to 1."""
    words = Counter(_WORD.findall(old)), Counter(_WORD.findall(new))
    total = words[0].total() + words[1].total()
    return 2 * (words[0] & words[1]).total() / total if total else float(old == new)


def piece_lengths(pieces: TextPieces | None) -> tuple[int, int]:
    """The length of the marked pieces, and of all."""
    return sum(len(text) for text, differs in pieces or () if differs), sum(len(text) for text, _ in pieces or ())


def _shared_start(one: list[str], other: list[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (first, second) in pairs if first != second), min(len(one), len(other)))


def _joined(pieces: list[tuple[str, bool]]) -> TextPieces:
    joined: list[tuple[str, bool]] = []
    for text, differs in pieces:
        if text and joined and joined[-1][1] == differs:
            joined[-1] = (joined[-1][0] + text, differs)
        elif text:
            joined.append((text, differs))
    return tuple(joined)
