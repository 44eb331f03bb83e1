"""Drop posts that were harvested already under another address."""

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
    """Drops posts with the identity of one that was harvested before; stat ``posts/duplicates``.

    A resumed crawl knows the posts it exported before it was stopped.
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
        """What all items of the same post have in common; ``None`` for items that are not posts."""

    @abstractmethod
    def identity_of_record(self, record: dict[str, Any]) -> str:
        """The identity of an exported record."""


class DuplicatesPipeline(_OncePipeline):
    """Drops posts whose (canonical) address was already harvested in this crawl.

    Stat: ``posts/before`` (number of posts that a resumed crawl exported before it was stopped).
    """

    why = "already harvested"

    def open_spider(self) -> None:
        super().open_spider()
        self._crawler.stats.set_value("posts/before", len(self._seen))

    def identity(self, item: Any) -> str | None:
        return _address_key(item.url) if isinstance(item, Post | PostPage) else None

    def identity_of_record(self, record: dict[str, Any]) -> str:
        return _address_key(str(record["url"]))


def _address_key(url: str) -> str:
    """The page, and the fragment if several posts are on one page."""
    fragment = urlsplit(url).fragment
    return f"{page_key(url)}#{fragment}" if fragment else page_key(url)


class VariantsPipeline(_OncePipeline):
    """Drops posts with the same title and article as one harvested under a variant of their address, such as ``/name``
    and ``/name.html``, if no canonical address shows which one is right.

    The first one is kept: posts of the feed are fetched before those of sitemaps, and these before those found by
    links.
    """

    why = "already harvested under another address"

    def identity(self, item: Any) -> str | None:
        if not isinstance(item, Post):
            return None
        return _content_key(item.url, item.title or "", item.text, item.content_html)

    def identity_of_record(self, record: dict[str, Any]) -> str:
        title, text, html = (str(record.get(name) or "") for name in ("title", "text", "content_html"))
        return _content_key(str(record["url"]), title, text, html)


def _content_key(url: str, title: str, text: str, html: str) -> str:
    """Address variant, title and article as a key. An article without text is identified by its HTML."""
    return "\n".join((variant_key(url), " ".join(words(title)), text.strip() or html.strip()))
