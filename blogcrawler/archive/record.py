"""WARC/1.1 records as gzip members.

Written here rather than with warcio's writer, which parses and prints HTTP headers again: odd headers
(no space after the colon, folded lines, latin-1) would not be what the server sent.
"""

from __future__ import annotations

import hashlib
import zlib
from base64 import b32encode
from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import uuid4

__all__ = ["gzip_record", "new_record_id", "sha1", "warc_date"]

# A low level: the higher ones (6 is zlib's default, 9 is warcio's) take much longer for pages and save little.
_LEVEL = 4
# Setting up zlib's full window costs more than compressing a request with it, for the
# same size.
_SMALL = 4096


def new_record_id() -> str:
    """A fresh value for WARC-Record-ID."""
    return f"<urn:uuid:{uuid4()}>"


def warc_date(moment: datetime) -> str:
    """A moment as WARC/1.1 writes it, to the microsecond: retries happen within a second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def sha1(data: bytes | memoryview) -> str:
    """The labelled digest of some bytes, as web archives write it: ``sha1:`` and base 32."""
    return "sha1:" + b32encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode("ascii")


def gzip_record(kind: str, record_id: str, fields: Mapping[str, str | None], block: bytes | memoryview) -> bytes:
    """A whole WARC record, compressed; fields without a value are left out."""
    named = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {record_id}\r\n{named}"
        f"WARC-Block-Digest: {sha1(block)}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    if len(head) + len(block) < _SMALL:
        gzip = zlib.compressobj(_LEVEL, zlib.DEFLATED, wbits=16 + 12, memLevel=5)
    else:
        gzip = zlib.compressobj(_LEVEL, zlib.DEFLATED, wbits=16 + zlib.MAX_WBITS)
    return b"".join((gzip.compress(head.encode()), gzip.compress(block), gzip.compress(b"\r\n\r\n"), gzip.flush()))
