"""Close phase: date the posts that show no date, and tell the user what may be missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from ..errors import StoreError
from ..extensions import count_faults
from ..faults import optional_step
from ..sources import date_undated
from ..terminal import counted
from .crawl_tools import CrawlTools

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

__all__ = ["closing_notes", "estimate_dates", "save_faults"]


def estimate_dates(home: str, tools: CrawlTools) -> None:
    """Estimate the dates of posts that show none, now that their neighbours are known."""
    with suppress(StoreError), optional_step("dating", home), closing(tools.open_store()) as store:
        date_undated(store, home)


def save_faults(home: str, tools: CrawlTools) -> None:
    """Save the number of unexpected errors in each optional step with the record of the blog."""
    faults = count_faults(tools.stats.get_stats())
    with suppress(StoreError), closing(tools.open_store()) as store:
        store.change_blog(home, faults=faults)


def closing_notes(stats: StatsCollector, reason: str) -> Iterator[str]:
    """What the user should know about a crawl that ended for this reason."""
    if others := stats.get_value("posts/other_template", 0):
        yield f"{others:,} posts have another template than the feed's posts; they were recognised as posts, too."
    if copies := stats.get_value("posts/from_feed", 0):
        yield f"{counted(copies, 'post')} could only be saved from the feed: no page is available."
    if cut := stats.get_value("pages/cut", 0):
        yield f"{cut:,} pages are too large, and only their beginning was read; the web archive has all of them."
    forbidden = stats.get_value("robotstxt/forbidden", 0)
    if forbidden and reason != "unreachable":
        yield f"robots.txt forbids {forbidden:,} addresses; they were not fetched."
