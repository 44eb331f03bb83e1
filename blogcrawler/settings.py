"""Scrapy's settings for blogcrawler, and our own.

Every setting of ours begins with ``BLOGCRAWLER_`` and can be given as an environment variable of the same
name; ``scrapy crawl -s NAME=VALUE`` wins over both.
"""

from __future__ import annotations

import gc
import os

# On import it looks through all that is being imported, three times: the earlier, the less there is to look through.
import scrapy.core.downloader.contextfactory  # noqa: F401

from . import __version__

# Scrapy and what it brings along are some hundred thousand objects that stay; to look through them again and again for
# garbage takes a twentieth of a small crawl's time. This is the first module of ours that Scrapy imports.
gc.set_threshold(10_000, 20, 20)


def _own(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


# --- ours -----------------------------------------------------------------------------------------------

#: The folder under which everything lies that a crawl leaves.
BLOGCRAWLER_HOME = _own("BLOGCRAWLER_HOME", "archive")
#: Address of the database; SQLite in the folder above when not set (``postgresql://user@host/name``).
BLOGCRAWLER_DATABASE_URL = _own("BLOGCRAWLER_DATABASE_URL")
#: How to reach who runs the crawl: an address or e-mail, sent with the user agent.
BLOGCRAWLER_CONTACT = _own("BLOGCRAWLER_CONTACT")
#: Whether every request and response is written to WARC files.
BLOGCRAWLER_WARC_ENABLED = _own("BLOGCRAWLER_WARC_ENABLED", "1")
#: A WARC file is closed and a new one begun when it has grown to so many bytes.
BLOGCRAWLER_WARC_MAX_BYTES = _own("BLOGCRAWLER_WARC_MAX_BYTES", "1000000000")
#: From so many feed entries and their pages rules are learned: more cost requests and bring little.
BLOGCRAWLER_TRAINING_PAGES = _own("BLOGCRAWLER_TRAINING_PAGES", "15")
#: Whether the comments of posts are gathered.
BLOGCRAWLER_COMMENTS_ENABLED = _own("BLOGCRAWLER_COMMENTS_ENABLED", "1")
#: Pages of one kind in a row without a new post, after which the kind is not followed any more.
BLOGCRAWLER_PATIENCE = _own("BLOGCRAWLER_PATIENCE", "100")
#: The crawl ends when fewer new posts than this can be expected of a request (0: never, as with exhaustive=1).
BLOGCRAWLER_LEAST_GAIN = _own("BLOGCRAWLER_LEAST_GAIN", "0.03")
#: Known posts that are looked at again in one visit of an update, at most.
BLOGCRAWLER_LOOKS = _own("BLOGCRAWLER_LOOKS", "10")
#: Blogs that one process brings up to date at the same time.
BLOGCRAWLER_BLOGS_AT_ONCE = _own("BLOGCRAWLER_BLOGS_AT_ONCE", "8")
#: Seconds after which a blog is taken over from an update that has died.
BLOGCRAWLER_LEASE = _own("BLOGCRAWLER_LEASE", "900")
#: A site's robots.txt may ask for pauses between requests (Crawl-delay): so many seconds are granted at most.
BLOGCRAWLER_MAX_CRAWL_DELAY = _own("BLOGCRAWLER_MAX_CRAWL_DELAY", "30")
#: A server that is asked too much may ask for a pause (Retry-After): so many seconds are granted at most.
BLOGCRAWLER_MAX_RETRY_AFTER = _own("BLOGCRAWLER_MAX_RETRY_AFTER", "300")
#: Hosts that may be fetched though they are in a private network (the seed's host always may).
BLOGCRAWLER_PRIVATE_HOSTS = _own("BLOGCRAWLER_PRIVATE_HOSTS")
#: Whether the pictures and recordings of articles are fetched, too.
BLOGCRAWLER_MEDIA_ENABLED = _own("BLOGCRAWLER_MEDIA_ENABLED", "1")
#: A picture with more bytes is left out.
BLOGCRAWLER_MEDIA_MAX_BYTES = _own("BLOGCRAWLER_MEDIA_MAX_BYTES", "20000000")
#: Audio or video with more bytes is left out.
BLOGCRAWLER_MEDIA_MAX_RECORDING_BYTES = _own("BLOGCRAWLER_MEDIA_MAX_RECORDING_BYTES", "100000000")
#: So many media are fetched for one post at most.
BLOGCRAWLER_MEDIA_PER_POST = _own("BLOGCRAWLER_MEDIA_PER_POST", "2000")
#: Which pages a browser runs: "auto" (those that need it), "always" or "never".
BLOGCRAWLER_RENDER = _own("BLOGCRAWLER_RENDER", "auto")
#: So many pages are rendered at the same time.
BLOGCRAWLER_RENDER_PAGES = _own("BLOGCRAWLER_RENDER_PAGES", "4")
#: Seconds that rendering a page may take.
BLOGCRAWLER_RENDER_TIMEOUT = _own("BLOGCRAWLER_RENDER_TIMEOUT", "60")
#: The browser's program, if it is not the system's Chromium or Chrome.
BLOGCRAWLER_CHROMIUM = _own("BLOGCRAWLER_CHROMIUM")
#: How a crawl reports while it runs: "live" (a terminal), "lines" or "off".
BLOGCRAWLER_PROGRESS = _own("BLOGCRAWLER_PROGRESS", "off")
#: Seconds between two lines of such a report.
BLOGCRAWLER_PROGRESS_INTERVAL = _own("BLOGCRAWLER_PROGRESS_INTERVAL", "10")

# --- Scrapy's -------------------------------------------------------------------------------------------

BOT_NAME = "blogcrawler"
SPIDER_MODULES = ["blogcrawler.spiders"]
COMMANDS_MODULE = "blogcrawler.commands"
# One honest name; the contact is added by the spider when it is set.
USER_AGENT = f"blogcrawler/{__version__}"

ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 0.5
AUTOTHROTTLE_TARGET_CONCURRENCY = 2.0
CONCURRENT_REQUESTS_PER_DOMAIN = 4
DOWNLOAD_TIMEOUT = 60
DOWNLOAD_MAXSIZE = 20 * 1024 * 1024  # a page of a blog is never larger; larger ones are traps or files
DOWNLOAD_WARNSIZE = 0
RETRY_TIMES = 3
RETRY_GIVE_UP_LOG_LEVEL = "DEBUG"  # the spider says it once, in words
HTTPERROR_ALLOW_ALL = True  # the spider counts what is gone; a line in the log for each is noise
REDIRECT_MAX_TIMES = 10
MEDIA_ALLOW_REDIRECTS = True  # pictures move as pages do
DEPTH_LIMIT = 2000  # chains of "previous post" are long; endless ones are longer
COOKIES_ENABLED = False  # a reader who never came before

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
    "blogcrawler.downloader.answered_before.AnsweredBefore": 20,
    "blogcrawler.downloader.retry_after.RetryAfter": 560,  # sees answers before they are tried again
    "blogcrawler.downloader.private_network.PrivateNetworkMiddleware": 760,  # after the proxy's, which resolves names
}
EXTENSIONS = {
    "scrapy.extensions.spiderstate.SpiderState": None,  # all that a crawl needs to go on is in its frontier
    "scrapy.extensions.closespider.CloseSpider": None,
    "blogcrawler.extensions.close_spider.CloseSpider": 0,  # counts pages, not pictures
    "blogcrawler.downloader.crawl_delay.CrawlDelay": 0,
    "blogcrawler.extensions.field_stats.FieldStats": 0,
    "blogcrawler.extensions.progress.Progress": 0,
    "blogcrawler.extensions.summary.SummaryLog": 0,
}
# The way of a post, each step its own line.
ITEM_PIPELINES = {
    "blogcrawler.pipelines.duplicates.DuplicatesPipeline": 100,
    "blogcrawler.pipelines.render.RenderPipeline": 150,
    "blogcrawler.pipelines.multipage.PartsPipeline": 180,
    "blogcrawler.pipelines.comments.CommentsPipeline": 200,  # before the article: reading that consumes the page
    "blogcrawler.pipelines.extract.ExtractPipeline": 300,
    "blogcrawler.pipelines.duplicates.VariantsPipeline": 400,
    "blogcrawler.pipelines.media.ArticleMediaPipeline": 500,
    "blogcrawler.pipelines.store.StorePipeline": 800,
}
FEED_EXPORTERS = {"jsonlines": "blogcrawler.extensions.json_lines.DurableJsonLinesExporter"}
FEED_EXPORT_ENCODING = "utf-8"

WARN_ON_GENERATOR_RETURN_VALUE = False  # reads the source of callbacks anew for each response
CONCURRENT_ITEMS = 4  # a page brings one post; Scrapy starts as many tasks for each response

DEFAULT_DROPITEM_LOG_LEVEL = "DEBUG"
LOG_LEVEL = "INFO"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
