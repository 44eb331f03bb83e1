"""The places on a page that read as a date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice

from ...dates import EDITED_NAMES_OR_TEXTS, iso_moment
from ...dom import ElementMap
from .frame import Frame, Place

__all__ = ["days_on", "is_near"]

_MIN_LENGTH, _MAX_LENGTH = 6, 80
#: A page with more dates is a calendar.
_MAX_DATES = 300
_ATTRIBUTES = ("datetime", "title", "content")
_DATELIKE = re.compile(r"\d\d|\d\D{1,3}\d")


def days_on(frame: Frame) -> dict[Place, str]:
    """The places outside the article that read as a date, each with the day; of nested ones, the innermost."""
    kept: dict[Place, str] = {}
    for (element, take), day in reversed(
        list(islice(_dated(frame), _MAX_DATES))
    ):  # in document order, inner elements come last
        inner = (one for (one, _), other in kept.items() if day == other and one is not element)
        if take or not any(frame.mapped.holds(element, one) for one in inner):
            kept[element, take] = day
    return kept


def _dated(frame: Frame) -> Iterator[tuple[Place, str]]:
    mapped = frame.mapped
    for element in mapped.elements:
        if element in mapped.unrelated or frame.is_in_content(element):
            continue
        if EDITED_NAMES_OR_TEXTS.search(
            " ".join(filter(None, (element.get("class"), element.get("itemprop"), element.get("id"))))
        ):
            continue
        for name in _ATTRIBUTES:
            day = _day(element.get(name) or "", mapped)
            if day:
                yield (element, name), day
        if _MIN_LENGTH <= mapped.lengths[element] <= _MAX_LENGTH:
            text = mapped.text(element)
            day = _day(text, mapped) if not EDITED_NAMES_OR_TEXTS.search(text) else None
            if day:
                yield (element, ""), day


def _day(text: str, mapped: ElementMap) -> str | None:
    if not _MIN_LENGTH <= len(text) <= _MAX_LENGTH or not _DATELIKE.search(text):
        return None
    moment = iso_moment(text, mapped.language)
    return moment[:10] if moment else None


def is_near(day: str, stated: Iterable[str], max_days: int) -> bool:
    """Whether a day is at most ``max_days`` from one of the stated days."""
    return any(abs((date.fromisoformat(day) - date.fromisoformat(one)).days) <= max_days for one in stated)
