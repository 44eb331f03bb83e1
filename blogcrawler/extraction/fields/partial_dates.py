"""Reading dates that pages do not write in full: relative ones ("3 days ago"), and those whose year is in the URL."""

from __future__ import annotations

import re
from datetime import datetime

from ...dates import AGO, Moment, read_date

__all__ = ["YEARLESS", "YEAR_AND_MONTH_IN_URL", "complete_date"]

#: The form of a date whose year and month are taken from the URL.
YEARLESS = "yearless"
YEAR_AND_MONTH_IN_URL = re.compile(r"/((?:19|20)\d\d)/(0?[1-9]|1[0-2])(?=/|-)")
#: Longer texts are sentences, not dates.
_MAX_LENGTH = 60


def complete_date(text: str, language: str, url: str, fetched: datetime | None) -> tuple[str, Moment] | None:
    """The form of a partial date and the day it means; ``None`` if the text is not such a date.

    Relative dates count back from ``fetched``, the time at which the page was downloaded.
    """
    if len(text) > _MAX_LENGTH:
        return None
    for form, moment in read_date(text, language, fetched):
        if form == AGO:
            return AGO, moment
    in_url = YEAR_AND_MONTH_IN_URL.search(url)
    if in_url and any(map(str.isdigit, text)):
        for separator in (" ", "/"):
            for _, moment in read_date(f"{text}{separator}{in_url[1]}", language):
                if (moment.day.year, moment.day.month) == (int(in_url[1]), int(in_url[2])):
                    return YEARLESS, moment
    return None
