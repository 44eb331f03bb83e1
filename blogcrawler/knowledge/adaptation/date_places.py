"""Places on a page that read as a date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice

from ...dates import EDITED_NAMES_OR_TEXTS, iso_moment
from ...dom import ElementMap
from .frame import Frame, Place

__all__ = ["days_on", "is_near"]

_LONGEST, _SHORTEST = 80, 6
#: More dates are a calendar.
_MOST = 300
_ATTRIBUTES = ("datetime", "title", "content")
_DATELIKE = re.compile(r"\d\d|\d\D{1,3}\d")


def days_on(frame: Frame) -> dict[Place, str]:
    """The places outside the article that read as a date, with the day; of nested ones, the innermost."""
    kept: dict[Place, str] = {}
    for (element, take), day in reversed(list(islice(_dated(frame), _MOST))):  # in document order, the inner come last
        inner = (one for (one, _), other in kept.items() if day == other and one is not element)
        if take or not any(frame.seen.holds(element, one) for one in inner):
            kept[element, take] = day
    return kept


def _dated(frame: Frame) -> Iterator[tuple[Place, str]]:
    seen = frame.seen
    for element in seen.elements:
        if element in seen.unrelated or frame.is_in_content(element):
            continue
        if EDITED_NAMES_OR_TEXTS.search(
            " ".join(filter(None, (element.get("class"), element.get("itemprop"), element.get("id"))))
        ):
            continue
        for name in _ATTRIBUTES:
            day = _day(element.get(name) or "", seen)
            if day:
                yield (element, name), day
        if _SHORTEST <= seen.lengths[element] <= _LONGEST:
            text = seen.text(element)
            day = _day(text, seen) if not EDITED_NAMES_OR_TEXTS.search(text) else None
            if day:
                yield (element, ""), day


def _day(text: str, seen: ElementMap) -> str | None:
    if not _SHORTEST <= len(text) <= _LONGEST or not _DATELIKE.search(text):
        return None
    moment = iso_moment(text, seen.language)
    return moment[:10] if moment else None


def is_near(day: str, stated: Iterable[str], farthest: int) -> bool:
    """Whether a day is one of those that are stated, or so many days from it at most."""
    return any(abs((date.fromisoformat(day) - date.fromisoformat(one)).days) <= farthest for one in stated)
