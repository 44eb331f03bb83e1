"""The gzip members of a WARC file, also of one that is damaged in the middle."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

__all__ = ["DamagedRange", "GzipMember", "gzip_members", "warc_fields"]

_READ_SIZE = 1 << 16
_MAGIC = b"\x1f\x8b\x08"
#: Bytes from which to tell whether a member is a WARC record. Its header may carry a comment.
_PROBE = 4096
_FIELD = re.compile(rb"^([\w-]+):[ \t]*(.*?)\r?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GzipMember:
    """A complete member: its place in the file and its content, or the beginning of that."""

    offset: int
    length: int
    data: bytes


@dataclass(frozen=True, slots=True)
class DamagedRange:
    """Bytes that are no complete member, up to the next one or the end of the file."""

    offset: int
    length: int

    @property
    def end(self) -> int:
        """Where the next member begins."""
        return self.offset + self.length


def gzip_members(file: BinaryIO, start: int = 0, limit: int | None = None) -> Iterator[GzipMember | DamagedRange]:
    """The members from ``start`` on, each with at most ``limit`` bytes of its content, and the damaged ranges.

    After damage, reading continues at the next member that is a WARC record.
    """
    offset, damaged_from = start, None
    file.seek(start)
    data = file.read(_READ_SIZE)
    while data:
        gzip, parts, size, length = zlib.decompressobj(zlib.MAX_WBITS | 16), list[bytes](), 0, 0
        try:
            while data and not gzip.eof:
                plain = gzip.decompress(data)
                length += len(data) - len(gzip.unused_data)
                kept = plain if limit is None else plain[: limit - size]
                parts.append(kept)
                size += len(kept)
                data = gzip.unused_data or file.read(_READ_SIZE)
        except zlib.error:
            pass
        content = b"".join(parts)
        if gzip.eof and (damaged_from is None or content.startswith(b"WARC/")):
            if damaged_from is not None:
                yield DamagedRange(damaged_from, offset - damaged_from)
                damaged_from = None
            yield GzipMember(offset, length, content)
            offset += length
            continue
        damaged_from = offset if damaged_from is None else damaged_from
        offset = _next_record(file, offset + 1)
        file.seek(offset)
        data = file.read(_READ_SIZE)
    if damaged_from is not None:
        yield DamagedRange(damaged_from, offset - damaged_from)


def warc_fields(head: bytes) -> dict[str, str]:
    """The fields of a WARC record's head by their names in lower case."""
    return {name.decode().lower(): value.decode("utf-8", "replace") for name, value in _FIELD.findall(head)}


def _next_record(file: BinaryIO, start: int) -> int:
    """The start of the next member that looks like a WARC record; the end of the file if there is none."""
    file.seek(start)
    position, rest = start, b""
    while data := file.read(_READ_SIZE):
        data, at = rest + data, 0
        while (at := data.find(_MAGIC, at)) >= 0 and at <= len(data) - len(_MAGIC):
            here = file.tell()
            file.seek(position + at)
            is_record = _begins_record(file.read(_PROBE))
            file.seek(here)
            if is_record:
                return position + at
            at += 1
        rest = data[-len(_MAGIC) + 1 :]
        position += len(data) - len(rest)
    return file.tell()


def _begins_record(data: bytes) -> bool:
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, 5) == b"WARC/"
    except zlib.error:
        return False
