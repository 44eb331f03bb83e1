"""Ends a crawl whose back end fails while a page is read."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import CloseSpider

from ..downloader import CrawlContext
from ..errors import ArchiveError, StoreError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["StoreFailures", "give_up"]

logger = logging.getLogger(__name__)

_ENDINGS: dict[type[Exception], str] = {StoreError: "store_failed", ArchiveError: "archive_failed"}


class StoreFailures:
    """Ends the crawl if reading a page fails because the database or the archive does (``store_failed``,
    ``archive_failed``). With ``JOBDIR`` the page is fetched again when the crawl is resumed: its links are not lost.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_spider_exception(self, response: Response, exception: Exception) -> None:
        if isinstance(exception, StoreError | ArchiveError):
            raise give_up(self._crawler, exception) from None


def give_up(crawler: Crawler, error: StoreError | ArchiveError) -> CloseSpider:
    """What ends a crawl in which this error has occurred; pages in flight stay queued."""
    CrawlContext.of(crawler).keep_in_flight()
    stats, note = crawler.stats, str(error)
    notes = stats.get_value("blogcrawler/notes", [])
    if note not in notes:
        logger.error("%s. The crawl ends here.", error)
        stats.set_value("blogcrawler/notes", [*notes, note])
    return CloseSpider(_ENDINGS[type(error)])
