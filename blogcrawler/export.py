"""JSON lines that survive a kill: every line is handed to the system as soon as it is written."""

from __future__ import annotations

from typing import Any

from scrapy.exporters import JsonLinesItemExporter

__all__ = ["DurableJsonLinesExporter"]


class DurableJsonLinesExporter(JsonLinesItemExporter):
    """Scrapy's exporter of JSON lines, flushed after each post."""

    def export_item(self, item: Any) -> None:
        super().export_item(item)
        self.file.flush()
