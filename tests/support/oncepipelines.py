"""Pipelines against doubles, opened as a crawl opens them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, TypeVar

from scrapy.utils.test import get_crawler

from blogcrawler.pipelines.duplicates import DuplicatesPipeline, VariantsPipeline

Kind = TypeVar("Kind", DuplicatesPipeline, VariantsPipeline)


def opened(kind: type[Kind], feeds: dict[str, Any] | None = None, begun: str | None = None) -> Kind:
    """A pipeline in a crawl that exports to ``feeds``; one that goes on says when it has ``begun``."""
    crawler = get_crawler(settings_dict={"FEEDS": feeds or {}})
    frontier = SimpleNamespace(noted=lambda name: begun if name == "begun" else None)
    crawler.spider = SimpleNamespace(  # type: ignore[assignment]
        frontier=frontier, name="newcrawl", folder_name="example.org", host="example.org", url="http://example.org/"
    )
    pipeline = kind.from_crawler(crawler)
    pipeline.open_spider()
    return pipeline
