"""A post that is reached under variants of one address, without saying which is the canonical one, is one post."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem

from ..extraction.similarity import words
from ..frontier import DiskSet
from ..items import Post
from ..urls import variant_key
from .duplicates import exported_before

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["VariantsPipeline"]


class VariantsPipeline:
    """Drops posts that have the title and the article of one that was harvested under a variant of their address, such
    as ``/name`` and ``/name.html``; stat ``posts/duplicates``.

    The first one stays: posts of the feed are fetched before those of sitemaps, and these before what only links lead
    to. A crawl that goes on after a stop knows what it has exported before.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._seen = DiskSet()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def open_spider(self) -> None:
        frontier = getattr(self._crawler.spider, "frontier", None)
        if frontier is not None and frontier.noted("begun") is not None:
            for record in exported_before(self._crawler):
                title, text, html = (str(record.get(name) or "") for name in ("title", "text", "content_html"))
                self._seen.add(_identity(str(record["url"]), title, text, html))

    def close_spider(self) -> None:
        self._seen.close()

    def process_item(self, item: Any) -> Any:
        if isinstance(item, Post) and not self._seen.add(
            _identity(item.url, item.title or "", item.text, item.content_html)
        ):
            self._crawler.stats.inc_value("posts/duplicates")
            self._crawler.stats.inc_value("posts/found", -1)
            raise DropItem(f"already harvested under another address: {item.url}")
        return item


def _identity(url: str, title: str, text: str, html: str) -> str:
    """What two records of the same post have in common. Pictures have no text, so that the article's HTML tells."""
    return "\n".join((variant_key(url), " ".join(words(title)), text.strip() or html.strip()))
