"""The last responses in an archive: a crawl that was killed need not request them again."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from .archived_response import ArchivedResponse, read_response
from .capture_index import CaptureIndex
from .recovery import recover

__all__ = ["RecentResponses"]

_NOT_FOUND = ("404", "410")


class RecentResponses:
    """The last responses in an archive folder, at most ``limit`` and not older than ``since``. Each is given once.

    Only complete responses to GET that are pages, redirects or "not found": another request would return the same.
    """

    def __init__(self, folder: Path, since: datetime, limit: int = 500) -> None:
        self._folder = folder
        self._places: dict[str, tuple[str, int]] = {}
        if not folder.is_dir():
            return
        index = CaptureIndex(folder)
        try:
            recover(folder, index)
            for file, offset, line in index.last_captures(limit):
                _, date, fields = line.split(" ", 2)
                capture = json.loads(fields)
                status = capture["status"]
                if date >= f"{since:%Y%m%d%H%M%S}" and (status < "400" or status in _NOT_FOUND):
                    self._places.setdefault(capture["url"], (file, offset))
        finally:
            index.close()

    def __len__(self) -> int:
        return len(self._places)

    def take(self, url: str) -> ArchivedResponse | None:
        """The response from a URL, if there is one."""
        place = self._places.pop(url, None)
        return read_response(self._folder, *place) if place else None
