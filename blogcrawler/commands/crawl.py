"""``scrapy crawl`` with a meaningful exit code."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, cast

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.exceptions import UsageError as ScrapyUsageError

from ..errors import BlogCrawlerError, UsageError

if TYPE_CHECKING:
    import argparse

    from scrapy.crawler import AsyncCrawlerProcess

logger = logging.getLogger(__name__)


class Command(CrawlCommand):
    """Scrapy's command, with exit code 0 if a post was harvested, 1 if none was, 2 for wrong usage, 130 for Ctrl-C."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        from ..runner import prepare_log  # slow to import, and other commands never need it

        if self.settings is not None and args:
            prepare_log(self.settings, args[0], opts.spargs.get("url"))

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        # Slow to import. By now, the add-on has set the garbage collector's thresholds; other commands never need them.
        from ..extensions import INTERRUPTED_STAT, exit_code
        from ..runner import run

        if len(args) != 1:
            raise ScrapyUsageError("give the name of one spider, such as newcrawl")
        try:
            crawler = self._create_crawler(args[0])
        except KeyError:
            raise ScrapyUsageError(f"there is no spider {args[0]!r}; list all spiders: scrapy list") from None
        except BlogCrawlerError as wrong_setting:
            self._report(wrong_setting)
            return
        process = cast("AsyncCrawlerProcess", self.crawler_process)
        error = run(process, crawler, opts.spargs, lambda: crawler.stats.set_value(INTERRUPTED_STAT, True))
        if error is None:
            self.exitcode = exit_code(crawler.stats.get_stats())
        elif isinstance(error, BlogCrawlerError):
            self._report(error)
        else:
            self.exitcode = 1
            logger.error("The crawl failed", exc_info=error)

    def _report(self, error: BlogCrawlerError) -> None:
        self.exitcode = 2 if isinstance(error, UsageError) else 1
        print(f"Error: {error}", file=sys.stderr)
        if self.settings is not None and self.settings["LOG_FILE"]:
            logger.error("%s", error)  # users of Scrapyd look for it there
