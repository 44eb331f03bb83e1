"""Dates: reading them from feeds and pages in any language, the blog's clock, and how sure a date is.

Pure functions: no I/O, no Scrapy.
"""

from .blog_clock import Clock, learn_clock, offset_minutes
from .confidence import DateCandidate, DateOrigin, Dating, agreement, best_date, between
from .edit_notes import (
    CHANGING_NAMES,
    EDITED,
    EDITED_NAMES,
    EDITED_NAMES_OR_TEXTS,
    EDITED_PAGES,
    published_part,
)
from .feed_dates import parse_date, plausible
from .iso_text import iso_moment
from .moments import agree, instant
from .page_dates import Moment, read_date, read_iso, read_stamp, url_date
from .persian import jalali_year
from .relative import AGO, LONG_AGO
from .vocabulary import fold_word, month_names

__all__ = [
    "AGO",
    "CHANGING_NAMES",
    "EDITED",
    "EDITED_NAMES",
    "EDITED_NAMES_OR_TEXTS",
    "EDITED_PAGES",
    "LONG_AGO",
    "Clock",
    "DateCandidate",
    "DateOrigin",
    "Dating",
    "Moment",
    "agree",
    "agreement",
    "best_date",
    "between",
    "fold_word",
    "instant",
    "iso_moment",
    "jalali_year",
    "learn_clock",
    "month_names",
    "offset_minutes",
    "parse_date",
    "plausible",
    "published_part",
    "read_date",
    "read_iso",
    "read_stamp",
    "url_date",
]
