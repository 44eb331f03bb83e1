"""Scrapy's settings for blogcrawler.

Our own settings begin with ``BLOGCRAWLER_`` and are defined in :mod:`blogcrawler.crawl_settings`. Each can be given as
an environment variable of the same name; ``scrapy crawl -s NAME=VALUE`` overrides both.
"""

from __future__ import annotations

import os

# Importing this makes Twisted scan all loaded modules three times: the earlier, the fewer there are.
import scrapy.core.downloader.contextfactory  # noqa: F401

from .crawl_settings import CrawlSettings
from .version import __version__

globals().update(CrawlSettings.defaults(os.environ))

BOT_NAME = "blogcrawler"
SPIDER_MODULES = ["blogcrawler.spiders"]
COMMANDS_MODULE = "blogcrawler.commands"
ADDONS = {"blogcrawler.garbage_collection.GarbageCollectionAddon": 0}
# The spider appends the contact, if there is one.
USER_AGENT = f"blogcrawler/{__version__}"

ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 0.5
AUTOTHROTTLE_TARGET_CONCURRENCY = 2.0
CONCURRENT_REQUESTS_PER_DOMAIN = 4
DOWNLOAD_TIMEOUT = 60
DOWNLOAD_MAXSIZE = 20 * 1024 * 1024  # no page of a blog is larger; what is larger is a file or a trap
DOWNLOAD_WARNSIZE = 0
RETRY_TIMES = 3
RETRY_GIVE_UP_LOG_LEVEL = "DEBUG"  # the spider reports it once, in words
HTTPERROR_ALLOW_ALL = True  # the spider counts missing pages; one log line for each would be noise
REDIRECT_MAX_TIMES = 10
MEDIA_ALLOW_REDIRECTS = True  # pictures move too
DEPTH_LIMIT = 2000  # "previous post" chains can be long; only traps are longer
COOKIES_ENABLED = False  # like a first-time visitor

SCHEDULER = "blogcrawler.frontier.queue.scheduler.FrontierScheduler"
DOWNLOAD_HANDLERS = {
    "http": "blogcrawler.downloader.archiving_handler.ArchivingDownloadHandler",
    "https": "blogcrawler.downloader.archiving_handler.ArchivingDownloadHandler",
    "data": None,
    "file": None,
    "ftp": None,
    "s3": None,
}
TWISTED_DNS_RESOLVER = "blogcrawler.downloader.private_network.GuardedResolver"
DOWNLOADER_MIDDLEWARES = {
    "blogcrawler.downloader.prefetched.PrefetchedPages": 10,
    "blogcrawler.downloader.archived_responses.ArchivedResponses": 20,
    "blogcrawler.downloader.retry_after.RetryAfter": 560,  # sees responses before RetryMiddleware retries them
    "blogcrawler.downloader.private_network.PrivateNetworkMiddleware": 760,  # after the proxy, which resolves names
}
EXTENSIONS = {
    "scrapy.extensions.spiderstate.SpiderState": None,  # the frontier keeps everything that is needed to resume
    "scrapy.extensions.closespider.CloseSpider": None,
    "blogcrawler.extensions.close_spider.CloseSpider": 0,  # counts pages, not pictures
    "blogcrawler.downloader.crawl_delay.CrawlDelay": 0,
    "blogcrawler.extensions.field_stats.FieldStats": 0,
    "blogcrawler.extensions.progress.Progress": 0,
    "blogcrawler.extensions.summary.SummaryLog": 0,
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
FEED_EXPORT_ENCODING = "utf-8"

WARN_ON_GENERATOR_RETURN_VALUE = False  # would read the callbacks' source for each response
CONCURRENT_ITEMS = 4  # a page has one post; Scrapy starts this many tasks per response

DEFAULT_DROPITEM_LOG_LEVEL = "DEBUG"
LOG_LEVEL = "INFO"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
