"""Finding the author that a page names in a byline without a rule: posts in another template than the feed's."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import HEADINGS, Page, is_comments, node_text, squash
from ...word_lists import word_list, word_pattern
from .author_names import BYLINE_PHRASES, begins_with_byline_phrase, may_be_names, split_names

__all__ = ["visible_byline"]

_TEXTS = etree.XPath(
    "(/html/body//text()[normalize-space()][not(parent::script or parent::style or parent::option)])"
    "[position() <= 1000]"
)
_INLINE = frozenset("b em font i small span strong".split())
_SEPARATORS = "|·•–—"
#: Longer lines are sentences.
_MAX_LENGTH = 100
_LABEL = word_pattern(__package__, "author_names.toml", "author_labels")
_LABELS = word_list(__package__, "author_names.toml", "author_labels")
#: A phrase alone, or after a date; the name is in the element after it.
_PHRASE = re.compile(rf"^(?:.*\d\S*\s+)?(?:{'|'.join(map(re.escape, BYLINE_PHRASES))})\s*[:：]?$", re.IGNORECASE)
_PHRASES = "|".join(map(re.escape, BYLINE_PHRASES))
_LONG_PHRASES = "|".join(re.escape(phrase) for phrase in BYLINE_PHRASES if " " in phrase)
#: A single word before a name may begin any line ("By train to Vienna"), unless a colon follows.
_BYLINE = re.compile(rf"(?:{_LONG_PHRASES})\s|(?:{_PHRASES}|{'|'.join(_LABELS)})\s?[:：]", re.IGNORECASE)


def visible_byline(page: Page) -> list[str]:
    """The names in the first line like "Posted by Ann Lee on 3 May", or after the first label like "Author", outside of
    comments, forms and headings."""
    texts = cast("list[etree._ElementUnicodeResult]", _TEXTS(page.tree))
    for text, following in zip_longest(texts, texts[1:], fillvalue=None):
        assert text is not None
        shown = squash(str(text))
        if len(shown) >= _MAX_LENGTH:
            continue
        holder = _holder(text)
        if following is not None and _is_label(shown, holder):
            names = _called_names(squash(str(following)), holder)
        elif begins_with_byline_phrase(shown):
            # The name may be in the element after the one with the phrase.
            holders = (holder, holder.getparent() if holder is not None else None)
            names = next(filter(None, (_names(one) for one in holders if one is not None)), [])
        else:
            continue
        if names:
            return names
    return []


def _holder(text: etree._ElementUnicodeResult) -> _Element | None:
    element: _Element | None = text.getparent()
    return element.getparent() if element is not None and text.is_tail else element


def _is_label(shown: str, holder: _Element | None) -> bool:
    """Whether a text is a label or phrase before a name, not part of a sentence."""
    if holder is None or holder.tag == "a" or not (_LABEL.search(shown) or _ends_with_phrase(shown)):
        return False
    parent = holder.getparent()
    line = node_text(parent if holder.tag in _INLINE and parent is not None else holder)
    before = line.partition(shown)[0].rstrip()
    return not before or before[-1] in _SEPARATORS or before[-1].isdigit()


def _ends_with_phrase(shown: str) -> bool:
    return shown.rstrip(" :：").casefold().endswith(BYLINE_PHRASES) and _PHRASE.match(shown) is not None


def _names(element: _Element) -> list[str]:
    line = node_text(element)
    return _called_names(line, element) if _BYLINE.match(line) else []


def _called_names(line: str, element: _Element | None) -> list[str]:
    """The names in a line that the page calls an author."""
    if element is None or len(line) > _MAX_LENGTH or not may_be_names(line, is_called=True):
        return []
    above = (element, *element.iterancestors())
    if any(one.tag in HEADINGS or one.tag == "form" or is_comments(one) for one in above):
        return []
    return list(split_names(line))
