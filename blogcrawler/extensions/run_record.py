"""Writes down what a crawl has done, for ``blogcrawler runs``."""

from __future__ import annotations

import logging
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext
from ..errors import StoreError, UsageError
from ..items import Run
from ..store import open_store
from .summary import summary_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["RunRecord", "run_outcome"]

logger = logging.getLogger(__name__)

_COMPLETE = ("finished", "enough")
_INTERRUPTED = ("shutdown", "forced")
_LIMITED = (
    "closespider_pagecount",
    "closespider_itemcount",
    "closespider_timeout",
    "max_posts",
    "max_bytes",
    "max_hours",
)


def run_outcome(reason: str) -> str:
    """The outcome of a crawl that ended for this reason: ``complete``, ``limited``, ``interrupted`` or ``failed``."""
    outcomes = {"complete": _COMPLETE, "interrupted": _INTERRUPTED, "limited": _LIMITED}
    return next((outcome for outcome, reasons in outcomes.items() if reason in reasons), "failed")


class RunRecord:
    """Adds a crawl to the table of runs in the database when it ends: how it ended, posts, requests, why pages were
    rejected. Updates add each of their visits themselves.
    """

    def __init__(self, crawler: Crawler, settings: CrawlSettings) -> None:
        self._crawler = crawler
        self._settings = settings

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not CrawlContext.of(crawler).url or CrawlContext.of(crawler).folder_of is not None:
            raise NotConfigured
        extension = cls(crawler, CrawlSettings.from_settings(crawler.settings))
        # Later than spider_closed, when all other components have set their stats.
        crawler.signals.connect(extension.engine_stopped, signal=signals.engine_stopped)
        return extension

    def engine_stopped(self) -> None:
        try:
            with closing(open_store(self._settings.database_url, self._settings.home)) as store:
                url = CrawlContext.of(self._crawler).url
                known = store.blog(url)
                store.runs.save(self._run(known.url if known else url))
        except (StoreError, UsageError) as error:
            logger.warning("This crawl is missing in the list of runs: %s", error)

    def _run(self, blog: str) -> Run:
        summary, stats, now = summary_of(self._crawler), self._crawler.stats, datetime.now(UTC)
        reason = str(stats.get_value("finish_reason") or "forced")
        # A harvest through a search form has no posts, and must not look like a crawl that found none.
        is_deep = self._crawler.spidercls.name == "deepcrawl"
        return Run(
            blog,
            "deep" if is_deep else "crawl",
            began=(stats.get_value("start_time") or now).isoformat(timespec="seconds"),
            ended=now.isoformat(timespec="seconds"),
            outcome=run_outcome(reason),
            ending=reason,
            posts=stats.get_value("records/found", 0) if is_deep else summary.posts,
            requests=summary.requests,
            bytes=summary.bytes,
            fields=dict(summary.fields),
            failures=dict(summary.failures),
            rejected=dict(summary.rejected),
            faults=dict(summary.faults),
            notes=list(summary.notes),
            holder=self._settings.holder or None,
        )
