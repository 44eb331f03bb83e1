"""Finding the date that a page shows to its readers without a rule, on blogs without a feed."""

from __future__ import annotations

import re
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dates import (
    EDITED,
    EDITED_NAMES,
    ENTRY_UPDATED,
    PUBLISHED,
    Moment,
    published_part,
    puts_day_first,
    read_date,
    read_iso,
)
from ...dom import Page, is_comments, is_in_repeated_rows, links_to_comment, node_text, squash
from .language import page_language

__all__ = ["is_edit_date", "is_not_publication_date", "may_be_date", "may_be_only_date", "visible_date"]

# Elements with a short visible text that has two digits in a row, as a day or a year has. The step from texts to
# elements takes the square of their number.
_DATE_ELEMENTS = etree.XPath(
    "(/html/body//text()[string-length(normalize-space()) > 5 and string-length(normalize-space()) < 80 and "
    'contains(translate(.,"123456789","000000000"),"00")]'
    "[not(parent::script or parent::style or parent::a or parent::option)])[position() <= 1000]/.."
)
#: Classes and ids of elements with the date of a post.
_DATE_NAME = re.compile(
    r"(?:^|[-_\s])(?:dates?|datetime|time|timestamp|published|pubdate|posted|postdate|day)(?:$|[-_\s])", re.IGNORECASE
)
#: Words next to dates that do not belong to posts.
_NOT_A_POST = re.compile(r"copyright|©|\(c\)|since", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
#: The class of an entry in hAtom and h-entry.
_ENTRY = re.compile(r"(?<![a-z])h-?entry(?![\w-])", re.IGNORECASE)
#: What decorates a byline.
_MARKS = " \t\n/|-–—·•*"
_DATELIKE = re.compile(r"\d{4}|\d\D{1,3}\d{1,2}\D{1,3}\d|[’']\d\d")
#: Number of texts on a page to check.
_MAX_TEXTS = 60
#: A date in a shorter text counts without a name, in a longer one if words before it say that it was published then.
_SHORT_TEXT, _MAX_DATE_LENGTH = 45, 80
#: Characters of a page that tell its language.
_LANGUAGE_TEXT = 2000
#: Elements with more children than this are not read for the words before a date.
_MAX_CHILDREN = 2


def visible_date(page: Page, language: str | None = None, form: str = "", *, or_updated: bool = False) -> Moment | None:
    """The first date in an element that is named after dates, else the first in a short text.

    Without a ``language`` it is read in the page's own.

    Dates of comments do not count, nor do dates that can be read in two ways, unless one of these is the ``form`` of
    the blog's other dates, or usual in the language, or the element states it for machines. ``or_updated``: if it is
    the only one, a date that hAtom calls ``updated`` will do.
    """
    first: Moment | None = None
    updated: Moment | None = None
    language = language or _language(page)
    for element in cast("list[_Element]", _DATE_ELEMENTS(page.tree))[:_MAX_TEXTS]:
        text = node_text(element)[:100]
        if (
            is_not_publication_date(text)
            or ((is_edit := is_edit_date(element)) and not (or_updated and may_be_only_date(element)))
            or any(is_comments(above) for above in (element, *element.iterancestors()))
            or links_to_comment(element)
            or is_in_repeated_rows(element, may_be_date)
        ):
            continue
        moment = _only_reading(element, text, language, form)
        if moment is None:
            continue
        if is_edit:
            updated = updated or moment
            continue
        if _is_named(element) or _is_named(element.getparent()):
            return moment
        if first is None and (len(text) < _SHORT_TEXT or _says_published(text)):
            first = moment
    return first or updated


def _language(page: Page) -> str:
    body = page.tree.find("body")
    text = node_text(body)[:_LANGUAGE_TEXT] if body is not None else ""
    return (page_language(page, text) or "en").split("-")[0]


def _only_reading(element: _Element, text: str, language: str, form: str) -> Moment | None:
    readings = read_date(text, language)
    moments = {moment for _, moment in readings}
    if len(moments) > 1:
        stated = read_iso(element.get("datetime") or "")
        if stated is not None and stated.day in {moment.day for moment in moments}:
            return stated
        forms = {name for name, _ in readings}
        if form not in forms and forms == {"dmy", "mdy"} and puts_day_first(language):
            form = "dmy"
        moments = {moment for name, moment in readings if name == form}
    return moments.pop() if len(moments) == 1 else None


def may_be_date(text: str) -> bool:
    """Whether a text is short and has the numbers of a date."""
    return len(text) <= _MAX_DATE_LENGTH and _DATELIKE.search(text) is not None


def is_not_publication_date(text: str) -> bool:
    """Whether a text says that its date is not the day of publication."""
    text = published_part(text)
    digit = _DIGIT.search(text)
    if _NOT_A_POST.search(text):
        return True
    return EDITED.search(text, 0, digit.start() if digit else len(text)) is not None


def _says_published(text: str) -> bool:
    """Whether words before the first number say that a post was published then."""
    digit = _DIGIT.search(text)
    return PUBLISHED.match(text.lstrip(_MARKS), 0, digit.start() if digit else len(text)) is not None


def may_be_only_date(element: _Element) -> bool:
    """Whether nothing but a class of hAtom says that an element of an entry holds the date of the last edit."""
    name = element.get("class") or ""
    is_in_entry = any(_ENTRY.search(above.get("class") or "") for above in element.iterancestors())
    return is_in_entry and ENTRY_UPDATED.search(name) is not None and not is_edit_date(element, by_entry=False)


def is_edit_date(element: _Element, *, by_entry: bool = True) -> bool:
    """Whether an element's names, or the text before it, say that it holds the date of the last edit. Without
    ``by_entry``, the class ``updated`` of hAtom says nothing."""
    while len(element) == 1 and not (element.text or "").strip() and not (element[0].tail or "").strip():
        element = element[0]
    names = " ".join(element.get(name) or "" for name in ("class", "id", "itemprop", "title"))
    if not by_entry:
        names = ENTRY_UPDATED.sub("", names)
    if EDITED_NAMES.search(names):
        return "publish" not in names.lower()
    previous, parent = element.getprevious(), element.getparent()
    if previous is None:
        before = squash((parent.text or "") if parent is not None else "")
    else:
        before = squash(previous.tail or "")
        if not before and isinstance(previous.tag, str):
            before = node_text(previous) if len(previous) <= _MAX_CHILDREN else ""
    return len(before) < _SHORT_TEXT and EDITED.search(before) is not None and not _DIGIT.search(before)


def _is_named(element: _Element | None) -> bool:
    if element is None:
        return False
    return any(_DATE_NAME.search(element.get(name) or "") for name in ("class", "id"))
