"""A list of threads as a document to watch: what it listed, how often something happens on it, when to read it again.

``reading`` has what the list said about each of its threads, in its order. ``facts`` has the ``level`` of its pages,
the ``columns`` of its rows, whether it is ``sorted`` by activity, the latest ``dates`` of messages, ``row``: what the
list above says about it, and ``covered``: its threads are all on the home page's list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import islice

from ...dates import parse_instant
from ...feeds import FeedRhythm
from ...items import WatchedDocument

__all__ = [
    "BOARD",
    "is_board_due",
    "is_whole_due",
    "postpone_whole",
    "record_dates",
    "record_marks",
    "set_next_reading",
]

#: The kind of these documents.
BOARD = "board"
#: Number of threads and dates to remember for each list.
_MAX_THREADS, _MAX_DATES = 2000, 30
#: A list is read to its end after a day, and less and less often while nothing is missing, to notice deleted threads.
_MIN_PAUSE, _MAX_PAUSE = timedelta(days=1), timedelta(days=14)


def record_marks(document: WatchedDocument, marks: Mapping[str, str], is_whole: bool) -> None:
    """Remember what the rows say, by the keys of threads; unless the list was read to its end, the others stay."""
    rest = {} if is_whole else {key: mark for key, mark in document.reading.items() if key not in marks}
    document.reading = dict(islice((dict(marks) | rest).items(), _MAX_THREADS))


def record_dates(document: WatchedDocument, dates: Iterable[str | None]) -> None:
    """Remember the dates of the latest messages."""
    known = {date for date in (*document.facts.get("dates", ()), *dates) if date}
    document.facts = document.facts | {"dates": sorted(known, reverse=True)[:_MAX_DATES]}


def set_next_reading(document: WatchedDocument, now: datetime, capacity: int | None = None) -> None:
    """Set when to read the list again, by how often something happens on it.

    ``capacity`` is the number of threads on a page.
    """
    moments = [moment for date in document.facts.get("dates", ()) if (moment := parse_instant(date))]
    due = FeedRhythm.learn(moments, now).next_visit(now, capacity)
    document.due = due.isoformat(timespec="seconds")


def is_board_due(document: WatchedDocument, now: datetime) -> bool:
    """Whether it is time to read a list again."""
    due = parse_instant(document.due)
    return due is None or due <= now


def is_whole_due(home: WatchedDocument, now: datetime) -> bool:
    """Whether it is time to read the lists of a forum to their ends."""
    due = parse_instant(home.facts.get("whole_due"))
    return due is None or due <= now


def postpone_whole(home: WatchedDocument, now: datetime, quiet: bool) -> None:
    """Set when to read the lists to their ends next: twice as late as last time if it was ``quiet``."""
    pause = timedelta(hours=home.facts.get("whole_pause", 0)) * 2 if quiet else _MIN_PAUSE
    if not home.facts.get("sorted", True):  # then nothing else shows new messages in old threads
        pause = _MIN_PAUSE
    pause = min(max(pause, _MIN_PAUSE), _MAX_PAUSE)
    due = (now + pause).isoformat(timespec="seconds")
    home.facts = home.facts | {"whole_pause": pause / timedelta(hours=1), "whole_due": due}
