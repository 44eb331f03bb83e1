"""Dates as they are written in the headers of HTTP."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime

__all__ = ["http_date", "read_http_date"]

#: RFC 7089, 2.1.1.1: a date of RFC 1123, always in GMT.
_RFC_1123 = re.compile(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT", re.ASCII)


def http_date(moment: datetime) -> str:
    """A moment as a header: ``Sat, 01 Mar 2014 12:00:00 GMT``."""
    return format_datetime(moment.astimezone(UTC).replace(microsecond=0), usegmt=True)


def read_http_date(text: str) -> datetime | None:
    """The moment of an ``Accept-Datetime`` header; ``None`` if it is not valid."""
    if not _RFC_1123.fullmatch(text.strip()):
        return None
    try:
        moment = parsedate_to_datetime(text.strip())
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
