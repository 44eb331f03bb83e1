"""Reading dates as pages show them, in the blog's language and habit.

Month names come from CLDR (Babel). Whether ``03/04/2014`` is in March or in April is not guessed: all
readings are given, and the training pages decide which order the blog uses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import get_month_names

from .similarity import squash

__all__ = ["Moment", "read_date", "read_iso", "url_date"]

_ISO = re.compile(
    r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?",
    re.IGNORECASE,
)
_CJK = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")
_NUMERIC = re.compile(r"(?<![\d.])(\d{1,4})\s?([./\-])\s?(\d{1,2})\s?\2\s?(\d{1,4})(?![\d])")
_TIME = re.compile(
    r"(?<![\d:/.])([01]?\d|2[0-3])[:.h]([0-5]\d)(?::([0-5]\d))?(?!\d)\s*([ap]\.?\s?m\b\.?)?", re.IGNORECASE
)
_AFTERNOON = re.compile("下午|午後|오후|晚上")
_RELATIVE = re.compile(r"\b(an?|\d{1,3})\s+(minute|hour|day|week|month|year)s?\s+ago\b", re.IGNORECASE)
_SPANS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "month": 30.44, "year": 365.25}
_URL = re.compile(r"/((?:19|20)\d{2})[/\-]?(0[1-9]|1[0-2])[/\-]?(0[1-9]|[12]\d|3[01])(?!\d)")
#: Languages whose month names are read on blogs that do not say theirs.
_COMMON_LANGUAGES = (
    "es",
    "de",
    "fr",
    "pt",
    "it",
    "nl",
    "ru",
    "pl",
    "tr",
    "cs",
    "sv",
    "da",
    "nb",
    "fi",
    "uk",
    "id",
)
#: No date stands further behind in a text.
_LONGEST = 2000
_DIGITS = {ord(c): str(i) for zero in "٠۰०০" for i, c in enumerate(map(chr, range(ord(zero), ord(zero) + 10)))}


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, with the time of day and the offset where they are known."""

    day: date
    hour: int | None = None
    minute: int = 0
    second: int = 0
    offset: timedelta | None = None

    def iso(self) -> str:
        """ISO 8601: a date, a date with time, or with time and offset."""
        moment = self.when()
        return moment.isoformat() if moment else self.day.isoformat()

    def when(self) -> datetime | None:
        """The moment as a ``datetime``, aware where the offset is known; ``None`` for a mere date."""
        if self.hour is None:
            return None
        zone = None if self.offset is None else timezone(self.offset)
        return datetime(self.day.year, self.day.month, self.day.day, self.hour, self.minute, self.second, tzinfo=zone)

    def same_day(self, other: datetime) -> bool:
        """Whether it is the day of ``other``, on either clock."""
        if self.day == other.date():
            return True
        mine = self.when()
        if mine is None or mine.tzinfo is None or other.tzinfo is None:
            return other.tzinfo is not None and self.day == other.astimezone(UTC).date()
        return mine.astimezone(UTC).date() == other.astimezone(UTC).date()


def _moment(year: int, month: int, day: int, rest: tuple[int, int, int] | None = None) -> Moment | None:
    if year < 100:
        year += 2000 if year < 70 else 1900
    if not 1990 <= year <= 2100:
        return None
    try:
        value = date(year, month, day)
    except ValueError:
        return None
    return Moment(value, *rest) if rest else Moment(value)


def _fold(text: str) -> str:
    return text.casefold().replace("i̇", "i").replace("ı", "i")


def _offset(text: str | None) -> timedelta | None:
    if not text:
        return None
    if text[0] not in "+-":
        return timedelta()
    digits = text[1:].replace(":", "")
    span = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return (-span if text[0] == "-" else span) if span < timedelta(hours=24) else None


def read_iso(text: str) -> Moment | None:
    """A machine's date: ISO 8601 in its many spellings."""
    found = _ISO.search(text)
    if not found:
        return None
    hour = found[4]
    if hour is not None and int(hour) < 24 and int(found[5]) < 60 and int(found[6] or 0) < 60:
        plain = _moment(int(found[1]), int(found[2]), int(found[3]), (int(hour), int(found[5]), int(found[6] or 0)))
        return plain and Moment(plain.day, plain.hour, plain.minute, plain.second, _offset(found[7]))
    return _moment(int(found[1]), int(found[2]), int(found[3]))


def url_date(url: str) -> Moment | None:
    """The date that an address carries: ``/2014/03/03/``."""
    found = _URL.search(url)
    return _moment(int(found[1]), int(found[2]), int(found[3])) if found else None


