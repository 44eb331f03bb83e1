"""What kind of values a feature has: dates, prices, numbers, persons or text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from ...dates import read_date
from ...extraction import is_stop_word

__all__ = ["ValueType", "value_type"]


class ValueType(StrEnum):
    """The kind of most values of a feature."""

    DATE = "date"
    PRICE = "price"
    NUMBER = "number"
    PERSON = "person"
    TEXT = "text"


_MAX_VALUES = 300
#: Shares of the values that must have the form of a kind. Titles may look like names, but not most of them.
_MIN_SHARE, _MIN_PERSONS = 0.8, 0.75
_CURRENCY = r"(?:[$€£¥₹₽₩¢]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|Kč|kr|zł|RUB|INR)\b\.?)"
_PRICE = re.compile(
    rf"(?:{_CURRENCY}\s*\d[\d.,' \u00a0]*|\d[\d.,' \u00a0]*\s*{_CURRENCY})(?:\s*\D{{0,20}})?", re.IGNORECASE
)
_NUMBER = re.compile(r"[-+−]?\d[\d.,' \u00a0]*\s*(?:%|[a-zA-Z]{1,12})?")
_YEAR = re.compile(r"(?:1[0-9]|20|21)\d\d")
_SEPARATOR = re.compile(r"\s*(?:[;,/&]|\band\b|\bund\b|\bet\b|\by\b)\s*")
_NAME_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.-])*\.?")
_PARTICLES = frozenset("de da di do du del della der den van von la le el al bin ibn ter ten y e af av zu".split())


def value_type(values: Iterable[str]) -> ValueType:
    """The type of most of the values."""
    sample = [value for value in values if value][:_MAX_VALUES]
    if not sample:
        return ValueType.TEXT

    def share(of: object) -> float:
        return sum(bool(of(value)) for value in sample) / len(sample)  # type: ignore[operator]

    if share(_PRICE.fullmatch) >= _MIN_SHARE:
        return ValueType.PRICE
    if share(_YEAR.fullmatch) >= _MIN_SHARE:
        return ValueType.DATE
    if share(_NUMBER.fullmatch) >= _MIN_SHARE:
        return ValueType.NUMBER
    if share(_is_date) >= _MIN_SHARE:
        return ValueType.DATE
    return ValueType.PERSON if share(_is_person) >= _MIN_PERSONS else ValueType.TEXT


def _is_date(value: str) -> bool:
    return len(value) <= 60 and any(map(str.isdigit, value)) and bool(read_date(value))


def _is_person(value: str) -> bool:
    """Whether a value is a name, or several: capitalised words and initials, no stop words, no digits."""
    if len(value) > 200:
        return False
    names = [name for name in _SEPARATOR.split(value) if name]
    return bool(names) and all(map(_is_name, names))


def _is_name(text: str) -> bool:
    parts = text.replace(".", ". ").split()
    if not 2 <= len(parts) <= 5:
        return False
    for part in parts:
        if part.lower() in _PARTICLES:
            continue
        if not _NAME_WORD.fullmatch(part) or not part[0].isupper() or (len(part) > 2 and is_stop_word(part.lower())):
            return False
    return True
