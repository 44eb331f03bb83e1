"""Whether words mention a year, in the digits and the calendar of any language: a quick test before dates are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

__all__ = ["mentions_year", "mentions_year_since"]

#: Words of Chinese and Japanese are not separated: 2014年3月7日 is one.
_NUMBER = re.compile(r"\d+")
#: The Buddhist calendar, and the Persian one, whose year begins in March.
_CALENDARS = (0, 543, -621, -622)
#: Years at most this long after a year may be those of later comments.
_SPAN = 40


def mentions_year(words: Iterable[str], year: int) -> bool:
    """Whether words contain a year, with four digits or with two.

    >>> mentions_year(["٣", "مارس", "٢٠١٤"], 2014), mentions_year(["3", "มี.ค.", "57"], 2014)
    (True, True)
    """
    known = {year + ahead for ahead in _CALENDARS}
    known |= {one % 100 for one in known}
    return any(number in known for number in _numbers(words))


def mentions_year_since(words: Iterable[str], year: int) -> bool:
    """Whether words contain a year that is not before another, or its last two digits."""
    return any(
        number in (year % 100, (year + _CALENDARS[1]) % 100)
        or any(year + ahead <= number <= year + ahead + _SPAN for ahead in _CALENDARS)
        for number in _numbers(words)
    )


def _numbers(words: Iterable[str]) -> Iterator[int]:
    return (int(number) for word in words if word[:1].isdigit() for number in _NUMBER.findall(word) if len(number) < 5)
