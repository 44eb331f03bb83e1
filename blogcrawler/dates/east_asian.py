"""Dates and times on Chinese, Japanese and Korean pages: numerals, eras, signs after the numbers."""

from __future__ import annotations

import re

__all__ = ["east_asian_date", "east_asian_time", "has_east_asian", "plain_numerals"]

_UNIT_SIGN = re.compile("[年年년月月월时時点點시]")
#: The year before each era begins.
_ERAS = {"昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911, "民国": 1911}
_DATE = re.compile(
    rf"(?:({'|'.join(_ERAS)})\s*)?(?<!\d)(\d{{1,4}}|元)\s*[年年년]\s*(\d{{1,2}})\s*[月月월]\s*(\d{{1,2}})\s*[日日일号號]"
)
_DIGITS = {sign: number for number, signs in enumerate("〇零○ 一 二 三 四 五 六 七 八 九".split()) for sign in signs}
_NUMERAL_SIGNS = "〇零○一二三四五六七八九十廿卅"
_NUMERALS = re.compile(rf"([{_NUMERAL_SIGNS}]{{4}})(?=\s*年)|([{_NUMERAL_SIGNS}]{{1,4}})(?=\s*[月日号號])")
_TIME = re.compile(r"(\d{1,2})\s?[时時点點시](?:\s?(\d{1,2})\s?[分분])?")


def has_east_asian(text: str) -> bool:
    """Whether a text has one of the signs that follow years, months or hours."""
    return _UNIT_SIGN.search(text) is not None


def plain_numerals(text: str) -> str:
    """The text with digits for the numerals before these signs.

    >>> plain_numerals("二〇一四年十二月二十三日")
    '2014年12月23日'
    """
    return _NUMERALS.sub(lambda found: _year(found[1]) if found[1] else str(_number(found[2])), text)


def _year(numeral: str) -> str:
    return "".join(str(_DIGITS.get(sign, 0)) for sign in numeral)


def _number(numeral: str) -> int:
    """A number below one hundred."""
    tens, ten, ones = numeral.replace("廿", "二十").replace("卅", "三十").partition("十")
    if not ten:
        return int(_year(numeral))
    return 10 * (int(_year(tens)) if tens else 1) + (int(_year(ones)) if ones else 0)


def east_asian_date(text: str) -> tuple[int, int, int, int] | None:
    """Year, month and day of the first date in a text, and the position of its end."""
    found = _DATE.search(text)
    if not found:
        return None
    year = 1 if found[2] == "元" else int(found[2])
    if found[1]:
        year += _ERAS[found[1]]
    elif len(found[2]) not in (2, 4):
        return None
    return year, int(found[3]), int(found[4]), found.end()


def east_asian_time(text: str) -> str:
    """The text with its times as digits and a colon."""
    return _TIME.sub(lambda found: f"{found[1]}:{int(found[2] or 0):02}", text)
