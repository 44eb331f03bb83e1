"""What is new in a feed since the last visit."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import pairwise

from ..items import Feed, FeedEntry
from ..urls import page_key
from .parsing.texts import plain

__all__ = ["News", "comment_reading", "comments_since", "feed_reading", "left_out", "missing", "news_since"]

#: If more posts than this number and this share are missing at once, the list itself has changed.
_MAX_MISSING, _MAX_MISSING_SHARE = 2, 0.5


@dataclass(frozen=True, slots=True)
class News:
    """Entries that were not listed before, and entries that have changed.

    ``overflowed`` means that no entry was listed before, so that others may have come and gone unseen.
    """

    new: list[FeedEntry] = field(default_factory=list)
    changed: list[FeedEntry] = field(default_factory=list)
    overflowed: bool = False


def feed_reading(feed: Feed) -> dict[str, str]:
    """The posts that a feed lists, each with a mark that changes when the post changes."""
    return {page_key(entry.url): _mark(entry) for entry in feed.entries}


def news_since(before: Mapping[str, str], feed: Feed) -> News:
    """The news in a feed, given the reading of the last visit."""
    new = [entry for entry in feed.entries if page_key(entry.url) not in before]
    known = [entry for entry in feed.entries if page_key(entry.url) in before]
    changed = [entry for entry in known if before[page_key(entry.url)] != _mark(entry)]
    if len(changed) > 3 and len(changed) > 0.5 * len(known) and not any(entry.updated for entry in changed):
        changed = []  # the feed shows the posts differently; they are the same
    return News(new, changed, bool(before) and bool(new) and not known)


def missing(before: Mapping[str, str], feed: Feed) -> list[str]:
    """The keys of posts that a feed no longer lists although it lists older ones: they may be gone.

    Empty unless the feed is sorted, newest first: in other feeds posts come and go.
    """
    if not (_descending([e.published for e in feed.entries]) or _descending([e.updated for e in feed.entries])):
        return []
    now = {page_key(entry.url) for entry in feed.entries}
    keys = list(before)
    oldest = max((place for place, key in enumerate(keys) if key in now), default=0)
    return _unless_many([key for key in keys[:oldest] if key not in now], len(now))


def left_out(before: Sequence[str], now: Container[str]) -> list[str]:
    """The keys that are missing now while others before and after them are still there: they may be gone."""
    there = [place for place, key in enumerate(before) if key in now]
    if not there:
        return []
    return _unless_many([key for key in before[there[0] : there[-1]] if key not in now], len(there))


def _unless_many(keys: list[str], others: int) -> list[str]:
    return keys if len(keys) <= max(_MAX_MISSING, _MAX_MISSING_SHARE * others) else []


def _descending(dates: Sequence[datetime | None]) -> bool:
    """Whether all dates are known and sorted, newest first. Dates without an offset are taken as UTC."""
    known = [date.replace(tzinfo=date.tzinfo or UTC) for date in dates if date is not None]
    return len(known) == len(dates) and all(one >= other for one, other in pairwise(known))


def comment_reading(feed: Feed) -> dict[str, str]:
    """The comments in a feed of comments, each with its post."""
    return {entry.url: entry.url.partition("#")[0] for entry in feed.entries}


def comments_since(before: Mapping[str, str], feed: Feed) -> News:
    """The comments that were not listed before."""
    new = [entry for entry in feed.entries if entry.url not in before]
    return News(new, [], bool(before) and bool(new) and len(new) == len(feed.entries))


def _mark(entry: FeedEntry) -> str:
    if entry.updated is not None:
        said = entry.updated.isoformat()
    else:
        words = " ".join(plain(entry.content_html or entry.summary_html or "").split())
        text = "\n".join([entry.title or "", words, *sorted(entry.tags)])
        said = blake2b(text.encode("utf-8", "replace"), digest_size=9).hexdigest()
    return said if entry.comments_expected is None else f"{said} {entry.comments_expected}"
