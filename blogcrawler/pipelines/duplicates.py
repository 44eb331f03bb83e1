"""A post that is reached at several addresses is one post."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self
from urllib.parse import urlsplit

from scrapy.exceptions import DropItem

from ..blog import PostPage
from ..dom import words
from ..downloader import CrawlContext
from ..frontier import DiskSet
from ..items import Post
from ..urls import page_key, variant_key
from .resumed_export import exported_before

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["DuplicatesPipeline", "VariantsPipeline"]


class _OncePipeline(ABC):
    """Drops posts whose identity is that of one that was harvested; stat ``posts/duplicates``.

    A crawl that goes on after a stop begins with what it has exported before.
    """

    why: ClassVar[str]

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._seen = DiskSet()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def open_spider(self) -> None:
        if CrawlContext.of(self._crawler).appends_records:
            for record in exported_before(self._crawler):
                self._seen.add(self.identity_of_record(record))

    def close_spider(self) -> None:
        self._seen.close()

    def process_item(self, item: Any) -> Any:
        identity = self.identity(item)
        if identity is not None and not self._seen.add(identity):
            self._crawler.stats.inc_value("posts/duplicates")
            self._crawler.stats.inc_value("posts/found", -1)
            raise DropItem(f"{self.why}: {item.url}")
        return item

    @abstractmethod
    def identity(self, item: Any) -> str | None:
        """What two items of the same post have in common; ``None`` for what is no post."""

    @abstractmethod
    def identity_of_record(self, record: dict[str, Any]) -> str:
        """The same for a record that was exported."""


class DuplicatesPipeline(_OncePipeline):
    """Drops posts whose (canonical) address was already harvested in this crawl; stat ``posts/before``: how many a
    crawl that goes on has exported before.
    """

    why = "already harvested"

    def open_spider(self) -> None:
        super().open_spider()
        self._crawler.stats.set_value("posts/before", len(self._seen))

    def identity(self, item: Any) -> str | None:
        return _place(item.url) if isinstance(item, Post | PostPage) else None

    def identity_of_record(self, record: dict[str, Any]) -> str:
        return _place(str(record["url"]))


def _place(url: str) -> str:
    """The page, and the place on it where several posts are on one."""
    place = urlsplit(url).fragment
    return f"{page_key(url)}#{place}" if place else page_key(url)


class VariantsPipeline(_OncePipeline):
    """Drops posts that have the title and the article of one that was harvested under a variant of their address, such
    as ``/name`` and ``/name.html``, without saying which is the canonical one.

    The first one stays: posts of the feed are fetched before those of sitemaps, and these before what only links lead
    to.
    """

    why = "already harvested under another address"

    def identity(self, item: Any) -> str | None:
        if not isinstance(item, Post):
            return None
        return _same_writing(item.url, item.title or "", item.text, item.content_html)

    def identity_of_record(self, record: dict[str, Any]) -> str:
        title, text, html = (str(record.get(name) or "") for name in ("title", "text", "content_html"))
        return _same_writing(str(record["url"]), title, text, html)


def _same_writing(url: str, title: str, text: str, html: str) -> str:
    """Address, title and article as a key. Pictures have no text, so that the article's HTML tells."""
    return "\n".join((variant_key(url), " ".join(words(title)), text.strip() or html.strip()))
