"""Relative dates: "3 days ago", "vor 3 Tagen", "3天前". CLDR has the words of each language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from .vocabulary import ago_words, fold_word

__all__ = ["AGO", "ROUGHLY_AGO", "read_relative"]

#: The forms of relative dates: exact to the day, or only to weeks, months or years.
AGO, ROUGHLY_AGO = "ago", "long ago"

_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}
_EXACT_UNITS = frozenset({"minute", "hour", "day"})
_ONE_WORDS = "an?|one|eine[mr]?|une?|uno|una|uma?|één|een|ett?|jeden|один|одну|bir"


@dataclass(frozen=True, slots=True)
class _Reader:
    pattern: re.Pattern[str]
    units: dict[tuple[str, str], str]


@lru_cache(maxsize=64)
def _reader(language: str) -> _Reader:
    units = {(before, after): unit for before, after, unit in (*ago_words("en"), *ago_words(language))}
    befores = "|".join(sorted({re.escape(before) for before, _ in units if before}, key=len, reverse=True)) or "(?!)"
    afters = "|".join(sorted({re.escape(after) for _, after in units}, key=len, reverse=True))
    pattern = re.compile(rf"(?:(?<!\w)({befores})\s?)?(?<!\w)(\d{{1,3}}|(?:{_ONE_WORDS})(?=\s))\s?({afters})(?!\w)")
    return _Reader(pattern, units)


def read_relative(text: str, language: str, now: datetime) -> tuple[str, date] | None:
    """The form of the first relative date in a text, and its day.

    >>> read_relative("geschrieben vor 3 Tagen", "de", datetime(2014, 3, 10))
    ('ago', datetime.date(2014, 3, 7))
    """
    reader = _reader(language)
    for found in reader.pattern.finditer(fold_word(text)):
        unit = reader.units.get((found[1] or "", found[3]))
        if unit is not None:
            count = int(found[2]) if found[2].isdecimal() else 1
            day = (now - timedelta(days=count * _DAYS[unit])).date()
            return (AGO if unit in _EXACT_UNITS else ROUGHLY_AGO), day
    return None
