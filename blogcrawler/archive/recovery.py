"""Repair an archive folder after a crash: cut off incomplete records, index what is not indexed."""

from __future__ import annotations

import fcntl
import logging
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..errors import ArchiveError
from .capture import Capture
from .capture_index import CaptureIndex
from .exchange import ResponseHead

__all__ = ["recover"]

logger = logging.getLogger(__name__)

_READ_SIZE = 1 << 16
_MAX_HEAD_SIZE = 1 << 18  # WARC and HTTP headers of a record
_FIELD = re.compile(rb"^([\w-]+):[ \t]*(.*?)\r?$", re.MULTILINE)


def recover(folder: Path, index: CaptureIndex) -> None:
    """Make the index agree with the WARC files, and every WARC file end with a complete record.

    Unless a writer was killed, this costs one ``stat`` per file: only bytes that are not indexed are read. Files that
    another process is writing are left alone (their writer has locked them).
    """
    known = index.files()
    try:
        for gone in (name for name in known if not (folder / name).exists()):
            index.forget(gone)
        for path in sorted(folder.glob("*.warc.gz")):
            if path.stat().st_size != known.get(path.name, 0):
                _recover_file(path, index)
    except OSError as error:
        raise ArchiveError(f"Cannot check the archive in {folder}: {error}") from error


def _recover_file(path: Path, index: CaptureIndex) -> None:
    with path.open("r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        start = index.files().get(path.name, 0)
        if path.stat().st_size < start:
            index.forget(path.name)
            start = 0
        end = start
        response_id, method = "", b""
        for record in _records(file, start):
            end = record.offset + record.length
            if record.kind == "request":
                response_id = record.fields.get("warc-concurrent-to", "")
                method = record.block.partition(b" ")[0]
            elif record.kind in ("response", "revisit"):
                capture = _capture(record, method if record.id == response_id else b"GET")
                index.add(path.name, end, [capture] if capture else [])
        index.add(path.name, end, [])
        size = path.stat().st_size
        if end < size and _is_torn(file, end):
            file.truncate(end)
            logger.warning("Cut %d bytes of an unfinished record off the end of %s", size - end, path)
        elif end < size:
            logger.error("%s is damaged at byte %d; what follows is not indexed", path, end)
            index.add(path.name, size, [])


@dataclass(frozen=True, slots=True)
class _Record:
    offset: int
    length: int
    fields: dict[str, str]
    block: bytes

    @property
    def kind(self) -> str:
        return self.fields.get("warc-type", "")

    @property
    def id(self) -> str:
        return self.fields.get("warc-record-id", "")


def _records(file: BinaryIO, start: int) -> Iterator[_Record]:
    """The complete gzip members from ``start`` on; stops without error at the first incomplete one."""
    file.seek(start)
    offset, data = start, file.read(_READ_SIZE)
    while data:
        gzip = zlib.decompressobj(zlib.MAX_WBITS | 16)
        head, length = b"", 0
        while data and not gzip.eof:
            try:
                plain = gzip.decompress(data)
            except zlib.error:
                return
            length += len(data) - len(gzip.unused_data)
            head += plain[: _MAX_HEAD_SIZE - len(head)]
            data = gzip.unused_data or file.read(_READ_SIZE)
        if not gzip.eof:
            return
        fields, _, block = head.partition(b"\r\n\r\n")
        named = {name.decode().lower(): value.decode("utf-8", "replace") for name, value in _FIELD.findall(fields)}
        size = named.get("content-length", "")
        yield _Record(offset, length, named, block[: int(size)] if size.isdecimal() else b"")
        offset += length


def _is_torn(file: BinaryIO, start: int) -> bool:
    """Whether what follows is the beginning of a record, or the zeros that a lost write leaves, and not damage."""
    file.seek(start)
    gzip = zlib.decompressobj(zlib.MAX_WBITS | 16)
    torn = zeros = True
    while data := file.read(_READ_SIZE):
        zeros = zeros and not data.strip(b"\0")
        try:
            gzip.decompress(data)
        except zlib.error:
            torn = False
    return zeros or torn


def _capture(record: _Record, method: bytes) -> Capture | None:
    return Capture.of(
        ResponseHead.read(record.block),
        url=record.fields.get("warc-target-uri", ""),
        method=method,
        date=record.fields.get("warc-date", ""),
        digest=record.fields.get("warc-payload-digest", ""),
        offset=record.offset,
        length=record.length,
        revisit=record.kind == "revisit",
        whole="warc-truncated" not in record.fields,
    )
