"""The date that a page shows to its readers, where no rule says in which place it stands: on blogs without a feed."""

from __future__ import annotations

import re
from typing import cast

from lxml import etree
from lxml.etree import _Element

from .dates import Moment, read_date
from .noise import is_comments
from .page import Page
from .reading import node_text

__all__ = ["RIGHT", "visible_date"]

#: How often it is the day on which the post was published: more often than not it is wrong by the blog's clock only.
RIGHT = 0.75

# Short texts with the two digits that a day or a year has, where a reader would see them.
_TEXTS = etree.XPath(
    "/html/body//text()[string-length(normalize-space()) > 5 and string-length(normalize-space()) < 80 and "
    'contains(translate(.,"123456789","000000000"),"00")]'
    "[not(parent::script or parent::style or parent::a or parent::option)]/.."
)
#: Names of what holds the date of a post, and words beside dates that are others.
_NAMED = re.compile(
    r"(?:^|[-_\s])(?:dates?|datetime|time|timestamp|published|pubdate|posted|postdate|day)(?:$|[-_\s])", re.IGNORECASE
)
_OTHER = re.compile(r"copyright|©|\(c\)|updated|modified|since", re.IGNORECASE)
_MOST_TEXTS, _SHORT = 60, 45


def visible_date(page: Page, language: str = "en") -> Moment | None:
    """The first date on a page in a place that is named so, else the first in a text that says hardly more than that.

    Dates in the discussion, and those that can be read in two ways, are left out.
    """
    first: Moment | None = None
    for element in cast("list[_Element]", _TEXTS(page.tree))[:_MOST_TEXTS]:
        text = node_text(element)[:100]
        if _OTHER.search(text) or any(is_comments(above) for above in (element, *element.iterancestors())):
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


def _is_named(element: _Element | None) -> bool:
    if element is None:
        return False
    return any(_NAMED.search(element.get(name) or "") for name in ("class", "id"))
