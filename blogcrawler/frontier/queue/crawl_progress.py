"""How far a crawl has come, for people who watch it; and what it has counted, also before it was resumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["EARLIER_STAT", "Activity", "CrawlProgress", "add_counts", "counts_of", "whole_crawl"]

#: The stat that holds what a resumed crawl has counted before it was stopped.
EARLIER_STAT = "blogcrawler/earlier"
#: Stats that begin with these words are counts, which add up over the runs of a crawl.
_COUNTED = ("posts/", "comments/", "downloader/", "pages/", "faults/", "warc/", "robotstxt/")
#: Already counts what was before.
_COUNTED_BEFORE = "posts/before"
_SECONDS = "elapsed_time_seconds"


class Activity(StrEnum):
    """What a crawl is doing, in words for its user."""

    START = "contacting the blog"
    FIND_FEED = "finding the feed"
    TRAINING_PAGES = "fetching training pages"
    FIND_TRAINING_PAGES = "looking for posts to learn from"
    LEARN = "learning what posts look like"
    LISTS = "preparing the crawl"
    POSTS = "fetching posts"
    SITEMAPS = "reading sitemaps"
    FEED_PAGES = "reading older pages of the feed"
    SEARCH = "searching links for more posts"
    FINISH = "finishing"


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """How far a crawl has come."""

    activity: Activity
    #: Steps of the activity: ``done`` of ``total``; both are 0 if they are not counted.
    done: int = 0
    total: int = 0
    #: Pages that were ever queued, and those of them that are finished. Both include runs before the crawl was resumed.
    pages_known: int = 0
    pages_fetched: int = 0
    #: Queued pages that are posts.
    posts_left: int = 0
    #: The search ends after this many more pages without a new post; ``None`` if nothing is searched.
    fruitless_left: int | None = None

    def __str__(self) -> str:
        return f"{self.activity} ({self.done:,} of {self.total:,})" if self.total else str(self.activity)


def counts_of(stats: Mapping[str, Any], seconds: float) -> dict[str, float]:
    """The stats of a run that add up over all runs of a crawl; ``seconds`` is its duration so far."""
    counts: dict[str, float] = {
        name: number
        for name, number in stats.items()
        if name.startswith(_COUNTED) and type(number) is int and name != _COUNTED_BEFORE
    }
    return counts | {_SECONDS: round(seconds, 1)}


def add_counts(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """The sum of the counts of two runs."""
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}


def whole_crawl(stats: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """The stats of a run, with what was counted before the crawl was resumed. Posts are counted by their records."""
    earlier: Mapping[str, float] = stats.get(EARLIER_STAT) or {}
    whole = dict(stats) | {_SECONDS: seconds}
    if earlier:
        whole |= add_counts(earlier, counts_of(stats, seconds))
    if before := stats.get(_COUNTED_BEFORE):
        # What was found but not finished when a crawl was killed is found again.
        whole |= {name: before + stats.get(name, 0) for name in ("posts/extracted", "posts/found", "posts/stored")}
    return whole
