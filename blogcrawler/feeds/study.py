"""A study of many feeds, as in "Archiving Data Objects using Web Feeds" (Oita and Senellart): what types they have, how
many items, how often they are updated, whether they have whole texts, and how long items stay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from statistics import fmean, median
from typing import Any

from ..items import Feed
from .parsing.texts import title_text
from .statistics import Intervals, feed_type, intervals, pooled_deviation

__all__ = ["FeedFacts", "GroupFigures", "feed_facts", "group_figures", "type_counts"]

#: A feed has whole texts if half of its items have this many words and do not end as a teaser does.
_MIN_WORDS = 100
_TEASER_END = re.compile(
    r"(?:…|\.\.\.|\[&#8230;\]|\[…\]|\[\.\.\.\]|(?:read|continue|more|weiter|lire|leer|leia|читать|続き)\b[^.]{0,40})\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FeedFacts:
    """One feed: ``stay`` is for how many hours an item is in it, ``full_text`` whether it has whole texts."""

    url: str
    group: str
    type: str
    items: int
    size: int | None = None
    intervals: Intervals | None = None
    full_text: bool | None = None
    stay: float | None = None

    def record(self) -> dict[str, Any]:
        """The facts as plain JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """The feeds of a domain together: intervals in hours, the share of feeds with whole texts, the median stay."""

    group: str
    feeds: int
    items: float
    median: float | None
    mean: float | None
    deviation: float | None
    full_text: float | None
    stay: float | None


def feed_facts(feed: Feed, body: bytes, group: str = "all") -> FeedFacts:
    """The facts about a feed that was just read."""
    dates = [date for entry in feed.entries if (date := entry.published or entry.updated)]
    texts = [title_text(entry.content_html) or "" for entry in feed.entries if entry.content_html]
    whole = [len(text.split()) >= _MIN_WORDS and not _TEASER_END.search(text[-80:]) for text in texts]
    return FeedFacts(
        feed.url,
        group,
        feed_type(body) or "unknown",
        len(feed.entries),
        len(body),
        intervals(dates),
        2 * sum(whole) >= len(whole) if whole else False,
        _stay(dates),
    )


def _stay(dates: Sequence[datetime]) -> float | None:
    """The hours from the oldest item to the newest: after that time, an item makes room for a new one."""
    stamps = [date.timestamp() for date in dates]
    return (max(stamps) - min(stamps)) / 3600 if len(stamps) > 1 else None


def group_figures(feeds: Sequence[FeedFacts], group: str) -> GroupFigures:
    """The figures of all feeds in a group."""
    known = [feed.intervals for feed in feeds if feed.intervals]
    whole = [feed.full_text for feed in feeds if feed.full_text is not None]
    stays = [feed.stay for feed in feeds if feed.stay is not None]
    return GroupFigures(
        group,
        len(feeds),
        median(feed.items for feed in feeds) if feeds else 0,
        median(one.median for one in known) if known else None,
        fmean(one.mean for one in known) if known else None,
        pooled_deviation(known),
        fmean(whole) if whole else None,
        median(stays) if stays else None,
    )


def type_counts(feeds: Iterable[FeedFacts]) -> list[tuple[str, int]]:
    """The types of feeds with their numbers, the most frequent first."""
    return sorted(Counter(feed.type for feed in feeds).items(), key=lambda pair: (-pair[1], pair[0]))
