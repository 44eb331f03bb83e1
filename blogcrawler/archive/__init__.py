"""The web archive of a blog: every HTTP exchange as WARC/1.1, indexed as CDXJ.

A blog's folder ``warc/`` contains

- ``*.warc.gz``: the exchanges, byte for byte as they went over the wire, each record a gzip member;
- ``index.cdxj``: the sorted index for replay (pywb, OutbackCDX), rewritten when a writer closes;
- ``index.db``: the same index while it grows (SQLite), also used to find out whether a payload is already archived.

- ``damaged/``: bytes that a repair has moved out of the files.

Both indexes are derived from the WARC files. They can be deleted at any time; the next crawl rebuilds them.
"""

from .archived_response import ArchivedResponse
from .exchange import Exchange, Truncation, in_origin_form, without_interim
from .index_update import update_index
from .page_lookup import PageCapture, PageLookup
from .recent_responses import RecentResponses
from .repair import ArchiveRepair, LostRange, repair_archive
from .verification import ArchiveCheck, check_archive
from .warc_info import WarcInfo
from .warc_location import open_warc, warc_files
from .writer import WarcCounts, WarcWriter

__all__ = [
    "ArchiveCheck",
    "ArchiveRepair",
    "ArchivedResponse",
    "Exchange",
    "LostRange",
    "PageCapture",
    "PageLookup",
    "RecentResponses",
    "Truncation",
    "WarcCounts",
    "WarcInfo",
    "WarcWriter",
    "check_archive",
    "in_origin_form",
    "open_warc",
    "repair_archive",
    "update_index",
    "warc_files",
    "without_interim",
]
