"""URL patterns whose pages no longer lead to posts: calendars and other endless lists."""

from __future__ import annotations

from collections import OrderedDict

from ..posts.url_shape import SegmentKind, UrlShape, url_shape_of

__all__ = ["ExhaustedUrlPatterns"]

#: The shape of a URL and the first word of its path.
UrlPattern = tuple[UrlShape, str]
#: Patterns that posts have, too, are given this many times the patience.
_PATIENCE_WITH_POSTS = 10


class ExhaustedUrlPatterns:
    """Counts, for each URL pattern, the pages in a row that neither were posts nor led to one.

    A pattern is the shape of a URL and the first word of its path, such as ``/calendar/2031/05/``. After ``patience``
    pages it is exhausted: its links are no longer followed, unless one of its pages still in flight leads to a post.
    """

    def __init__(self, patience: int = 100, max_patterns: int = 10_000) -> None:
        self._patience = patience
        self._max_patterns = max_patterns
        self._misses: OrderedDict[UrlPattern, int] = OrderedDict()

    @staticmethod
    def pattern_of(url: str) -> UrlPattern:
        """The pattern of a URL. The last segment names the single page, so it is not part of the pattern."""
        shape, segments = url_shape_of(url)
        words = [s for s, kind in zip(segments[:-1], shape.kinds[:-1], strict=True) if kind is SegmentKind.WORDS]
        return shape, words[0] if words else ""

    def report(self, url: str, paid: bool) -> None:
        """Count a page that was read. It ``paid`` if it was a post or led to a new one."""
        pattern = self.pattern_of(url)
        if paid:
            self._misses.pop(pattern, None)
            return
        self._misses[pattern] = self._misses.pop(pattern, 0) + 1
        if len(self._misses) > self._max_patterns:
            self._misses.popitem(last=False)

    def is_exhausted(self, url: str, like_posts: bool = False) -> bool:
        """Whether the pattern of a URL is exhausted; ``like_posts`` if posts have such URLs, too."""
        patience = self._patience * (_PATIENCE_WITH_POSTS if like_posts else 1)
        return self._misses.get(self.pattern_of(url), 0) >= patience
