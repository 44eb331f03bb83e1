"""The last responses in an archive: a crawl that was killed need not request them again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataException, ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from ..items import WarcPlace
from .capture_index import CaptureIndex
from .recovery import recover

__all__ = ["ArchivedResponse", "RecentResponses"]

_NOT_FOUND = ("404", "410")


@dataclass(frozen=True, slots=True)
class ArchivedResponse:
    """A response from the archive: its body as it was sent, but without chunks, and the place of its record."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    place: WarcPlace


class RecentResponses:
    """The last responses in an archive folder, at most ``limit`` and not older than ``since``. Each is given once.

    Only complete responses to GET that are pages, redirects or "not found": another request would bring the same.
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
        return _read(self._folder, *place) if place else None


def _read(folder: Path, file: str, offset: int) -> ArchivedResponse | None:
    with (folder / file).open("rb") as stream:
        stream.seek(offset)
        try:
            record = next(iter(ArchiveIterator(stream)))
            fields, head = record.rec_headers, record.http_headers
            if record.rec_type != "response" or head is None or fields.get_header("WARC-Truncated"):
                return None
            body = record.raw_stream
            if "chunked" in (head.get_header("Transfer-Encoding") or "").lower():
                body = ChunkedDataReader(body, raise_exceptions=True)
            return ArchivedResponse(
                int(head.get_statuscode()),
                [(name, value) for name, value in head.headers if name.lower() != "transfer-encoding"],
                body.read(),
                {"file": f"{folder.name}/{file}", "offset": offset, "record_id": fields.get_header("WARC-Record-ID")},
            )
        except (ArchiveLoadFailed, ChunkedDataException, ValueError):
            return None  # then it is requested again
