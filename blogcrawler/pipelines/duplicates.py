"""A post that is reached at several addresses is one post."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem

from ..frontier import DiskSet
from ..items import Post
from ..urls import page_key
from .extract import PostPage

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["DuplicatesPipeline", "exported_before"]

logger = logging.getLogger(__name__)


class DuplicatesPipeline:
    """Drops posts whose (canonical) address was already harvested in this crawl; stat ``posts/duplicates``.

    A crawl that goes on after a stop begins with what it has exported before, the number of which is the
    stat ``posts/before``.
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
                self._seen.add(page_key(str(record["url"])))
            self._crawler.stats.set_value("posts/before", len(self._seen))

    def close_spider(self) -> None:
        self._seen.close()

    def process_item(self, item: Any) -> Any:
        if isinstance(item, Post | PostPage) and not self._seen.add(page_key(item.url)):
            self._crawler.stats.inc_value("posts/duplicates")
            self._crawler.stats.inc_value("posts/found", -1)
            raise DropItem(f"already harvested: {item.url}")
        return item


def exported_before(crawler: Crawler) -> Iterator[dict[str, Any]]:
    """The records that a crawl which goes on has exported before it was stopped."""
    for file in _appended_files(crawler):
        yield from exported_records(file)


def _appended_files(crawler: Crawler) -> Iterator[Path]:
    """The files of JSON lines that this crawl goes on with."""
    names = {name: getattr(crawler.spider, name) for name in ("name", "folder_name", "host", "url")}
    for template, options in crawler.settings.getdict("FEEDS").items():
        overwritten = options.get("overwrite", False) or options.get("format") not in ("jsonlines", "jl")
        if not overwritten and "://" not in str(template):
            try:
                yield Path(str(template) % names)
            except (KeyError, TypeError, ValueError):
                logger.info("Not looking for doubles in %s", template)


def exported_records(file: Path) -> Iterator[dict[str, Any]]:
    """The records of posts in a file of JSON lines. A last line that a kill has torn is cut off."""
    if not file.exists():
        return
    whole = 0
    with file.open("r+b") as lines:
        for line in lines:
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            try:
                record = json.loads(line)
                record["url"]
            except (ValueError, KeyError, TypeError):
                logger.warning("%s has a line that is no record: %.60r", file, line)
                continue
            yield record
        lines.truncate(whole)
