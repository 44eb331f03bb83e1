"""Opens the pipelines that drop duplicates, as a crawl does."""

from __future__ import annotations

from typing import Any, TypeVar

from scrapy.utils.test import get_crawler

from blogcrawler.downloader import CrawlContext
from blogcrawler.pipelines.duplicates import DuplicatesPipeline, VariantsPipeline

Kind = TypeVar("Kind", DuplicatesPipeline, VariantsPipeline)


def opened(kind: type[Kind], feeds: dict[str, Any] | None = None, resumed: bool = False) -> Kind:
    """A pipeline in a crawl that exports to ``feeds``."""
    crawler = get_crawler(settings_dict={"FEEDS": feeds or {}})
    names = {"name": "newcrawl", "folder_name": "example.org", "host": "example.org", "url": "http://example.org/"}
    CrawlContext(appends_records=resumed, feed_names=names).provide(crawler)
    pipeline = kind.from_crawler(crawler)
    pipeline.open_spider()
    return pipeline
