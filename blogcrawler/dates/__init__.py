"""Dates: reading them from feeds and pages in any language, the blog's clock, and how sure a date is.

Pure functions: no I/O, no Scrapy.
"""

from .asked_time import asked_moment
from .blog_clock import Clock, learn_clock, offset_minutes
from .calibration import Calibration, calibration_error, learn_calibration
from .confidence import DateCandidate, DateOrigin, Dating, agreement, best_date, between
from .edit_notes import (
    CHANGING_NAMES,
    EDITED,
    EDITED_NAMES,
    EDITED_NAMES_OR_TEXTS,
    EDITED_PAGES,
    ENTRY_UPDATED,
    PUBLISHED,
    published_part,
)
from .feed_dates import parse_date, plausible
from .iso_text import iso_moment
from .machine_dates import read_iso, read_timestamp, url_date
from .moments import dates_agree, is_earlier, parse_instant
from .page_dates import read_date
from .page_moment import Moment
from .persian import persian_year
from .relative import AGO, ROUGHLY_AGO
from .reliability import FAILURE_WEIGHT, Reliability, learned_reliability
from .vocabulary import day_names, fold_word, month_names, puts_day_first

__all__ = [
    "AGO",
    "CHANGING_NAMES",
    "EDITED",
    "EDITED_NAMES",
    "EDITED_NAMES_OR_TEXTS",
    "EDITED_PAGES",
    "ENTRY_UPDATED",
    "FAILURE_WEIGHT",
    "PUBLISHED",
    "ROUGHLY_AGO",
    "Calibration",
    "Clock",
    "DateCandidate",
    "DateOrigin",
    "Dating",
    "Moment",
    "Reliability",
    "agreement",
    "asked_moment",
    "best_date",
    "between",
    "calibration_error",
    "dates_agree",
    "day_names",
    "fold_word",
    "is_earlier",
    "iso_moment",
    "learn_calibration",
    "learn_clock",
    "learned_reliability",
    "month_names",
    "offset_minutes",
    "parse_date",
    "parse_instant",
    "persian_year",
    "plausible",
    "published_part",
    "puts_day_first",
    "read_date",
    "read_iso",
    "read_timestamp",
    "url_date",
]
