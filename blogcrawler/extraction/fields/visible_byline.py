"""Finding the author that a page names in a byline without a rule: posts in another template than the feed's."""

from __future__ import annotations

from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import HEADINGS, Page, is_comments, node_text, squash
from .author_names import BYLINE_PHRASES, begins_with_byline_phrase, may_be_names, split_names

__all__ = ["visible_byline"]

# Short texts; in a byline, the phrase before the name is one, or the beginning of one.
_TEXTS = etree.XPath(
    "(/html/body//text()[normalize-space() and string-length(normalize-space()) < 100]"
    "[not(parent::script or parent::style or parent::option)])[position() <= 1000]"
)
#: Longer lines are sentences.
_MAX_LENGTH = 100
#: A single word before a name may begin any line ("By train to Vienna"), unless a colon follows.
_PHRASES = tuple(f"{phrase} " if " " in phrase else f"{phrase}:" for phrase in (*BYLINE_PHRASES, "author"))


def visible_byline(page: Page) -> list[str]:
    """The names in the first line like "Posted by Ann Lee on 3 May", outside of comments and headings."""
    for text in cast("list[etree._ElementUnicodeResult]", _TEXTS(page.tree)):
        if not begins_with_byline_phrase(squash(str(text))):
            continue
        element: _Element | None = text.getparent()
        if element is not None and text.is_tail:
            element = element.getparent()
        # The name may be in the element after the one with the phrase.
        for holder in (element, element.getparent() if element is not None else None):
            names = _names(holder) if holder is not None else []
            if names:
                return names
    return []


def _names(element: _Element) -> list[str]:
    line = node_text(element)
    beginning = line.casefold().replace("：", ":").replace(" :", ":")
    if len(line) > _MAX_LENGTH or not (beginning.startswith(_PHRASES) and may_be_names(line)):
        return []
    above = (element, *element.iterancestors())
    if any(one.tag in HEADINGS or is_comments(one) for one in above):
        return []
    return list(split_names(line))
