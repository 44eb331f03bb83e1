"""Read dates that are written for machines: ISO 8601, timestamps, dates in addresses."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from .page_moment import Moment, page_moment, stated_offset

__all__ = ["iso_within", "plain_iso", "read_iso", "read_timestamp", "url_date"]

_ISO = re.compile(
    r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?",
    re.IGNORECASE,
)
#: Seconds or milliseconds since 1970.
_TIMESTAMP = re.compile(r"\s*(\d{9,10})(\d{3})?\s*")
_DATE_IN_URL = re.compile(r"/((?:19|20)\d{2})[/\-]?(0[1-9]|1[0-2])[/\-]?(0[1-9]|[12]\d|3[01])(?!\d)")
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS)
_MONTH_NUMBERS = {name[:3]: number for number, name in enumerate(_MONTHS, 1)}
#: Numbers of one digit, English months and other separators, if the post's name follows: ``/2017/1/5/name``, as on
#: Squarespace, or ``/2017/jan/5/name``. Without a name, the last number may be that of a page.
_LOOSE_DATE_IN_URL = re.compile(
    rf"/((?:19|20)\d{{2}})([/._-])(0?[1-9]|1[0-2]|(?i:{_MONTH}))\2(0?[1-9]|[12]\d|3[01])[/._-](?:[^\W\d_]|%)"
)


def read_iso(text: str) -> Moment | None:
    """Read a machine-readable date: ISO 8601 in its many spellings."""
    return plain_iso(text) or iso_within(text)


def plain_iso(text: str) -> Moment | None:
    """Read a text that is only a date, in the most common spelling of ISO 8601: the fast path."""
    if text[4:5] != "-" or text[7:8] != "-" or text[10:11] not in ("", "T", " "):
        return None
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return None
    clock = (when.hour, when.minute, when.second, when.utcoffset()) if len(text) > len("2014-03-03") else None
    return page_moment(when.year, when.month, when.day, clock)


def iso_within(text: str) -> Moment | None:
    found = _ISO.search(text)
    if not found:
        return None
    hour = found[4]
    if hour is not None and int(hour) < 24 and int(found[5]) < 60 and int(found[6] or 0) < 60:
        clock = (int(hour), int(found[5]), int(found[6] or 0), stated_offset(found[7]))
        return page_moment(int(found[1]), int(found[2]), int(found[3]), clock)
    return page_moment(int(found[1]), int(found[2]), int(found[3]))


def read_timestamp(text: str) -> Moment | None:
    """Read a machine-readable date: seconds or milliseconds since 1970."""
    found = _TIMESTAMP.fullmatch(text)
    if not found:
        return None
    when = datetime.fromtimestamp(int(found[1]), UTC)
    return page_moment(when.year, when.month, when.day, (when.hour, when.minute, when.second, timedelta()))


def url_date(url: str) -> Moment | None:
    """The date in an address: ``/2014/03/03/``."""
    if "/20" not in url and "/19" not in url:
        return None
    if found := _DATE_IN_URL.search(url):
        return page_moment(int(found[1]), int(found[2]), int(found[3]))
    if found := _LOOSE_DATE_IN_URL.search(url):
        month = int(found[3]) if found[3].isdigit() else _MONTH_NUMBERS[found[3][:3].lower()]
        return page_moment(int(found[1]), month, int(found[4]))
    return None