@lru_cache(maxsize=64)
def _months(language: str) -> tuple[re.Pattern[str], dict[str, int]]:
    """Month names of a language and of English, and the pattern of dates that are written with them."""
    names: dict[str, int] = {}
    spelled: set[str] = set()  # folding may change the letters, and the text is not folded
    for code in dict.fromkeys((language, "en", *_COMMON_LANGUAGES)):
        try:
            locale = Locale.parse(code.replace("-", "_"))
        except (ValueError, UnknownLocaleError):
            continue
        for width in ("abbreviated", "wide"):
            for context in ("format", "stand-alone"):
                for number, name in get_month_names(width, context, locale).items():
                    spelled.add(name.lower().rstrip("."))
                    name = _fold(name).rstrip(".")
                    if not name.isdigit() and len(name) > 1 and not name[0].isdigit():
                        names.setdefault(name, number)
    names.setdefault("sept", 9)
    forms = names.keys() | {form for form in spelled if _fold(form) in names}
    # Turkish has two letters i: the one that folding makes of the other is read as well.
    listed = "|".join(re.escape(name).replace("i", "[iıİ]") for name in sorted(forms, key=len, reverse=True))
    pattern = re.compile(
        r"(?<!\w)(?:(?P<y0>(?:19|20)\d{2})[.,]?\s*(?:m\.|gada)?\s*)?"
        r"(?:(?P<d1>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.|,)?\s*(?:of\s+|de\s+|-\s*|/\s*|d[’'])?)?"
        rf"[בלמ]?(?P<month>{listed})(?!\w)[.,،]?\s*(?:del?\s+|-\s*|/\s*)?"
        r"(?:(?P<d2>\d{1,2})(?:st|nd|rd|th|\.)?(?!\d)\s*(?:,|،|-|/)?\s*(?:del?\s+)?)?"
        r"(?P<year>(?:19|20)\d{2}|[’']\d{2})?",
        re.IGNORECASE,
    )
    return pattern, names


def read_date(text: str, language: str = "en", now: datetime | None = None) -> list[tuple[str, Moment]]:
    """All readings of the first date in a text, each with the order in which it was read.

    >>> [(form, moment.iso()) for form, moment in read_date("Montag, 3. März 2014 um 14:05", "de")]
    [('words', '2014-03-03T14:05:00')]
    >>> [(form, moment.iso()) for form, moment in read_date("03/04/2014")]
    [('dmy', '2014-04-03'), ('mdy', '2014-03-04')]
    """
    text = squash(text[:_LONGEST]).translate(_DIGITS)
    iso = read_iso(text)
    if iso:
        return [("iso", iso)]
    found = _CJK.search(text)
    if found:
        moment = _moment(int(found[1]), int(found[2]), int(found[3]), _clock(text[found.end() :]))
        return [("words", moment)] if moment else []
    pattern, names = _months(language)
    for match in pattern.finditer(text):
        day, year = match["d1"] or match["d2"], match["year"] or match["y0"]
        if not year and match["d1"] and match["d2"] and len(match["d2"]) == 2:
            year = match["d2"]
        if not day or not year:
            continue
        clock = _clock(text[match.end() :]) or _clock(text[: match.start()])
        month = names.get(_fold(match["month"]))
        moment = _moment(int(year.strip("’'")), month, int(day), clock) if month else None
        if moment:
            return [("words", moment)]
    found = _NUMERIC.search(text)
    if found:
        return _numeric(found, _clock(text[found.end() :]))
    return _relative(text, now)


def _numeric(found: re.Match[str], clock: tuple[int, int, int] | None) -> list[tuple[str, Moment]]:
    one, two, three = found[1], found[3], found[4]
    readings: list[tuple[str, Moment | None]] = []
    if len(one) == 4:
        readings = [("ymd", _moment(int(one), int(two), int(three), clock))]
    elif len(three) in (2, 4):
        readings = [
            ("dmy", _moment(int(three), int(two), int(one), clock)),
            ("mdy", _moment(int(three), int(one), int(two), clock)),
        ]
        if len(three) == 2:
            readings.append(("ymd", _moment(int(one), int(two), int(three), clock)))
    return [(form, moment) for form, moment in readings if moment]


def _clock(text: str) -> tuple[int, int, int] | None:
    found = _TIME.search(text[:40])
    if not found:
        return None
    hour = int(found[1])
    half = (found[4] or "").lower()
    if (half.startswith("p") or _AFTERNOON.search(text[: found.start()])) and hour < 12:
        hour += 12
    elif half.startswith("a") and hour == 12:
        hour = 0
    return hour, int(found[2]), int(found[3] or 0)


def _relative(text: str, now: datetime | None) -> list[tuple[str, Moment]]:
    found = _RELATIVE.search(text)
    if not found or now is None:
        return []
    count = 1 if found[1][0] in "aA" else int(found[1])
    return [("ago", Moment((now - timedelta(days=count * _SPANS[found[2].lower()])).date()))]
