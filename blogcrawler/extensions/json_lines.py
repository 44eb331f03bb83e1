"""JSON lines that survive a kill: every line is flushed as soon as it is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scrapy.exporters import JsonLinesItemExporter
from scrapy.utils.python import to_bytes

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["DurableJsonLinesExporter", "go_on_writing"]

#: Characters at which ``str.splitlines`` splits and which JSON does not escape.
_LINE_SEPARATORS = re.compile("[\x85\u2028\u2029]")


class DurableJsonLinesExporter(JsonLinesItemExporter):
    """Scrapy's exporter of JSON lines, flushed after each post.

    Line separators of Unicode in texts are escaped: JSON allows them, but many programs would split the line there.
    """

    def export_item(self, item: Any) -> None:
        line = self.encoder.encode(dict(self.get_serialized_fields(item)))
        line = _LINE_SEPARATORS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)
        self.file.write(to_bytes(f"{line}\n", self.encoding))
        self.file.flush()


def go_on_writing(settings: BaseSettings) -> None:
    """Make a resumed crawl append to its JSON lines files, even to those that ``-O`` would overwrite."""
    feeds = settings.getdict("FEEDS")
    for options in feeds.values():
        if options.get("format") in ("jsonlines", "jl"):
            options["overwrite"] = False
    settings.set("FEEDS", feeds, priority=settings.getpriority("FEEDS") or 0)
