"""Downloads for an item: what belongs to a post besides its page."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.exceptions import DropItem
from scrapy.http.request import NO_CALLBACK

from ..downloader import CrawlContext
from ..errors import ArchiveError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["fetch"]

logger = logging.getLogger(__name__)


async def fetch(crawler: Crawler, url: str, blog: str, purpose: str) -> Response | None:
    """Download something for a post of the blog; ``None`` if that fails. Stats: ``PURPOSE/requests``,
    ``PURPOSE/failed``."""
    stats = crawler.stats
    stats.inc_value(f"{purpose}/requests")
    meta: dict[str, Any] = {purpose: True}
    if folder := CrawlContext.of(crawler).separate_folder(blog):
        meta["blog_folder"] = folder
    try:
        return await crawler.engine.download_async(Request(url, NO_CALLBACK, meta=meta))
    except ArchiveError:
        # The crawl is being closed; with JOBDIR the post's page is fetched again when it is resumed.
        CrawlContext.of(crawler).keep_in_flight()
        raise DropItem(f"not archived: {url}") from None
    except Exception as error:
        stats.inc_value(f"{purpose}/failed")
        logger.debug("%s cannot be fetched: %s", url, error)
        return None
