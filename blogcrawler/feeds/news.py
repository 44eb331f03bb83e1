"""What is new in a feed since it was read last."""

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

#: If more than so many are missing at once, and more than so large a share, it is the list that has changed.
_FEW, _MOST_MISSING = 2, 0.5


@dataclass(frozen=True, slots=True)
class News:
    """Entries not listed before, and those that say something else than before.

    ``overflowed`` says that none of the entries was listed before, so that others may have come and gone unseen.
    """

    new: list[FeedEntry] = field(default_factory=list)
    changed: list[FeedEntry] = field(default_factory=list)
    overflowed: bool = False


def feed_reading(feed: Feed) -> dict[str, str]:
    """What a feed lists, for each post its mark: what would be different if the post were."""
    return {page_key(entry.url): _mark(entry) for entry in feed.entries}


def news_since(before: Mapping[str, str], feed: Feed) -> News:
    """The news in a feed, given what was read in it before."""
    new = [entry for entry in feed.entries if page_key(entry.url) not in before]
    known = [entry for entry in feed.entries if page_key(entry.url) in before]
    changed = [entry for entry in known if before[page_key(entry.url)] != _mark(entry)]
    if len(changed) > 3 and len(changed) > 0.5 * len(known) and not any(entry.updated for entry in changed):
        changed = []  # not the posts but the way in which the feed shows them
    return News(new, changed, bool(before) and bool(new) and not known)


def missing(before: Mapping[str, str], feed: Feed) -> list[str]:
    """The keys of posts that a feed does not list any more, though it still lists older ones: they may be gone.

    Only of feeds that are in order, newest first; from others, posts come and go.
    """
    if not (_descending([e.published for e in feed.entries]) or _descending([e.updated for e in feed.entries])):
        return []
    now = {page_key(entry.url) for entry in feed.entries}
    keys = list(before)
    oldest = max((place for place, key in enumerate(keys) if key in now), default=0)
    return _unless_many([key for key in keys[:oldest] if key not in now], len(now))


def left_out(before: Sequence[str], now: Container[str]) -> list[str]:
    """Those of a list that are not there any more, while what stood before and after them is: they may be gone."""
    there = [place for place, key in enumerate(before) if key in now]
    if not there:
        return []
    return _unless_many([key for key in before[there[0] : there[-1]] if key not in now], len(there))


def _unless_many(keys: list[str], others: int) -> list[str]:
    return keys if len(keys) <= max(_FEW, _MOST_MISSING * others) else []


def _descending(dates: Sequence[datetime | None]) -> bool:
    """Whether dates are there and in order. Those without an offset cannot be compared with others, but with each
    other."""
    known = [date.replace(tzinfo=date.tzinfo or UTC) for date in dates if date is not None]
    return len(known) == len(dates) and all(one >= other for one, other in pairwise(known))


def comment_reading(feed: Feed) -> dict[str, str]:
    """The comments that a feed of comments lists, each with the post that it belongs to."""
    return {entry.url: entry.url.partition("#")[0] for entry in feed.entries}


def comments_since(before: Mapping[str, str], feed: Feed) -> News:
    """The comments not listed before."""
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
