"""Parse dates of feeds, keeping their offset from UTC."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from .vocabulary import month_of, zone_offset

__all__ = ["parse_date", "plausible"]

_ISO = re.compile(
    r"""(?P<year>\d{4})(?P<sep>[-/.]?)(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})
        (?:(?:\s*[Tt]\s*|\s+|,\s*)(?P<rest>\d.*))?$""",
    re.X,
)
_CJK = re.compile(r"(?P<year>\d{4})\s*[年년]\s*(?P<month>\d{1,2})\s*[月월]\s*(?P<day>\d{1,2})\s*[日일]?(?P<rest>.*)$")
_DOTTED = re.compile(r"(?:\D*\s)?(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})(?:\D+(?P<rest>\d.*))?$")
_SLASHED = re.compile(r"(?:\D*\s)?(?P<one>\d{1,2})/(?P<two>\d{1,2})/(?P<year>\d{4})(?:\D+(?P<rest>\d.*))?$")
_TIME = re.compile(
    r"""(?<!\d)(?P<hour>\d{1,2})(?:(?:[:.h時시]\s?)(?P<minute>\d{2})(?:[:.]?(?P<second>\d{2})(?:[.,]\d+)?)?(?!\d))?
        \s*(?P<half>[ap]\.?m\b\.?)?\s*(?P<zone>.*)$""",
    re.X | re.I,
)
_COMPACT_TIME = re.compile(r"(?P<hour>\d{2})(?P<minute>\d{2})(?P<second>\d{2})?(?P<half>)(?P<zone>\D.*)?$")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:h]\s?\d{2}(?!\d)")
_OFFSET = re.compile(r"(?:utc|gmt)?\s*(?P<sign>[+\-−])\s?(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?(?:$|\s)", re.I)
_WORD = re.compile(r"[^\s\d,./:;()+\-]+")
_NUMBER = re.compile(r"\d+")
#: Longer texts are not dates.
_MAX_LENGTH = 200
_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def parse_date(text: str | None, language: str | None = None) -> datetime | None:
    """The date that ``text`` states: RFC 822, ISO 8601, or in the words of a language.

    It is aware if and only if the text states an offset, which is kept. Incomplete and ambiguous dates
    (``03/04/2014``) give ``None``. ``language`` is tried before others.
    """
    if not text or len(text) > _MAX_LENGTH:
        return None
    text = " ".join(_REMARK.sub(" ", _ascii_digits(text)).split())
    for pattern in (_ISO, _CJK, _DOTTED):
        if match := pattern.match(text):
            return _build(match["year"], match["month"], match["day"], match["rest"])
    if match := _SLASHED.match(text):
        one, two = int(match["one"]), int(match["two"])
        if one > 12:
            return _build(match["year"], str(two), str(one), match["rest"])
        return _build(match["year"], str(one), str(two), match["rest"]) if two > 12 or one == two else None
    return _in_words(text, language)


def plausible(date: datetime | None, now: datetime | None = None) -> datetime | None:
    """The date, or ``None`` if no blog post can have it: before 1900, the epoch, over a year ahead."""
    if date is None or date.year < 1900:
        return None
    moment = date if date.tzinfo else date.replace(tzinfo=UTC)
    if date.replace(tzinfo=None) == datetime(1970, 1, 1) or moment == datetime(1970, 1, 1, tzinfo=UTC):
        return None
    return date if moment < (now or datetime.now(UTC)) + timedelta(days=366) else None


def _in_words(text: str, language: str | None) -> datetime | None:
    """``Mon, 03 Mar 2014 10:00:00 +0100``, ``March 3, 2014``, ``3 de marzo de 2014``."""
    clock = _CLOCK.search(text)
    head, rest = (text[: clock.start()], text[clock.start() :]) if clock else (text, None)
    month = month_of(_WORD.findall(head), language)
    numbers = _NUMBER.findall(head)
    if rest and len(numbers) == 1:  # `date` and asctime: Mon Mar  3 10:00:00 CET 2014
        tail = re.search(r"\s(\d{4})$", rest)
        if tail:
            numbers.append(tail.group(1))
            rest = rest[: tail.start()]
    if month is None or len(numbers) != 2:
        return None
    day, year = numbers
    if len(day) == 4:
        day, year = year, day
    if len(year) == 2:  # RFC 2822, 4.3
        year = f"{'20' if int(year) < 50 else '19'}{year}"
    return _build(year, str(month), day, rest) if len(year) == 4 else None


def _build(year: str, month: str, day: str, rest: str | None) -> datetime | None:
    try:
        date = datetime(int(year), int(month), int(day))
        rest = rest.strip() if rest else ""
        time = (_COMPACT_TIME.match(rest) or _TIME.search(rest)) if rest else None
        if time is None:
            return date
        hour, minute, second = (int(time[name] or 0) for name in ("hour", "minute", "second"))
        if half := (time["half"] or "")[:1].lower():
            hour = hour % 12 + (12 if half == "p" else 0)
        moment = date + timedelta(hours=hour, minutes=minute, seconds=min(second, 59))
    except (ValueError, OverflowError):
        return None
    if hour > 24 or minute > 59:
        return None
    return moment.replace(tzinfo=_zone((time["zone"] or "").strip()))


def _zone(text: str) -> tzinfo | None:
    if match := _OFFSET.match(text):
        minutes = int(match["hours"]) * 60 + int(match["minutes"] or 0)
        if minutes <= 14 * 60:
            return timezone(timedelta(minutes=minutes if match["sign"] == "+" else -minutes))
        return None
    offset = zone_offset(text.split(" ")[0])
    return None if offset is None else timezone(offset)


def _ascii_digits(text: str) -> str:
    """The text with 0–9 for Arabic, Persian, Devanagari and full-width digits, and without direction marks."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text if unicodedata.category(c) != "Cf")
