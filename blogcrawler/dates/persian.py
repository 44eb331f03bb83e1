"""Dates of the Persian calendar, which blogs in Iran use."""

from __future__ import annotations

import re
from datetime import date, timedelta

__all__ = ["from_persian", "persian_date", "persian_year"]

_MONTHS = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split()
_MONTH_NUMBERS = {name: number for number, name in enumerate(_MONTHS, 1)}
_MONTH_NAMES = "|".join(_MONTHS)
#: A full year or, for the years since there have been blogs, two digits.
_YEAR = r"(1[34]\d\d|[89]\d|0\d)(?![\d:])"
_DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})\s*(?:ام\s+)?({_MONTH_NAMES})(?:\s*ماه)?\s*[،,]?\s*{_YEAR}")
_MONTH_FIRST = re.compile(rf"({_MONTH_NAMES})(?:\s*ماه)?\s+(\d{{1,2}})\s*[،,]?\s*{_YEAR}")
#: Arabic keyboards have different letters for two of the Persian ones.
_PERSIAN_LETTERS = str.maketrans("يك", "یک")


def persian_date(text: str) -> tuple[date, int] | None:
    """The first date with the name of a Persian month, and the position of its end. Digits must be ASCII."""
    text = text.translate(_PERSIAN_LETTERS)
    found = _DAY_FIRST.search(text)
    if found:
        day, month, year = found[1], found[2], found[3]
    else:
        found = _MONTH_FIRST.search(text)
        if not found:
            return None
        month, day, year = found[1], found[2], found[3]
    converted = from_persian(_full_year(int(year)), _MONTH_NUMBERS[month], int(day))
    return (converted, found.end()) if converted else None


def _full_year(year: int) -> int:
    return year if year > 99 else 1300 + year if year >= 80 else 1400 + year


def persian_year(day: date) -> int:
    """The Persian year of a day. It may be off by one on the first day of the year."""
    return day.year - (621 if (day.month, day.day) > (3, 20) else 622)


def from_persian(year: int, month: int, day: int) -> date | None:
    """The day in the Gregorian calendar, by the 33-year rule; ``None`` if there is no such day."""
    if not (1 <= month <= 12 and 1 <= day <= (31 if month < 7 else 30) and 1300 <= year < 1450):
        return None
    passed = (month - 1) * 31 if month < 7 else 186 + (month - 7) * 30
    before = _days_before(year)
    if passed + day > _days_before(year + 1) - before:
        return None
    return date(1921, 3, 21) + timedelta(days=before - _days_before(1300) + passed + day - 1)


def _days_before(year: int) -> int:
    """The number of days before a year, counted from an arbitrary day."""
    cycles, rest = divmod(year + 1595, 33)
    return 365 * (year + 1595) + 8 * cycles + (rest + 3) // 4
