"""The records that a resumed crawl exported before it was stopped."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..downloader import CrawlContext

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["exported_before", "exported_records"]

logger = logging.getLogger(__name__)


def exported_before(crawler: Crawler) -> Iterator[dict[str, Any]]:
    """The records that a resumed crawl exported before it was stopped."""
    for file in _appended_files(crawler):
        yield from exported_records(file)


def _appended_files(crawler: Crawler) -> Iterator[Path]:
    """The JSON lines files that this crawl appends to."""
    names = CrawlContext.of(crawler).feed_names
    for template, options in crawler.settings.getdict("FEEDS").items():
        overwritten = options.get("overwrite", False) or options.get("format") not in ("jsonlines", "jl")
        if not overwritten and "://" not in str(template):
            try:
                yield Path(str(template) % names)
            except (KeyError, TypeError, ValueError):
                logger.info("Not looking for duplicates in %s", template)


def exported_records(file: Path) -> Iterator[dict[str, Any]]:
    """The records in a JSON lines file. An incomplete last line, left by a killed crawl, is cut off."""
    if not file.exists():
        return
    complete_bytes = 0
    with file.open("r+b") as lines:
        for line in lines:
            if not line.endswith(b"\n"):
                break
            complete_bytes += len(line)
            try:
                record = json.loads(line)
                record["url"]
            except (ValueError, KeyError, TypeError):
                logger.warning("%s has a line that is not a record: %.60r", file, line)
                continue
            yield record
        lines.truncate(complete_bytes)
