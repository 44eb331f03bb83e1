"""The web archive of a blog: every HTTP exchange as WARC/1.1, indexed as CDXJ.

A blog's folder ``warc/`` holds

- ``*.warc.gz``: the exchanges, byte for byte as they went over the wire, each record a gzip member;
- ``index.cdxj``: the sorted index for replay (pywb, OutbackCDX), made anew when a writer closes;
- ``index.db``: the same index while it grows (SQLite), also asked whether a payload is already held.

The WARC files are the truth. Both indexes can be deleted at any time; the next crawl makes them again.
"""

from .exchange import Exchange, Truncation, in_origin_form, without_interim
from .last_answers import LastAnswers
from .warc_info import WarcInfo
from .writer import WarcCounts, WarcWriter

__all__ = [
    "Exchange",
    "LastAnswers",
    "Truncation",
    "WarcCounts",
    "WarcInfo",
    "WarcWriter",
    "in_origin_form",
    "without_interim",
]
