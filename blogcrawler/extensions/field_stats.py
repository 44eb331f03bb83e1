"""Counts posts, and how many of them have a title, an author, a date …"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals

from ..items import Post

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

__all__ = ["FIELDS", "FieldStats"]

FIELDS = tuple(
    field.name
    for field in fields(Post)
    if field.name not in {"type", "url", "blog", "source", "confidence", "rendered", "fetched", "warc"}
)
"""The fields that describe the post itself and may be missing."""


class FieldStats:
    """Counts the posts that leave the pipelines in the stat ``posts/extracted``, and those that have each field in
    ``posts/fields/title`` and so on. ``comments/got`` counts comments. For posts that state their number of comments,
    ``comments/got_of_expected`` of ``comments/expected`` were found.
    """

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler.stats)
        crawler.signals.connect(extension.item_scraped, signal=signals.item_scraped)
        return extension

    def item_scraped(self, item: Any) -> None:
        if not isinstance(item, Post):
            return
        self._stats.inc_value("posts/extracted")
        for name in FIELDS:
            if getattr(item, name) not in (None, "", []):
                self._stats.inc_value(f"posts/fields/{name}")
        self._stats.inc_value("comments/got", len(item.comments))
        if item.comments_expected is not None:
            self._stats.inc_value("comments/expected", item.comments_expected)
            self._stats.inc_value("comments/got_of_expected", min(len(item.comments), item.comments_expected))
