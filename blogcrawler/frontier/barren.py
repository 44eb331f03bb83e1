"""Kinds of pages that have stopped paying: calendars and other lists without end."""

from __future__ import annotations

from collections import OrderedDict

from .shapes import Shape, shape_of

__all__ = ["BarrenShapes"]


class BarrenShapes:
    """Counts, for each shape of address, the pages in a row that showed no post that was not known.

    After ``patience`` of them the shape is barren: it is not followed any more, until one of its pages
    that is still on the way brings a new post.
    """

    def __init__(self, patience: int = 100, remembered: int = 10_000) -> None:
        self._patience = patience
        self._remembered = remembered
        self._misses: OrderedDict[tuple[Shape, str], int] = OrderedDict()

    @staticmethod
    def _kind(url: str) -> tuple[Shape, str]:
        shape, segments = shape_of(url)
        words = [s for s, kind in zip(segments, shape.kinds, strict=True) if kind == "S"]
        return shape, words[0] if words else ""

    def report(self, url: str, new_posts: int) -> None:
        """A page was read and linked to so many posts that were not known before."""
        kind = self._kind(url)
        if new_posts:
            self._misses.pop(kind, None)
            return
        self._misses[kind] = self._misses.pop(kind, 0) + 1
        if len(self._misses) > self._remembered:
            self._misses.popitem(last=False)

    def is_barren(self, url: str) -> bool:
        """Whether pages of this kind have stopped paying."""
        return self._misses.get(self._kind(url), 0) >= self._patience
