"""Recognising the title of a post in other text."""

from __future__ import annotations

from collections.abc import Sequence

from ...dom import similarity

__all__ = ["is_title_text"]

#: Texts above this similarity are the same title with a letter changed.
_MIN_SIMILARITY = 0.8


def is_title_text(text: Sequence[str], title: Sequence[str]) -> bool:
    """Whether the words of a text are the title, most of it, or little more than it; a letter may differ."""
    shorter, longer = sorted((text, title), key=len)
    if 2 * len(shorter) < len(longer) or not shorter:
        return False
    part, whole = " ".join(shorter), " ".join(longer)
    return f" {part} " in f" {whole} " or similarity(part, whole) > _MIN_SIMILARITY
