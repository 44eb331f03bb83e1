"""Repair an archive folder after a crash: cut off incomplete records, index what is not indexed."""

from __future__ import annotations

import fcntl
import logging
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..errors import ArchiveError
from .capture import Capture
from .capture_index import CaptureIndex
from .exchange import ResponseHead
from .gzip_members import DamagedRange, GzipMember, gzip_members, warc_fields
from .warc_location import open_warc, warc_files

__all__ = ["recover"]

logger = logging.getLogger(__name__)

_READ_SIZE = 1 << 16
_MAX_HEAD_SIZE = 1 << 18  # WARC and HTTP headers of a record


def recover(folder: Path, index: CaptureIndex) -> None:
    """Make the index agree with the WARC files, and every WARC file end with a complete record.

    Unless a writer was killed, this costs one ``stat`` per file: only bytes that are not indexed are read. Files that
    another process is writing are left alone (their writer has locked them).
    """
    known = index.files()
    try:
        files = warc_files(folder)
        for gone in known.keys() - files.keys():
            index.forget(gone)
        for name, size in files.items():
            if size == known.get(name, 0):
                continue
            if (folder / name).exists():
                _recover_file(folder / name, index)
            else:
                index.forget(name)
                with open_warc(folder, name) as file:
                    _index_records(file, folder / name, 0, index)
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
        end, damaged = _index_records(file, path, start, index)
        if damaged is not None and _is_torn(file, end):
            file.truncate(end)
            logger.warning("Cut %d bytes of an unfinished record off the end of %s", damaged.length, path)
        elif damaged is not None:
            _report(path, damaged)
            index.add(path.name, damaged.end, [])


def _report(path: Path, damaged: DamagedRange) -> None:
    advice = "run blogcrawler verify --repair"
    logger.error("%s: %d bytes at %d are damaged; %s", path, damaged.length, damaged.offset, advice)


def _index_records(file: BinaryIO, path: Path, start: int, index: CaptureIndex) -> tuple[int, DamagedRange | None]:
    """Index the complete records from ``start`` on; returns where the last one ends, and what is damaged after it."""
    end, damaged = start, None
    response_id, method = "", b""
    for part in gzip_members(file, start, _MAX_HEAD_SIZE):
        if isinstance(part, DamagedRange):
            damaged = part
            continue
        record, end = _record(part), part.offset + part.length
        if damaged is not None:
            _report(path, damaged)
            damaged = None
        if record.kind == "request":
            response_id = record.fields.get("warc-concurrent-to", "")
            method = record.block.partition(b" ")[0]
        elif record.kind in ("response", "revisit"):
            capture = _capture(record, method if record.id == response_id else b"GET")
            index.add(path.name, end, [capture] if capture else [])
    index.add(path.name, end, [])
    return end, damaged


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


def _record(member: GzipMember) -> _Record:
    head, _, block = member.data.partition(b"\r\n\r\n")
    fields = warc_fields(head)
    size = fields.get("content-length", "")
    return _Record(member.offset, member.length, fields, block[: int(size)] if size.isdecimal() else b"")


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
