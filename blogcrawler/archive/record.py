"""WARC/1.1 records as gzip members, serialised by warcio."""

from __future__ import annotations

import hashlib
import zlib
from base64 import b32encode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from uuid import uuid4

from warcio.recordloader import ArcWarcRecord
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

__all__ = ["gzip_record", "new_record_id", "sha1", "warc_date"]

# A low level: the higher ones (6 is zlib's default, 9 is warcio's) take much longer for pages and save little.
_COMPRESSION_LEVEL = 4
# For records below this size, setting up zlib's full window costs more than compressing with it, and saves nothing.
_SMALL_RECORD = 4096


def new_record_id() -> str:
    """A new value for WARC-Record-ID."""
    return f"<urn:uuid:{uuid4()}>"


def warc_date(moment: datetime) -> str:
    """A moment in the format of WARC/1.1, to the microsecond: retries happen within a second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def sha1(data: bytes | memoryview) -> str:
    """The labelled digest of some bytes in the form that web archives use: ``sha1:`` and base 32."""
    return "sha1:" + b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode("ascii")


def gzip_record(kind: str, record_id: str, fields: Mapping[str, str | None], block: bytes) -> bytes:
    """Return a complete WARC record, compressed. Fields without a value are left out."""
    named = [(name, value) for name, value in fields.items() if value]
    headers = [("WARC-Type", kind), ("WARC-Record-ID", record_id), *named, ("WARC-Block-Digest", sha1(block))]
    # The block is passed as the payload, without HTTP headers: warcio would parse and rewrite them, and odd ones
    # (folded lines, no space after the colon, latin-1) would not be what the server sent. A "revisit" is passed as a
    # "response", because warcio writes only parsed HTTP headers for it; the field WARC-Type is what is written.
    record = ArcWarcRecord(
        "warc",
        "response" if kind == "revisit" else kind,
        StatusAndHeaders("", headers, protocol="WARC/1.1"),
        BytesIO(block),
        None,
        None,
        len(block),
    )
    chunks = _Chunks()
    _RecordWriter(chunks, gzip=False).write_record(record)
    return _gzip(chunks)


class _RecordWriter(WARCWriter):  # type: ignore[misc]
    """warcio's writer, for records that already have the digests they need."""

    def ensure_digest(self, record: ArcWarcRecord, block: bool = True, payload: bool = True) -> None:
        """Add nothing: warcio would take the whole block of a request for its payload."""


class _Chunks(list[bytes]):
    """What warcio writes, uncompressed."""

    def write(self, chunk: bytes) -> None:
        self.append(chunk)

    def flush(self) -> None:
        pass


def _gzip(chunks: Sequence[bytes]) -> bytes:
    """Compress a record into a gzip member of its own."""
    if sum(map(len, chunks)) < _SMALL_RECORD:
        gzip = zlib.compressobj(_COMPRESSION_LEVEL, zlib.DEFLATED, wbits=16 + 12, memLevel=5)
    else:
        gzip = zlib.compressobj(_COMPRESSION_LEVEL, zlib.DEFLATED, wbits=16 + zlib.MAX_WBITS)
    return b"".join((*map(gzip.compress, chunks), gzip.flush()))
