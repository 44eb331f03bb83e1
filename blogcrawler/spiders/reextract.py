"""Reextract: reads a blog's web archive again, as a crawl would, without the network."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from scrapy.settings import SETTINGS_PRIORITIES

from ..blog import SiteKnowledge, Survey
from ..crawl import learn_blog
from ..frontier import Activity
from ..survey import Prefetcher
from .newcrawl import NewCrawl
from .spider_settings import ITEM_PIPELINES, switch_off

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["Reextract"]

_READER = "blogcrawler.downloader.archive_reader.ArchiveReader"
_NETWORK_ONLY = (
    "blogcrawler.downloader.archived_responses.ArchivedResponses",
    "blogcrawler.downloader.robots_txt.RobotsRules",
    "blogcrawler.downloader.retry_after.RetryAfter",
    "blogcrawler.downloader.back_off.BackOff",
    "blogcrawler.downloader.private_network.PrivateNetworkMiddleware",
)
_LIVE_ONLY = (
    "blogcrawler.downloader.crawl_delay.CrawlDelay",
    "blogcrawler.extensions.contact_hint.ContactHint",
    "blogcrawler.extensions.crawl_limits.CrawlLimits",
    "blogcrawler.extensions.run_record.RunRecord",
    "blogcrawler.extensions.watch_clips.WatchClips",
)
#: Nothing is downloaded, so nobody is waited for, nothing is archived, and dead links cost nothing.
_OFFLINE = {
    "DOWNLOAD_HANDLERS": {"http": _READER, "https": _READER, "data": None, "file": None, "ftp": None, "s3": None},
    "ITEM_PIPELINES": {name: order for name, order in ITEM_PIPELINES.items() if not name.endswith(".StorePipeline")}
    | {"blogcrawler.pipelines.reextracted.ReextractedPipeline": 800},
    "AUTOTHROTTLE_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    "RETRY_ENABLED": False,
    "BLOGCRAWLER_WARC_ENABLED": False,
    "BLOGCRAWLER_REQUISITES_ENABLED": False,
    "BLOGCRAWLER_MAX_DEAD_LINKS": 0,
}


class Reextract(NewCrawl):
    """Learns a blog's rules and extracts its posts again, all from its web archive.

    ``scrapy crawl reextract -a url=https://some.blog/`` is a crawl in which the archive answers instead of the network:
    each address with its latest capture. Posts that come out differently are stored, with the earlier records as
    versions; those that cannot be read again stay as they are. When the blog is visited next does not change, and
    watches are not told.

    Arguments: those of ``newcrawl``.
    """

    name = "reextract"

    def __init__(self, url: str | None = None, feed: str | None = None, **kwargs: Any) -> None:
        super().__init__(url, feed, exhaustive=True, **kwargs)

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        exports = settings.getdict("FEEDS")
        super().update_settings(settings)
        settings.setdict(_OFFLINE, priority="spider")
        switch_off(settings, "EXTENSIONS", _LIVE_ONLY)
        switch_off(settings, "DOWNLOADER_MIDDLEWARES", _NETWORK_ONLY)
        if not exports:  # the records of the crawl stay as they are
            settings.set("FEEDS", {}, priority=SETTINGS_PRIORITIES["spider"] + 1)

    async def _begin_blog(self, found: Survey, knowledge: SiteKnowledge, prefetcher: Prefetcher) -> None:
        blog = await learn_blog(found, knowledge, self.tools)
        crawl = self._use_blog(blog)
        self.tools.report(Activity.LISTS)
        await crawl.prepare(found, prefetcher.fetch)
        with closing(self.tools.open_store()) as store:
            if store.blog(blog.home) is None:  # the database was lost
                self.tools.save_blog(store, blog.record(found.feed, found.home_page))
            learned = {"rules": blog.rules_record(), "pattern": blog.pattern_record()}
            store.change_blog(blog.home, **learned, knowledge=blog.knowledge.record())
            known = [url for url, _, _ in store.post_states.published(blog.home)]
        await crawl.begin(found)
        for request in crawl.searched(known):  # also those that no archived list leads to
            self.crawler.engine.crawl(request)
