"""Kinds of pages that have stopped paying: calendars and other lists without end."""

from __future__ import annotations

from collections import OrderedDict

from ..posts.url_shape import SegmentKind, UrlShape, url_shape_of

__all__ = ["ExhaustedUrlPatterns"]

Kind = tuple[UrlShape, str]


class ExhaustedUrlPatterns:
    """Counts, for each kind of address, the pages in a row that were no post and led to none.

    A kind is the shape of an address and the first word of its path, such as ``/calendar/2031/05/``. After
    ``patience`` pages it is barren: it is not followed any more, until one of its pages that is still on
    the way turns out to pay. Kinds that posts have, too, are given ten times as many pages.
    """

    def __init__(self, patience: int = 100, remembered: int = 10_000) -> None:
        self._patience = patience
        self._remembered = remembered
        self._misses: OrderedDict[Kind, int] = OrderedDict()

    @staticmethod
    def kind(url: str) -> Kind:
        """The kind of an address. The last segment names the single page, so it is no part of it."""
        shape, segments = url_shape_of(url)
        words = [s for s, kind in zip(segments[:-1], shape.kinds[:-1], strict=True) if kind is SegmentKind.WORDS]
        return shape, words[0] if words else ""

    def report(self, url: str, paid: bool) -> None:
        """A page was read; it ``paid`` if it was a post or led to one that was not known before."""
        kind = self.kind(url)
        if paid:
            self._misses.pop(kind, None)
            return
        self._misses[kind] = self._misses.pop(kind, 0) + 1
        if len(self._misses) > self._remembered:
            self._misses.popitem(last=False)

    def is_barren(self, url: str, like_posts: bool = False) -> bool:
        """Whether pages of this kind have stopped paying; ``like_posts`` if posts have such addresses, too."""
        return self._misses.get(self.kind(url), 0) >= self._patience * (10 if like_posts else 1)
