"""Which parts of a text are new compared with an earlier one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

__all__ = ["ChangedParts", "changed_parts"]

_WORD = re.compile(r"\w+|[^\w\s]")
_LINE = re.compile(r"[^\n]+")
_MAX_PAIRS = 400
_MAX_WORDS = 3_000
_MIN_SHARED = 0.3


@dataclass(frozen=True, slots=True)
class ChangedParts:
    """Parts of a text, as places in it. A part without length is where something was removed.

    ``None`` instead of parts means all of it.
    """

    spans: tuple[tuple[int, int], ...] | None = None

    def touches(self, start: int, end: int) -> bool:
        """Whether a place overlaps one of the parts, or a removal lies inside it."""
        if self.spans is None:
            return True
        return any(start < last and first < end if first < last else start < first < end for first, last in self.spans)


def changed_parts(old: str | None, new: str) -> ChangedParts:
    """What is new in a text; everything without an earlier one. Lines that have only moved are not new."""
    if old is None:
        return ChangedParts()
    before = Counter(" ".join(line.split()) for line in old.split("\n"))
    added = []
    for line in _LINE.finditer(new):
        plain = " ".join(line[0].split())
        if before[plain] > 0:
            before[plain] -= 1
        else:
            added.append(line)
    removed = [line for line, number in before.items() for _ in range(number) if line]
    spans: list[tuple[int, int]] = []
    for line in added:
        closest = _closest(line[0], removed, len(added))
        if closest is None:
            spans.append(line.span())
        else:
            removed.remove(closest)
            spans += [(line.start() + start, line.start() + end) for start, end in _new_words(closest, line[0])]
    return ChangedParts(tuple(spans))


def _closest(line: str, removed: list[str], added: int) -> str | None:
    """The removed line that this one was made from, if there is one."""
    if not removed or added * len(removed) > _MAX_PAIRS**2:
        return None
    words = set(_WORD.findall(line))
    best = max(removed[:_MAX_PAIRS], key=lambda other: _shared(words, other))
    return best if _shared(words, best) >= _MIN_SHARED else None


def _shared(words: set[str], other: str) -> float:
    others = set(_WORD.findall(other))
    return 2 * len(words & others) / ((len(words) + len(others)) or 1)


def _new_words(old: str, new: str) -> list[tuple[int, int]]:
    before = _WORD.findall(old)
    found = list(_WORD.finditer(new))
    if len(before) + len(found) > _MAX_WORDS:
        return [(0, len(new))]
    after = [word[0] for word in found]
    spans = []
    for kind, _, _, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind in ("insert", "replace"):
            spans.append((found[first].start(), found[last - 1].end()))
        elif kind == "delete" and 0 < first < len(found):
            spans.append((found[first].start(), found[first].start()))
    return spans
