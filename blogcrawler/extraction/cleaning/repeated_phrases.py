"""Dropping phrases that the template puts around every article."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from lxml.etree import _Element

from ...dom import BLOCK_TAGS, drop, iter_backwards, short_text, words
from ..repeated_text import REPEATED_SHARE, shingles
from .heading_links import opens_chapter

__all__ = ["RepeatedPhrases"]

_PHRASE_TAGS = BLOCK_TAGS - {"br"}
_MEDIA_TAGS = ("img", "iframe", "video", "audio", "picture", "svg")
#: Repeated phrases are looked for in this many blocks at the beginning and the end: templates put them there.
_FIRST_BLOCKS, _LAST_BLOCKS = 3, 8
#: Blocks are compared with the phrases up to this many times the length of the longest, plus some characters.
_PHRASE_TOLERANCE, _PHRASE_MARGIN = 1.3, 20


class RepeatedPhrases:
    """Phrases that many pages of a blog repeat."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._shingles = {shingle for phrase in phrases for shingle in shingles(words(phrase))}
        self._max_length = _PHRASE_TOLERANCE * max(map(len, phrases), default=0) + _PHRASE_MARGIN

    def drop(self, node: _Element) -> None:
        """Drop blocks whose text many pages of the blog repeat."""
        first = islice((e for e in node.iterdescendants() if e.tag in _PHRASE_TAGS), _FIRST_BLOCKS)
        last = islice((e for e in iter_backwards(node) if e.tag in _PHRASE_TAGS), _LAST_BLOCKS)
        for element in dict.fromkeys([*first, *last]):
            text = short_text(element, self._max_length)
            if text and element.getparent() is not None:
                own = shingles(words(text))
                is_repeated = sum(map(self._shingles.__contains__, own)) >= REPEATED_SHARE * len(own)
                if is_repeated and not _holds_picture(element) and not opens_chapter(element):
                    drop(element)


def _holds_picture(element: _Element) -> bool:
    """Whether an element holds both media and other blocks, so that the repeated text is only a part of it."""
    return (
        next(element.iterdescendants(*_MEDIA_TAGS), None) is not None
        and next(element.iterdescendants(*_PHRASE_TAGS), None) is not None
    )
