"""JSON lines that survive a kill: every line is flushed as soon as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.exporters import JsonLinesItemExporter

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["DurableJsonLinesExporter", "go_on_writing"]


class DurableJsonLinesExporter(JsonLinesItemExporter):
    """Scrapy's exporter of JSON lines, flushed after each post."""

    def export_item(self, item: Any) -> None:
        super().export_item(item)
        self.file.flush()


def go_on_writing(settings: BaseSettings) -> None:
    """Make a resumed crawl append to its JSON lines files, even to those that ``-O`` would overwrite."""
    feeds = settings.getdict("FEEDS")
    for options in feeds.values():
        if options.get("format") in ("jsonlines", "jl"):
            options["overwrite"] = False
    settings.set("FEEDS", feeds, priority=settings.getpriority("FEEDS") or 0)
