"""The date that a page shows to its readers, where no rule says in which place it stands: on blogs without a feed."""

from __future__ import annotations

import re
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dates import EDITED, EDITED_NAMES, Moment, published_part, read_date
from ...dom import Page, is_comments, is_in_repeated_rows, links_to_comment, node_text, squash

__all__ = ["VISIBLE_DATE_CHANCE", "is_edit_date", "is_not_publication_date", "may_be_date", "visible_date"]

#: How often it is the day on which the post was published: more often than not it is wrong by the blog's clock only.
VISIBLE_DATE_CHANCE = 0.75

# Short texts with the two digits that a day or a year has, where a reader would see them.
_TEXTS = etree.XPath(
    "/html/body//text()[string-length(normalize-space()) > 5 and string-length(normalize-space()) < 80 and "
    'contains(translate(.,"123456789","000000000"),"00")]'
    "[not(parent::script or parent::style or parent::a or parent::option)]/.."
)
#: Names of what holds the date of a post.
_NAMED = re.compile(
    r"(?:^|[-_\s])(?:dates?|datetime|time|timestamp|published|pubdate|posted|postdate|day)(?:$|[-_\s])", re.IGNORECASE
)
#: Words beside dates that are others.
_OTHER = re.compile(r"copyright|©|\(c\)|since", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_DATELIKE = re.compile(r"\d{4}|\d\D{1,3}\d{1,2}\D{1,3}\d|[’']\d\d")
_MOST_TEXTS, _SHORT, _LONGEST, _FEW_PARTS = 60, 45, 80, 3


def visible_date(page: Page, language: str = "en") -> Moment | None:
    """The first date on a page in a place that is named so, else the first in a text that says hardly more than that.

    Dates in the discussion, and those that can be read in two ways, are left out.
    """
    first: Moment | None = None
    for element in cast("list[_Element]", _TEXTS(page.tree))[:_MOST_TEXTS]:
        text = node_text(element)[:100]
        if (
            is_not_publication_date(text)
            or is_edit_date(element)
            or any(is_comments(above) for above in (element, *element.iterancestors()))
            or links_to_comment(element)
            or is_in_repeated_rows(element, may_be_date)
        ):
            continue
        readings = {moment for _, moment in read_date(text, language)}
        if len(readings) != 1:
            continue
        (moment,) = readings
        if _is_named(element) or _is_named(element.getparent()):
            return moment
        if first is None and len(text) < _SHORT:
            first = moment
    return first


def may_be_date(text: str) -> bool:
    """Whether a text is short and has the numbers of a date."""
    return len(text) <= _LONGEST and _DATELIKE.search(text) is not None


def is_not_publication_date(text: str) -> bool:
    """Whether a text with a date says that it is not the one on which the post was published."""
    text = published_part(text)
    first = _DIGIT.search(text)
    return _OTHER.search(text) is not None or EDITED.search(text, 0, first.start() if first else len(text)) is not None


def is_edit_date(element: _Element) -> bool:
    """Whether an element's names, or what stands before it, say that it holds the date of the last edit."""
    while len(element) == 1 and not (element.text or "").strip() and not (element[0].tail or "").strip():
        element = element[0]
    names = " ".join(element.get(name) or "" for name in ("class", "id", "itemprop", "title"))
    if EDITED_NAMES.search(names):
        return "publish" not in names.lower()
    before = element.getprevious()
    said = squash((before.tail or "") if before is not None else _text_above(element))
    if before is not None and not said and isinstance(before.tag, str):
        said = node_text(before) if len(before) < _FEW_PARTS else ""
    return len(said) < _SHORT and EDITED.search(said) is not None and not _DIGIT.search(said)


def _text_above(element: _Element) -> str:
    above = element.getparent()
    return (above.text or "") if above is not None else ""


def _is_named(element: _Element | None) -> bool:
    if element is None:
        return False
    return any(_NAMED.search(element.get(name) or "") for name in ("class", "id"))
