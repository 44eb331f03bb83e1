"""Which of the sizes of a picture a desktop browser loads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..media import SrcsetCandidate

__all__ = ["chosen_size"]

#: The window of a common desktop screen, in CSS pixels.
_WINDOW_WIDTH = 1280.0
_CONDITION = re.compile(r"\(\s*(min|max)-width\s*:\s*([\d.]{1,9})(px|em|rem)\s*\)", re.IGNORECASE)
_LENGTH = re.compile(r"([\d.]{1,9})(px|vw|em|rem)", re.IGNORECASE)
_PIXELS = {"px": 1.0, "vw": _WINDOW_WIDTH / 100, "em": 16.0, "rem": 16.0}


def chosen_size(sizes: Sequence[SrcsetCandidate], stated: str) -> str | None:
    """The URL that a browser with one pixel per CSS pixel takes; ``stated`` is the attribute ``sizes``.

    It is the smallest candidate that is at least as wide as the picture will be, else the largest.
    """
    if not sizes:
        return None
    width = _displayed_width(stated)
    densities = [(one.width / width if one.width else one.density, one.url) for one in sizes]
    sufficient = [one for one in densities if one[0] >= 1]
    return min(sufficient)[1] if sufficient else max(densities)[1]


def _displayed_width(stated: str) -> float:
    """The width of a picture by its ``sizes``: the first whose condition holds. Unknown ones fill the window."""
    for size in stated[:2000].split(","):
        conditions = _CONDITION.findall(size)
        if ("(" in size) != bool(conditions) and "calc" not in size:
            continue  # a condition that we cannot check
        if all(_holds(*condition) for condition in conditions):
            length = _LENGTH.search(_CONDITION.sub("", size))
            return max(1.0, _number(length[1]) * _PIXELS[length[2].lower()]) if length else _WINDOW_WIDTH
    return _WINDOW_WIDTH


def _holds(kind: str, number: str, unit: str) -> bool:
    limit = _number(number) * _PIXELS[unit.lower()]
    return limit <= _WINDOW_WIDTH if kind.lower() == "min" else limit >= _WINDOW_WIDTH


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return _WINDOW_WIDTH
