"""``scrapy crawl`` with a meaningful exit code."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.exceptions import UsageError as ScrapyUsageError

from ..errors import BlogCrawlerError, UsageError
from ..extensions import exit_code
from ..runner import run

if TYPE_CHECKING:
    import argparse

logger = logging.getLogger(__name__)


class Command(CrawlCommand):
    """Scrapy's command, with exit code 0 if a post was harvested, 1 if none was, 2 for wrong usage."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise ScrapyUsageError("give the name of one spider, such as newcrawl")
        try:
            crawler = self._create_crawler(args[0])
        except KeyError:
            raise ScrapyUsageError(f"there is no spider {args[0]!r}; list all spiders: scrapy list") from None
        error = run(self.crawler_process, crawler, opts.spargs)  # type: ignore[arg-type]
        if error is None:
            self.exitcode = exit_code(crawler.stats.get_stats())
        elif isinstance(error, BlogCrawlerError):
            self.exitcode = 2 if isinstance(error, UsageError) else 1
            print(f"Error: {error}", file=sys.stderr)
            if self.settings is not None and self.settings["LOG_FILE"]:
                logger.error("%s", error)  # users of Scrapyd look for it there
        else:
            self.exitcode = 1
            logger.error("The crawl failed", exc_info=error)
