"""Dates on a page that do not state its publication, but say when something on it last changed.

They are the sources that surveys of timestamping name besides feeds and headers: Dublin Core ``modified`` and the like,
"last modified" lines, and the newest date on the page. How far each is the day of publication differs from blog to
blog, so it is measured on the posts whose date the feed states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dates import EDITED, DateCandidate, DateOrigin, Moment, agreement, read_date, read_iso
from ...dom import META, Page, node_text, read

__all__ = ["Timestamps", "learn_timestamps", "page_timestamps"]

#: For each source: how often it was the day of publication, and of how many posts.
Timestamps = tuple[tuple[str, int, int], ...]

_DATE_TEXTS = etree.XPath(
    "/html/body//text()[string-length(normalize-space()) > 5 and string-length(normalize-space()) < 120 and "
    'contains(translate(.,"123456789","000000000"),"00")]'
    "[not(parent::script or parent::style or parent::option)]/.."
)
#: Number of texts on a page to check, and of characters to read of each.
_MAX_TEXTS, _MAX_LENGTH = 80, 120
_DIGIT = re.compile(r"\d")


def page_timestamps(
    page: Page, language: str = "en", known: Timestamps = (), fetched: datetime | None = None
) -> list[DateCandidate]:
    """The dates of a page that say when it changed, with what ``known`` says about their sources on this blog.

    Dates after ``fetched`` are those of events.
    """
    right = {origin: (agreed / max(of, 1), of) for origin, agreed, of in known}
    found = []
    for origin, source in _SOURCES.items():
        moment = source(page, language)
        if moment is not None and (fetched is None or moment.day <= fetched.date()):
            found.append(DateCandidate(moment.iso(), origin, *right.get(origin, (0.0, 0))))
    return found


def learn_timestamps(pages: Iterable[tuple[Page, datetime | None]], language: str) -> Timestamps:
    """How often each source states the day on which the feed says that the page was published."""
    dated = [(page, published.isoformat()) for page, published in pages if published is not None]
    learned = []
    for origin, source in _SOURCES.items():
        stated = [(source(page, language), published) for page, published in dated]
        right, of = agreement((moment.iso() if moment else None, published) for moment, published in stated)
        if of:
            learned.append((str(origin), right, of))
    return tuple(learned)


def _modified(page: Page, language: str) -> Moment | None:
    for selector, take in META["updated"]:
        for value in read(page, selector, take, 1):
            if moment := read_iso(value):
                return moment
    return None


def _edit_line(page: Page, language: str) -> Moment | None:
    """The last date after words like "last modified": the one of the page is in its footer, if anywhere."""
    found = None
    for text in _texts(page):
        digit = _DIGIT.search(text)
        if digit and EDITED.search(text, 0, digit.start()) and (moment := _only_date(text[digit.start() :], language)):
            found = moment
    return found


def _newest(page: Page, language: str) -> Moment | None:
    moments = [moment for text in _texts(page) if (moment := _only_date(text, language))]
    return max(moments, key=lambda moment: moment.day, default=None)


def _texts(page: Page) -> list[str]:
    elements = cast("list[_Element]", _DATE_TEXTS(page.tree))
    chosen = elements[: _MAX_TEXTS // 2] + elements[-_MAX_TEXTS // 2 :] if len(elements) > _MAX_TEXTS else elements
    return [node_text(element)[:_MAX_LENGTH] for element in chosen]


def _only_date(text: str, language: str) -> Moment | None:
    """The date in a text, if it can be read in one way only."""
    readings = {moment for _, moment in read_date(text, language)}
    return readings.pop() if len(readings) == 1 else None


_SOURCES: dict[DateOrigin, Callable[[Page, str], Moment | None]] = {
    DateOrigin.MODIFIED: _modified,
    DateOrigin.EDIT_LINE: _edit_line,
    DateOrigin.NEWEST: _newest,
}
