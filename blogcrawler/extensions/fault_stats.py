"""Counts the errors of optional steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from ..faults import FaultLog, use_fault_log

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

__all__ = ["FaultStats"]


class FaultStats:
    """Counts unexpected errors in optional steps of a crawl, such as reading comments or fetching media: the post is
    stored without that part. Stats: ``faults/STEP``. The log has the first of each step with its traceback.
    """

    def __init__(self, stats: StatsCollector) -> None:
        use_fault_log(FaultLog(lambda step: stats.inc_value(f"faults/{step}")))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler.stats)
