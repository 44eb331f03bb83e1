"""The title of a blog, without what programs add to it in feeds: "Posts on …", "… RSS feed"."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..dom import squash, words
from ..word_lists import word_pattern

__all__ = ["blog_title"]

_BEFORE = word_pattern(__package__, "feed_titles.toml", "before")
_AFTER = word_pattern(__package__, "feed_titles.toml", "after")
#: Hugo calls the feed of a section "Blog on Ann Lee"; others put the section before or after the title.
_SECTION = re.compile(r"\s(?:on|in|of|from|for)\s|\s*[|»«›·:–—]\s+|\s+-\s+")


def blog_title(title: str | None, names: Collection[str] = ()) -> str | None:
    """The title of a blog from its feed's title; ``names`` are the folded names that its pages give it.

    >>> blog_title("Posts on Ann Lee")
    'Ann Lee'
    >>> blog_title("Blog on Ann Lee", {"ann lee"})
    'Ann Lee'
    """
    shown = squash(title or "")
    if not shown or _folded(shown) in names:
        return shown or None
    if named := next((part for part in _parts(shown) if _folded(part) in names), None):
        return named
    return _AFTER.sub("", _BEFORE.sub("", shown, count=1)).strip() or shown


def _folded(text: str) -> str:
    return " ".join(words(text))


def _parts(title: str) -> list[str]:
    """What is before and after each separator."""
    separators = list(_SECTION.finditer(title))
    return [title[one.end() :] for one in separators] + [title[: one.start()] for one in reversed(separators)]
