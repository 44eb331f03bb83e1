"""Processes that are forked from one that has imported everything: that saves each a second and a half."""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext

__all__ = ["forking"]

#: What crawls use. The reactor and the settings must not be among it: each crawl has its own.
_PRELOADED = (
    *("blogcrawler.cli", "blogcrawler.runner", "blogcrawler.commands.crawl"),
    *("blogcrawler.spiders.newcrawl", "blogcrawler.spiders.updatecrawl"),
    *("blogcrawler.spiders.reextract", "blogcrawler.pipelines.reextracted", "blogcrawler.downloader.archive_reader"),
    *(f"blogcrawler.pipelines.{name}" for name in ("comments", "duplicates", "extract", "media", "multipage")),
    *(f"blogcrawler.pipelines.{name}" for name in ("render", "store", "versions")),
    *("blogcrawler.downloader.archiving_handler", "blogcrawler.frontier.queue.scheduler"),
    *("blogcrawler.extensions.run_record", "blogcrawler.extensions.json_lines"),
    *("scrapy.crawler", "scrapy.core.engine", "scrapy.core.scraper", "scrapy.core.downloader.contextfactory"),
    *("scrapy.core.downloader.handlers.http11", "scrapy.extensions.feedexport", "scrapy.extensions.throttle"),
    *("scrapy.downloadermiddlewares.retry", "scrapy.spidermiddlewares.depth", "sqlalchemy.dialects.sqlite"),
)


def forking() -> ForkServerContext:
    """Makes processes for crawls. The first one waits until everything is imported."""
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)  # an egg is only in sys.path
    context = get_context("forkserver")
    context.set_forkserver_preload(list(_PRELOADED))
    return context
