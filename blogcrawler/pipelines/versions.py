"""Store the posts of an update that are new or have changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, Self, cast

from scrapy.exceptions import DropItem

from ..changes import ChangeKind, compare, fill_gaps, is_better_dated, is_new_version, markup_digest, next_check
from ..dates import parse_instant
from ..items import Post
from ..store import Store, storable
from .store import StorePipeline

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy.crawler import Crawler

__all__ = ["Kept", "VersionsPipeline", "keep"]


class _Visit(Protocol):
    """The visit during which a post was fetched."""

    @property
    def template_changed(self) -> bool: ...
    def kept(self, post: Post, kinds: Iterable[str] | None) -> None: ...


class _UpdateSpider(Protocol):
    """What the pipeline needs of the spider that updates blogs."""

    def visit_of(self, blog: str) -> _Visit: ...
    def now(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Kept:
    """The stored record, and the ``kinds`` of change; ``None`` if the post is new."""

    post: Post
    kinds: frozenset[ChangeKind] | None


class VersionsPipeline:
    """Stores posts that are new or have changed, with the earlier record as a version, and drops the others.

    Stats: ``posts/new``, ``posts/changed``, ``posts/unchanged``, ``posts/restructured`` (only the markup differs:
    that is recorded in the state of the post, but not as a version), and ``posts/stored`` as in a new crawl.
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
        stats = self._crawler.stats
        spider = cast("_UpdateSpider", self._crawler.spider)
        visit, when = spider.visit_of(item.blog), spider.now()
        post = storable(item)
        changed = visit.template_changed
        kept = await self._storing.save(post, lambda post: keep(self._storing.store, post, when, changed))
        if kept.kinds is not None and not is_new_version(kept.kinds):
            stats.inc_value("posts/unchanged")
            if kept.kinds:
                stats.inc_value("posts/restructured")
            raise DropItem(f"not changed: {post.url}")
        stats.inc_value("posts/new" if kept.kinds is None else "posts/changed")
        stats.inc_value("posts/stored")
        visit.kept(kept.post, kept.kinds)
        return kept.post


def keep(store: Store, post: Post, when: datetime, template_changed: bool = False) -> Kept:
    """Update a stored post with the record of a page just fetched."""
    old = store.post(post.url)
    if old is None:
        store.save_post(post)
        return Kept(post, None)
    new = fill_gaps(old, post, template_changed)
    kinds = compare(old, new)
    if is_new_version(kinds):
        store.post_states.replace(old, new, kinds, when)
        return Kept(new, kinds)
    if is_better_dated(old, new):
        source = old.source | {"published": new.source["published"]}
        old = replace(old, published=new.published, dating=new.dating, source=source)
        store.save_post(old)
    if old.warc is None and new.warc is not None:  # its record in the web archive was lost, and is back
        old = replace(old, warc=new.warc)
        store.save_post(old)
    for look in store.post_states.known([old.url]).values():
        look.checked, look.gone = when.isoformat(timespec="seconds"), None
        look.due = next_check(parse_instant(look.fresh) or when, when).isoformat(timespec="seconds")
        seen = markup_digest(new) if kinds else None
        if seen != look.markup:
            look.markup, look.restructured = seen, look.checked if kinds else None
        else:
            kinds = frozenset()  # it was noted at an earlier look
        store.post_states.save(old.blog, look)
    return Kept(old, kinds)
