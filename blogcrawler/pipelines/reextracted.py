"""Store the posts that were extracted again from the web archive, if they come out differently."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem

from ..changes import ChangeKind, compare, fill_gaps, is_new_version
from ..dates import parse_instant
from ..items import Post
from ..store import Store, storable
from ..urls import url_variants
from .store import StorePipeline

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["ReextractedPipeline", "store_reading"]


class ReextractedPipeline:
    """Stores posts that today's rules read differently, with the earlier record as a version, and drops the others.

    Stats: ``posts/new``, ``posts/changed``, ``posts/unchanged``, ``posts/duplicates``.
    """

    def __init__(self, crawler: Crawler, storing: StorePipeline) -> None:
        self._crawler = crawler
        self._storing = storing

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, StorePipeline.from_crawler(crawler))

    def close_spider(self) -> None:
        self._storing.close_spider()

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, Post):
            return item
        post, now = storable(item), datetime.now(UTC)
        outcome = await self._storing.save(post, lambda post: store_reading(self._storing.store, post, now))
        self._crawler.stats.inc_value(f"posts/{outcome}")
        if outcome == "unchanged":
            raise DropItem(f"not changed: {post.url}")
        if outcome == "duplicates":
            raise DropItem(f"stored under another address: {post.url}")
        return post


def store_reading(store: Store, post: Post, when: datetime) -> str:
    """Store what an archived page says as we read it today; returns ``new``, ``changed`` or ``unchanged``.

    When the page is checked next does not depend on how it is read, so the state of the post stays. ``duplicates``
    means that the post is known under a variant of its address, such as ``/name`` and ``/name.html``. The crawl dropped
    the page because it had the same text, but since then an update may have stored a newer text.
    """
    old = store.post(post.url)
    if old is None and any(_is_same(store.post(url), post) for url in url_variants(post.url)):
        return "duplicates"
    if old is None:
        store.save_post(post)
        return "new"
    new = fill_gaps(old, post, rules_relearned=True)
    kinds = compare(old, new)
    if not is_new_version(kinds):
        return "unchanged"
    state = store.post_states.known([old.url]).get(old.url)
    store.post_states.replace(old, new, {*kinds, ChangeKind.READING}, when)
    if state is not None:
        store.post_states.save(new.blog, replace(state, url=new.url))
    return "changed"


def _is_same(known: Post | None, post: Post) -> bool:
    """Whether a record at a variant of the address is of the same post: it has the same title, or the same date."""
    if known is None:
        return False
    if known.title == post.title:
        return True
    moment = parse_instant(known.published)
    return moment is not None and moment == parse_instant(post.published)
