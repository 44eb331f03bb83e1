"""Any text that states a date or a moment, as ISO 8601."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from .machine_dates import read_iso
from .page_dates import read_date
from .page_moment import Moment

__all__ = ["iso_moment"]

_SECONDS = re.compile(r"[0-9]{9,10}")
_SECONDS_OR_MILLISECONDS = re.compile(r"([0-9]{9,10}|[0-9]{12,13})(?:\.[0-9]+)?")


def iso_moment(
    text: str,
    language: str = "en",
    now: datetime | None = None,
    *,
    form: str = "",
    utc: bool = False,
    milliseconds: bool = False,
) -> str | None:
    """The date in a text as ISO 8601: from seconds since 1970, from ISO 8601, or as pages write it.

    ``form`` prefers one of the readings of an ambiguous date (see ``read_date``), ``utc`` is the zone of times without
    one, and ``milliseconds`` also reads milliseconds and fractions of seconds since 1970. In the text of a page such
    long numbers are rarely dates.

    >>> iso_moment("3. März 2014, 14:05", "de")
    '2014-03-03T14:05:00'
    """
    text = text.strip()
    epoch = (_SECONDS_OR_MILLISECONDS if milliseconds else _SECONDS).fullmatch(text)
    if epoch:
        number = text.partition(".")[0]
        return datetime.fromtimestamp(int(number) // (1000 if len(number) > 10 else 1), UTC).isoformat()
    moment = read_iso(text)
    if moment is None:
        readings = read_date(text, language, now)
        moment = dict(readings).get(form) or (readings[0][1] if readings else None)
    if moment is None:
        return None
    if utc and moment.hour is not None and moment.offset is None:
        moment = Moment(moment.day, moment.hour, moment.minute, moment.second, timedelta())
    return moment.iso()
