"""Store posts in the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy.exceptions import DropItem

from ..changes import compare, fill_gaps, is_new_version
from ..crawl_settings import CrawlSettings
from ..dates import parse_instant
from ..downloader import CrawlContext
from ..errors import StoreError
from ..items import Post
from ..store import Store, open_store, storable

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

__all__ = ["StorePipeline", "store_record"]

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: Characters from which on a post is saved in a thread, and those of a usual comment.
_LONG, _COMMENT_LENGTH = 300_000, 300


class StorePipeline:
    """Stores every post in the database; the stat ``posts/stored`` counts them.

    If the database has an earlier record of a post that differs, it is kept as a version.

    The database is the file ``blogcrawler.db`` in ``BLOGCRAWLER_HOME``, or the one whose address is in
    ``BLOGCRAWLER_DATABASE_URL``. If it fails (a full disk, a server that is down) the crawl is closed with
    the reason ``store_failed``, because more requests would be wasted. Posts in flight are then dropped and counted
    in ``posts/not_stored``; with ``JOBDIR`` their pages are fetched again when the crawl is resumed.
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
        post = storable(item)  # the exporters get the same record
        post = await self.save(post, lambda post: store_record(self.store, post))
        self._crawler.stats.inc_value("posts/stored")
        return post

    async def save(self, post: Post, how: Callable[[Post], T]) -> T:
        """Save a post with ``how``; close the crawl if that fails."""
        try:
            # SQLite is so fast that for most posts a thread would cost almost as much as saving.
            if not (self.store.remote or _is_long(post) or self._turn.locked()):
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
        note = f"{post.url} and later posts could not be stored: {error}"
        stats.set_value("blogcrawler/notes", [*stats.get_value("blogcrawler/notes", []), note])
        close = self._crawler.engine.close_spider_async(reason="store_failed")
        self._closing = asyncio.ensure_future(close)


def _is_long(post: Post) -> bool:
    """Whether saving a post may take a tenth of a second."""
    return len(post.content_html) + _COMMENT_LENGTH * len(post.comments) > _LONG


def store_record(store: Store, post: Post) -> Post:
    """Store the record of a crawl, and keep an earlier one that differs as a version; returns what was stored.

    The same post is never stored twice, so the database grows with the changes, not with the crawls.
    """
    old = store.post(post.url)
    if old is None:
        store.save_post(post)
        return post
    new = fill_gaps(old, post, rules_relearned=True)
    kinds = compare(old, new)
    if is_new_version(kinds):
        store.post_states.replace(old, new, kinds, parse_instant(new.fetched) or datetime.now(UTC))
    else:
        store.post_states.refresh(old, new)
    return new
