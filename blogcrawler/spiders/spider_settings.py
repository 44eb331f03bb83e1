"""Scrapy's settings for our own spiders: scheduler, middlewares, pipelines and so on.

They are no settings of the project, so that ``scrapy shell``, ``scrapy fetch`` and other people's spiders get plain
Scrapy. Settings of a project and of the command line override them, as they override those of a Scrapy add-on. Only the
extensions and middlewares of a project are added to ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["apply_spider_settings", "switch_off"]

HTTPERROR_ALLOW_ALL = True  # also if a project's own SPIDER_MIDDLEWARES bring HttpErrorMiddleware back
MEDIA_ALLOW_REDIRECTS = True  # pictures move too
DEPTH_LIMIT = 2000  # "previous post" chains can be long; only traps are longer
COOKIES_ENABLED = False  # like a first-time visitor
RETRY_GIVE_UP_LOG_LEVEL = "DEBUG"  # the spider reports it once, in words

SCHEDULER = "blogcrawler.frontier.queue.scheduler.FrontierScheduler"
DOWNLOAD_HANDLERS = {
    "http": "blogcrawler.downloader.archiving_handler.ArchivingDownloadHandler",
    "https": "blogcrawler.downloader.archiving_handler.ArchivingDownloadHandler",
    "data": None,
    "file": None,
    "ftp": None,
    "s3": None,
}
DOWNLOADER_MIDDLEWARES = {
    "blogcrawler.downloader.prefetched.PrefetchedPages": 10,
    "blogcrawler.downloader.archived_responses.ArchivedResponses": 20,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "blogcrawler.downloader.robots_txt.RobotsRules": 100,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
    "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": None,
    "blogcrawler.downloader.redirects.MetaRefreshes": 580,
    "blogcrawler.downloader.redirects.Redirects": 600,
    "blogcrawler.downloader.retry_after.RetryAfter": 560,  # sees responses before RetryMiddleware retries them
    "blogcrawler.downloader.back_off.BackOff": 565,
    "blogcrawler.downloader.blog_access.BlogAccess": 745,  # between Scrapy's cookies and its proxies
    "blogcrawler.downloader.private_network.PrivateNetworkMiddleware": 760,  # after the proxy, which resolves names
}
SPIDER_MIDDLEWARES = {
    "scrapy.spidermiddlewares.httperror.HttpErrorMiddleware": None,  # the spider counts missing pages
    "scrapy.spidermiddlewares.metacopy.MetaCopyDetectionMiddleware": None,  # warns authors of spiders
    "blogcrawler.extensions.store_failures.StoreFailures": 50,
}
EXTENSIONS = {
    "scrapy.extensions.spiderstate.SpiderState": None,  # the frontier keeps everything that is needed to resume
    "scrapy.extensions.closespider.CloseSpider": None,
    "blogcrawler.extensions.close_spider.CloseSpider": 0,  # counts pages, not pictures
    "blogcrawler.extensions.crawl_limits.CrawlLimits": 0,
    "blogcrawler.downloader.crawl_delay.CrawlDelay": 0,
    "blogcrawler.extensions.cancelled_timeouts.CancelledTimeouts": 0,
    "blogcrawler.extensions.contact_hint.ContactHint": 0,
    "blogcrawler.extensions.fault_stats.FaultStats": 0,
    "blogcrawler.extensions.field_stats.FieldStats": 0,
    "blogcrawler.extensions.progress.Progress": 0,
    "blogcrawler.extensions.run_record.RunRecord": 0,
    "blogcrawler.extensions.summary.SummaryLog": 0,
    "blogcrawler.extensions.watch_clips.WatchClips": 0,
}
# The steps that turn the page of a post into a record.
ITEM_PIPELINES = {
    "blogcrawler.pipelines.duplicates.DuplicatesPipeline": 100,
    "blogcrawler.pipelines.render.RenderPipeline": 150,
    "blogcrawler.pipelines.multipage.PartsPipeline": 180,
    "blogcrawler.pipelines.comments.CommentsPipeline": 200,  # before the article is read, which consumes the page
    "blogcrawler.pipelines.extract.ExtractPipeline": 300,
    "blogcrawler.pipelines.duplicates.VariantsPipeline": 400,
    "blogcrawler.pipelines.media.ArticleMediaPipeline": 500,
    "blogcrawler.pipelines.store.StorePipeline": 800,
}
FEED_EXPORTERS = {"jsonlines": "blogcrawler.extensions.json_lines.DurableJsonLinesExporter"}

WARN_ON_GENERATOR_RETURN_VALUE = False  # would read the callbacks' source for each response
CONCURRENT_ITEMS = 1  # a page has one post; Scrapy starts this many tasks per response

DEFAULT_DROPITEM_LOG_LEVEL = "DEBUG"


def apply_spider_settings(settings: BaseSettings) -> None:
    """Add the settings above to those of a crawl, unless the user has set others."""
    settings.setdict(
        {name: value for name, value in globals().items() if name.isupper() and name != "TYPE_CHECKING"},
        priority="addon",
    )
    # Without ours, a crawl knows no limits, counts no posts, gets into private networks, and does not record how it
    # ended, so that a worker would repeat it.
    for setting, ours in (
        ("EXTENSIONS", EXTENSIONS),
        ("DOWNLOADER_MIDDLEWARES", DOWNLOADER_MIDDLEWARES),
        ("SPIDER_MIDDLEWARES", SPIDER_MIDDLEWARES),
    ):
        _set(settings, setting, ours | settings.getdict(setting))


def switch_off(settings: BaseSettings, setting: str, names: Iterable[str]) -> None:
    """Switch extensions or middlewares off for a spider that has no use for them, whoever has set them."""
    _set(settings, setting, settings.getdict(setting) | dict.fromkeys(names))


def _set(settings: BaseSettings, setting: str, parts: dict[str, int | None]) -> None:
    # The process of a crawl gives its own settings once more, with the same priorities.
    settings.set(setting, parts, priority=(settings.getpriority(setting) or 0) + 1)
