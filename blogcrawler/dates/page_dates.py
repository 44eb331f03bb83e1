"""Read dates as pages show them, in any language.

Month names come from CLDR (Babel). Whether ``03/04/2014`` is in March or in April is not guessed: all
readings are returned, and the training pages decide which order the blog uses.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache

from ..dom import squash
from .east_asian import east_asian_date, east_asian_time, has_east_asian, plain_numerals
from .edit_notes import published_part
from .machine_dates import iso_within, plain_iso
from .page_moment import Clock, Moment, page_moment, stated_offset
from .persian import persian_date
from .relative import read_relative
from .vocabulary import fold_word, month_names

__all__ = ["read_date"]

#: A text that is only a date, without separators.
_COMPACT_DATE = re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_NUMERIC = re.compile(r"(?<![\d.])(\d{1,4})\s?([./\-])\s?(\d{1,2})\s?\2\s?(\d{1,4})(?![\d])")
#: AM and PM after the time: Latin, Persian, Arabic, Greek, Turkish, Vietnamese.
_AM_PM = r"(?i:[ap]\.?\s?m\b\.?|[قب]\.\s?ظ|[صم](?!\w)|[πμ]\.\s?μ|ö[öüs](?!\w)|(?:sa|ch)(?!\w))"
_TIME = re.compile(
    rf"(?<![\d:/.])([01]?\d|2[0-3])(?:[:.]|\s?h\s?)([0-5]\d)(?::([0-5]\d))?(?!\d)\s*({_AM_PM})?"
    r"(?:\s*\(?((?:UTC|GMT)?\s?[+\-−]\d{1,2}(?::?\d{2})?(?!\d)|[A-Z]{3,4}(?![\w])))?"
)
_LIKE_TIME = re.compile(r"\d(?:[:.]|\s?h\s?)\d\d")
_PM = ("p", "ب", "م", "μ", "ös", "ch")
# Replaces the name of a month. It is a noncharacter, which parsing removes from all texts.
_MONTH_MARK = "\ufdd0"
#: Words, and abbreviations with dots in them, as in Thai.
_WORD = re.compile(r"[^\s\d.,،/:;()+\-–—_|·•’'\"<>\[\]]+(?:\.[^\s\d.,،/:;()+\-–—_|·•’'\"<>\[\]]+)*")
#: Vietnamese numbers the months.
_NUMBERED_MONTH = re.compile(r"(?<!\w)(?:tháng|thg)\.?\s*(0?[1-9]|1[0-2])(?!\d)(?:,?\s+năm(?=\s))?", re.IGNORECASE)
#: "3月 3, 2014", as WordPress writes months in Chinese, Japanese and Korean.
_EASTERN_MONTH = re.compile(r"(?<!\d)(0?[1-9]|1[0-2])\s?[月월]")
#: Arabic months of the Levant that have two words.
_TWO_WORD_MONTHS = {"كانون الثاني": 1, "كانون الأول": 12, "تشرين الأول": 10, "تشرين الثاني": 11}
_HEBREW_PREFIXES = "בלמ"
_IN_WORDS = re.compile(
    rf"(?<!\w)(?=[\d{_MONTH_MARK}])"  # fast: a date starts with one of these
    r"(?:(?P<y0>(?:19|2[05])\d{2})[.,/-]?\s*(?:m\.|gada|(?:\(?e\)?)?ko|-?ж\.,?)?\s*)?"
    r"(?:(?P<d1>\d{1,2})(?:st|nd|rd|th|er|-го|-е|-a|ই|শে|লা|রা|ঠা|º|ª|\.|,)?\s*(?:(?:day\s+)?of\s+|de\s+|-\s*|/\s*|d[’'])?)?"
    rf"{_MONTH_MARK}(?P<month>\d\d)(?:\s?/\s?{_MONTH_MARK}\d\d)?[.,،]?\s*(?:del?\s+|do\s+|-\s*|/\s*|[พค]\.ศ\.\s*)?"
    r"(?:(?:the\s+)?(?P<d2>\d{1,2})(?:st|nd|rd|th|\(?an?\)?(?!\w)|\.)?(?![\d:])\s*(?:,|،|-|/|\.)?\s*(?:del?\s+)?)?"
    r"(?P<year>(?:19|2[05])\d{2}|[’']\d{2})?",
    re.IGNORECASE,
)
#: The year of ``Mon Mar  3 10:00:00 CET 2014``.
_YEAR_AFTER_TIME = re.compile(r"\s*\d{1,2}:\d{2}(?::\d{2})?\s*(?:[A-Z]{2,5}|[+\-]\d{4})?\s+((?:19|20)\d{2})(?!\d)")
#: Thai dates shorten 2564 to 64; lower numbers are years of the common calendar.
_BUDDHIST_CENTURY, _BUDDHIST_SHORT_YEARS = 2500, (40, 100)
_THAI = re.compile("[ก-๛]")
#: AM and PM before the time.
_MORNING, _AFTERNOON = re.compile("上午|午前|오전|凌晨|清晨"), re.compile("下午|午後|오후|晚上")
#: The largest distance from the start of a date to the name of its month.
_MAX_BEFORE_MONTH = 40
#: Dates further into a text are not read.
_MAX_TEXT_LENGTH = 2000
#: The first digits of scripts with digits of their own: Arabic, Persian, and from Devanagari to Burmese.
_ZEROS = "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0"
#: Digits of other scripts as ours; marks for the direction of text, which Arabic and Hebrew dates contain, are removed.
_PLAIN = str.maketrans(
    {chr(ord(zero) + digit): str(digit) for zero in _ZEROS for digit in range(10)}
    | dict.fromkeys("\u061c\u200e\u200f", "")
)


@lru_cache(maxsize=4096)
def _mark_word(word: str, language: str) -> str:
    names = month_names(language)
    name = fold_word(word)
    month = names.get(name)
    if month is None and name[0] in _HEBREW_PREFIXES:
        month = names.get(name[1:])
    if month is None and language == "eu":
        month = names.get(name.removesuffix("ren").removesuffix("k"))
    return f"{_MONTH_MARK}{month:02}" if month else word


def _mark_months(text: str, language: str) -> str:
    """The text with a mark and two digits in place of each name of a month."""

    def mark(word: re.Match[str]) -> str:
        return _mark_word(word[0], language)

    if "th" in text or "Th" in text:
        text = _NUMBERED_MONTH.sub(lambda month: f"{_MONTH_MARK}{int(month[1]):02}", text)
    if "月" in text or "월" in text:
        text = _EASTERN_MONTH.sub(lambda month: f"{_MONTH_MARK}{int(month[1]):02}", text)
    if "كانون" in text or "تشرين" in text:
        for name, number in _TWO_WORD_MONTHS.items():
            text = text.replace(name, f"{_MONTH_MARK}{number:02}")
    return _WORD.sub(mark, text)


def read_date(text: str, language: str = "en", now: datetime | None = None) -> list[tuple[str, Moment]]:
    """All readings of the first date in a text, each with the form in which it was read. Dates of edits are skipped.

    >>> [(form, moment.iso()) for form, moment in read_date("Montag, 3. März 2014 um 14:05", "de")]
    [('words', '2014-03-03T14:05:00')]
    >>> [(form, moment.iso()) for form, moment in read_date("03/04/2014")]
    [('dmy', '2014-04-03'), ('mdy', '2014-03-04')]
    """
    text = squash(text[:_MAX_TEXT_LENGTH])
    if exact := plain_iso(text):
        return [("iso", exact)]
    part = published_part(text)
    return _readings(part, language, now) or (_readings(text, language, now) if part != text else [])


def _readings(text: str, language: str, now: datetime | None) -> list[tuple[str, Moment]]:
    if not text.isascii():
        text = text.translate(_PLAIN)
    basic = _COMPACT_DATE.fullmatch(text)
    iso = page_moment(int(basic[1]), int(basic[2]), int(basic[3])) if basic else iso_within(text)
    if iso:
        return [("iso", iso)]
    eastern = not text.isascii() and has_east_asian(text)
    if eastern:
        text = east_asian_time(plain_numerals(text))
        found = east_asian_date(text)
        if found:
            year, month, day, end = found
            moment = page_moment(year, month, day, _time(text[end:]))
            return [("words", moment)] if moment else []
    persian = None if text.isascii() else persian_date(text)
    if persian:
        return [("words", Moment(persian[0], *_time(text[persian[1] :]) or ()))]
    moment = _in_words(_mark_months(text, language), buddhist=not text.isascii() and _THAI.search(text) is not None)
    if moment:
        return [("words", moment)]
    numbers = _NUMERIC.search(text)
    if numbers:
        return _numeric(numbers, _time(text[numbers.end() :]))
    counted = read_relative(text, language, now) if now is not None else None
    return [(counted[0], Moment(counted[1]))] if counted else []


def _in_words(marked: str, *, buddhist: bool) -> Moment | None:
    """The first date in a text with marked months. Years of two digits may be of the Buddhist calendar."""
    first = marked.find(_MONTH_MARK)
    begin = max(0, first - _MAX_BEFORE_MONTH)
    while first >= 0 and (match := _IN_WORDS.search(marked, begin)):
        begin = match.start("month")
        day, year, rest = match["d1"] or match["d2"], match["year"] or match["y0"], marked[match.end() :]
        if not year and match["d1"] and match["d2"] and len(match["d2"]) == 2:
            year = match["d2"]
        if not year and (late := _YEAR_AFTER_TIME.match(rest)):
            year = late[1]
        if not day or not year:
            continue
        clock = _time(rest) or _time(marked[: match.start()])
        number = int(year.strip("’'"))
        if buddhist and _BUDDHIST_SHORT_YEARS[0] <= number < _BUDDHIST_SHORT_YEARS[1]:
            number += _BUDDHIST_CENTURY
        moment = page_moment(number, int(match["month"]), int(day), clock)
        if moment:
            return moment
    return None


def _numeric(found: re.Match[str], clock: Clock | None) -> list[tuple[str, Moment]]:
    one, two, three = found[1], found[3], found[4]
    readings: list[tuple[str, Moment | None]] = []
    if len(one) == 4:
        readings = [("ymd", page_moment(int(one), int(two), int(three), clock))]
    elif len(three) in (2, 4):
        readings = [
            ("dmy", page_moment(int(three), int(two), int(one), clock)),
            ("mdy", page_moment(int(three), int(one), int(two), clock)),
        ]
        if len(three) == 2:
            readings.append(("ymd", page_moment(int(one), int(two), int(three), clock)))
    return [(form, moment) for form, moment in readings if moment]


def _time(text: str) -> Clock | None:
    text = text[:50]
    found = _TIME.search(text) if _LIKE_TIME.search(text) else None
    if not found:
        return None
    hour = int(found[1])
    half, before = (found[4] or "").lower(), text[: found.start()]
    if (half.startswith(_PM) or _AFTERNOON.search(before)) and hour < 12:
        hour += 12
    elif hour == 12 and ((half and not half.startswith(_PM)) or _MORNING.search(before)):
        hour = 0
    return hour, int(found[2]), int(found[3] or 0), stated_offset(found[5])
