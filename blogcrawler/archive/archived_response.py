"""A response as it was archived, read from its WARC record."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataException, ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from ..items import WarcPlace
from .warc_location import open_warc

__all__ = ["ArchivedResponse", "read_response"]


@dataclass(frozen=True, slots=True)
class ArchivedResponse:
    """A response from the archive: its body as it was sent, but without chunks, and the place of its record.

    ``date`` is when it was requested, as the record states it.
    """

    url: str
    date: str
    status: int
    headers: list[tuple[str, str]]
    body: bytes
    place: WarcPlace


def read_response(folder: Path, file: str, offset: int) -> ArchivedResponse | None:
    """The response whose record begins at an offset of a file; ``None`` if it is incomplete or not a response."""
    with open_warc(folder, file) as stream:
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
                fields.get_header("WARC-Target-URI") or "",
                fields.get_header("WARC-Date") or "",
                int(head.get_statuscode()),
                [(name, value) for name, value in head.headers if name.lower() != "transfer-encoding"],
                body.read(),
                {"file": f"{folder.name}/{file}", "offset": offset, "record_id": fields.get_header("WARC-Record-ID")},
            )
        except (ArchiveLoadFailed, ChunkedDataException, StopIteration, ValueError):
            return None
        except (AttributeError, EOFError):  # warcio's for a record without an address, or without any content
            return None
