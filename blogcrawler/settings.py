"""Scrapy's settings for blogcrawler.

Our own settings begin with ``BLOGCRAWLER_`` and are defined in :mod:`blogcrawler.crawl_settings`. Each can be given in
``blogcrawler.toml`` and as an environment variable of the same name; ``scrapy crawl -s NAME=VALUE`` overrides both.

These apply to every spider that is run in the project. What only our own spiders need, such as the pipelines, is in
:mod:`blogcrawler.spiders.spider_settings`.
"""

from __future__ import annotations

import os
from contextlib import suppress

# Importing this makes Twisted scan all loaded modules three times: the earlier, the fewer there are.
import scrapy.core.downloader.contextfactory  # noqa: F401

from .crawl_settings import CrawlSettings
from .errors import UsageError
from .version import __version__

_project = CrawlSettings.defaults(os.environ)
with suppress(UsageError):  # what is wrong with the config file is said when a crawl starts, without a traceback
    _project = CrawlSettings.project_settings(os.environ)
globals().update({name: value for name, value in _project.items() if name.startswith("BLOGCRAWLER_")})

BOT_NAME = "blogcrawler"
SPIDER_MODULES = ["blogcrawler.spiders"]
SPIDER_LOADER_CLASS = "blogcrawler.spiders.spider_loader.LazySpiderLoader"
COMMANDS_MODULE = "blogcrawler.commands"
ADDONS = {
    "blogcrawler.garbage_collection.GarbageCollectionAddon": 0,
    "blogcrawler.disabled_components.DisabledComponentsAddon": 0,
}
# The spider appends the contact, if there is one.
USER_AGENT = f"blogcrawler/{__version__}"

ROBOTSTXT_OBEY = True
DOWNLOAD_DELAY = 0.25  # even a small server can answer four requests per second
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 0.5
AUTOTHROTTLE_TARGET_CONCURRENCY = 2.0
CONCURRENT_REQUESTS_PER_DOMAIN = 4
DOWNLOAD_TIMEOUT = 60
DOWNLOAD_MAXSIZE = 20 * 1024 * 1024  # no page of a blog is larger; what is larger is a file or a trap
DOWNLOAD_WARNSIZE = 0
RETRY_TIMES = 3
REDIRECT_MAX_TIMES = 10

TWISTED_DNS_RESOLVER = (
    "blogcrawler.downloader.private_network.GuardedResolver"  # one per process; guards crawls of our spiders only
)
FEED_EXPORT_ENCODING = "utf-8"

LOG_LEVEL = "INFO"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False

globals().update({name: value for name, value in _project.items() if not name.startswith("BLOGCRAWLER_")})
