"""What all phases of a crawl work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from scrapy.http import Response

from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext
from ..frontier import Activity, CrawlState, DiskFrontier, FrontierScheduler
from ..items import Blog
from ..store import Store, open_store

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

__all__ = ["CrawlTools"]


@dataclass(frozen=True, slots=True)
class CrawlTools:
    """The queue, the saved state and the settings of one crawl.

    ``prefetched`` holds responses by address that need not be fetched again. ``note`` shows the user a message, in the
    log and in the summary. ``folder`` holds the results of the blog; ``own_records`` is the file of
    records in it, unless the user has named another.
    """

    crawler: Crawler
    settings: CrawlSettings
    frontier: DiskFrontier
    state: CrawlState
    prefetched: dict[str, Response]
    note: Callable[[str], None]
    folder: Path
    own_records: Path | None

    @property
    def stats(self) -> StatsCollector:
        """The stats of the crawl."""
        return self.crawler.stats

    @property
    def scheduler(self) -> FrontierScheduler:
        """The scheduler of the crawl, once the engine has started."""
        return cast("FrontierScheduler", self.crawler.engine.scheduler)

    def report(self, activity: Activity, done: int = 0, total: int = 0) -> None:
        """Tell those who watch the crawl what it is doing: ``done`` of ``total`` steps."""
        self.scheduler.report(activity, done, total)

    def open_store(self) -> Store:
        """A connection to the back end, to be closed by the caller."""
        return open_store(self.settings.database_url, self.settings.home)

    def save_blog(self, store: Store, blog: Blog) -> None:
        """Save the record of the crawl's blog, with the address it was crawled with and the folder of its files."""
        known = store.blog(blog.url)
        if known is not None and known.folder not in (None, self.folder.name):
            self.note(f"Files of an earlier crawl of {blog.url} are in {self.settings.home / known.folder}.")
        private = CrawlContext.of(self.crawler).private_hosts.get(self.folder)
        store.save_blog(replace(blog, seed=self.state.seed, folder=self.folder.name, private_host=private))

    def replace_records(self) -> None:
        """Remove the records of an earlier crawl once, when there is something to replace them."""
        if not self.state.records_replaced:
            if self.own_records is not None:
                self.own_records.unlink(missing_ok=True)
            self.state.records_replaced = True
            self.save_state()

    def save_state(self) -> None:
        """Save the state together with everything queued so far."""
        self.state.save(self.frontier)
