"""Dates of the Persian calendar, which blogs of Iran count by."""

from __future__ import annotations

import re
from datetime import date, timedelta

__all__ = ["from_persian", "persian_date", "persian_year"]

_MONTHS = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split()
_NUMBERS = {name: number for number, name in enumerate(_MONTHS, 1)}
_NAMES = "|".join(_MONTHS)
#: In full, or of the years since blogs are written in two digits.
_YEAR = r"(1[34]\d\d|[89]\d|0\d)(?![\d:])"
_DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})\s*(?:ام\s+)?({_NAMES})(?:\s*ماه)?\s*[،,]?\s*{_YEAR}")
_MONTH_FIRST = re.compile(rf"({_NAMES})(?:\s*ماه)?\s+(\d{{1,2}})\s*[،,]?\s*{_YEAR}")
#: Arabic keyboards have other letters for two of the Persian ones.
_LETTERS = str.maketrans("يك", "یک")


def persian_date(text: str) -> tuple[date, int] | None:
    """The first date with the name of a Persian month, and where it ends in the text; its digits are ASCII."""
    text = text.translate(_LETTERS)
    found = _DAY_FIRST.search(text)
    if found:
        day, month, year = found[1], found[2], found[3]
    else:
        found = _MONTH_FIRST.search(text)
        if not found:
            return None
        month, day, year = found[1], found[2], found[3]
    converted = from_persian(_full(int(year)), _NUMBERS[month], int(day))
    return (converted, found.end()) if converted else None


def _full(year: int) -> int:
    return year if year > 99 else 1300 + year if year >= 80 else 1400 + year


def persian_year(day: date) -> int:
    """The Persian year of a day; at the turn of the year, by a day."""
    return day.year - (621 if (day.month, day.day) > (3, 20) else 622)


def from_persian(year: int, month: int, day: int) -> date | None:
    """The day in our calendar, by the rule of 33 years; ``None`` if there is no such day."""
    if not (1 <= month <= 12 and 1 <= day <= (31 if month < 7 else 30) and 1300 <= year < 1450):
        return None
    passed = (month - 1) * 31 if month < 7 else 186 + (month - 7) * 30
    before = _days_before(year)
    if passed + day > _days_before(year + 1) - before:
        return None
    return date(1921, 3, 21) + timedelta(days=before - _days_before(1300) + passed + day - 1)


def _days_before(year: int) -> int:
    """The days of all years before this one, counted from some day long ago."""
    cycles, rest = divmod(year + 1595, 33)
    return 365 * (year + 1595) + 8 * cycles + (rest + 3) // 4
