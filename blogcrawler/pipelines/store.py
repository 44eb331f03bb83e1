"""The last step: hand the post over to the back end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy.exceptions import DropItem

from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext
from ..errors import StoreError
from ..items import Post
from ..store import Store, open_store, storable

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

__all__ = ["StorePipeline"]

logger = logging.getLogger(__name__)

T = TypeVar("T")


class StorePipeline:
    """Saves every post in the database; the stat ``posts/stored`` counts those that are safe there.

    The database is the file ``blogcrawler.db`` in ``BLOGCRAWLER_HOME``, or the one whose address is in
    ``BLOGCRAWLER_DATABASE_URL``. If it fails (a full disk, a server that is gone) the crawl is closed with
    the reason ``store_failed``, as going on would trouble the blog for nothing. Posts that are on their way then
    are dropped and counted in ``posts/not_stored``; with ``JOBDIR`` their pages are fetched again when the
    crawl is taken up.
    """

    def __init__(self, crawler: Crawler, store: Store) -> None:
        self.store = store
        self._crawler = crawler
        self._turn = asyncio.Lock()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = CrawlSettings.from_settings(crawler.settings)
        return cls(crawler, open_store(settings.database_url, settings.home))

    def close_spider(self) -> None:
        self.store.close()

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Post):
            return item
        post = storable(item)  # so that what is exported next is the same record
        await self.save(post, self.store.save_post)
        self._crawler.stats.inc_value("posts/stored")
        return post

    async def save(self, post: Post, how: Callable[[Post], T]) -> T:
        """Save a post; the crawl is closed if that fails."""
        try:
            # SQLite is so fast that handing over to a thread would add a good part of its cost again.
            if not self.store.remote:
                return how(post)
            async with self._turn:
                return await asyncio.to_thread(how, post)
        except StoreError as error:
            self._give_up(post, error)
            raise DropItem(f"not stored: {post.url}") from None

    def _give_up(self, post: Post, error: StoreError) -> None:
        stats = self._crawler.stats
        stats.inc_value("posts/not_stored")
        CrawlContext.of(self._crawler).keep_in_flight()
        if self._closing is not None:
            return
        logger.error("Cannot store %s: %s. The crawl ends here.", post.url, error)
        note = f"Posts from {post.url} on could not be stored: {error}"
        stats.set_value("blogcrawler/notes", [*stats.get_value("blogcrawler/notes", []), note])
        close = self._crawler.engine.close_spider_async(reason="store_failed")
        self._closing = asyncio.ensure_future(close)
