"""JSON lines that survive a kill: every line is flushed as soon as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.exporters import JsonLinesItemExporter
from scrapy.utils.python import to_bytes

from ..terminal import escaped_json

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["DurableJsonLinesExporter", "go_on_writing"]


class DurableJsonLinesExporter(JsonLinesItemExporter):
    """Scrapy's exporter of JSON lines, flushed after each post.

    Separators of lines, control characters and those that turn the direction of text are escaped: JSON allows them, but
    many programs would split the line there, and terminals obey them.
    """

    def export_item(self, item: Any) -> None:
        line = self.encoder.encode(dict(self.get_serialized_fields(item)))
        self.file.write(to_bytes(f"{escaped_json(line)}\n", self.encoding))
        self.file.flush()


def go_on_writing(settings: BaseSettings) -> None:
    """Make a resumed crawl append to its JSON lines files, even to those that ``-O`` would overwrite."""
    feeds = settings.getdict("FEEDS")
    for options in feeds.values():
        if options.get("format") in ("jsonlines", "jl"):
            options["overwrite"] = False
    settings.set("FEEDS", feeds, priority=settings.getpriority("FEEDS") or 0)
