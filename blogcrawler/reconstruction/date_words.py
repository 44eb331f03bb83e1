"""A date as a page writes it, replaced by another date written the same way."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_datetime

from ..dates import parse_instant

__all__ = ["with_date"]

#: Patterns of Unicode CLDR, those with more words first.
_DATES = (
    *("EEEE, d MMMM y", "EEEE d MMMM y", "EEE dd MMMM y", "dd MMMM y", "d. MMMM y", "d MMMM y", "d 'de' MMMM 'de' y"),
    *("MMMM d, y", "MMMM dd, y", "MMM d, y", "MMM dd, y", "d MMM y", "dd MMM y", "y-MM-dd", "y/MM/dd", "y.MM.dd"),
    *("dd.MM.y", "d.M.y", "dd/MM/y", "MM/dd/y", "d MMMM", "MMMM d"),
)
_STYLES = ("full", "long", "medium")
_TIMES = ("h:mm a", "hh:mm a", "HH:mm", "H:mm")


def with_date(text: str, old: str | None, new: str | None, language: str | None) -> str:
    """A text with another date, and time of day, in place of one that it says in any of the usual ways."""
    before, after = parse_instant(old), parse_instant(new)
    if before is None or after is None or before == after or not any(map(str.isdigit, text)):
        return text
    folded = text.lower()
    for locale in _locales(language):
        for form in (*_STYLES, *_DATES):
            written = _written(before, form, locale)
            place = folded.find(written.lower())
            if place >= 0:
                start, rest = text[:place], text[place + len(written) :]
                return f"{start}{_written(after, form, locale)}{_with_time(rest, before, after, locale)}"
    return text


def _with_time(text: str, before: datetime, after: datetime, locale: str) -> str:
    folded = text.lower()
    for form in _TIMES:
        written = _written(before, form, locale)
        place = folded.find(written.lower())
        if place >= 0:
            said, now = text[place : place + len(written)], _written(after, form, locale)
            return text[:place] + (now.lower() if said == written.lower() else now) + text[place + len(written) :]
    return text


@lru_cache(10_000)
def _written(moment: datetime, form: str, locale: str) -> str:
    if form in _STYLES:
        return str(Locale.parse(locale).date_formats[form].apply(moment, locale))
    return format_datetime(moment, form, locale=locale).replace("\u202f", " ")


@lru_cache(100)
def _locales(language: str | None) -> tuple[str, ...]:
    """The locales of a language and of English, which many blogs write dates in."""
    try:
        own = str(Locale.parse(language or "en", sep="-"))
    except (UnknownLocaleError, ValueError):
        own = "en"
    return (own, "en") if own != "en" else ("en",)
