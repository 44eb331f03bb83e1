"""Checks an archive folder: every record against its digests, the index against the records."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from ..errors import StorageError
from .capture import Capture
from .exchange import ResponseHead
from .gzip_members import DamagedRange, GzipMember, gzip_members, warc_fields
from .record import sha1
from .warc_location import open_warc, warc_files

__all__ = ["ArchiveCheck", "check_archive", "is_intact"]


@dataclass(slots=True)
class ArchiveCheck:
    """What was found in an archive folder."""

    #: One line for each problem, with the file's name.
    problems: list[str] = field(default_factory=list)
    #: The id of each record by file name and offset.
    records: dict[tuple[str, int], str] = field(default_factory=dict)
    #: Files that a crawl is writing at this moment; they are not checked.
    open_files: set[str] = field(default_factory=set)


def check_archive(folder: Path) -> ArchiveCheck:
    """Read all WARC files of a folder and compare them with their digests and with ``index.cdxj``."""
    check = ArchiveCheck()
    expected: set[str] = set()
    for name in warc_files(folder):
        try:
            with open_warc(folder, name) as file:
                if (folder / name).exists() and _is_locked(file):
                    check.open_files.add(name)
                else:
                    expected |= _check_file(file, name, check)
        except OSError as error:
            check.problems.append(f"{name}: cannot be read: {error.strerror}")
        except StorageError as error:
            check.problems.append(f"{name}: cannot be read: {error}")
    if not check.open_files:
        check.problems += _check_index(folder / "index.cdxj", expected)
    return check


def _is_locked(file: BinaryIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def _check_file(file: BinaryIO, name: str, check: ArchiveCheck) -> set[str]:
    """Check each record of a file; returns the lines that the index should have."""
    lines: set[str] = set()
    response_id, method = "", b""
    for part in gzip_members(file):
        offset, length = part.offset, part.length
        parsed = _parsed(part.data) if isinstance(part, GzipMember) else None
        if parsed is None:
            if isinstance(part, DamagedRange) or part.data:
                check.problems.append(f"{name}: damaged at byte {offset:,}; {length:,} bytes cannot be read")
            continue
        fields, block = parsed
        record_id, kind = fields.get("warc-record-id", ""), fields.get("warc-type", "")
        check.records[name, offset] = record_id
        check.problems += [f"{name}: the record at byte {offset:,} {what}" for what in _wrong(kind, fields, block)]
        if kind == "request":
            response_id, method = fields.get("warc-concurrent-to", ""), block.partition(b" ")[0]
        elif kind in ("response", "revisit"):
            capture = Capture.of(
                ResponseHead.read(block),
                url=fields.get("warc-target-uri", ""),
                method=method if record_id == response_id else b"GET",
                date=fields.get("warc-date", ""),
                digest=fields.get("warc-payload-digest", ""),
                offset=offset,
                length=length,
                revisit=kind == "revisit",
                whole="warc-truncated" not in fields,
            )
            lines |= {capture.cdxj(name)} if capture else set()
    return lines


def _parsed(data: bytes) -> tuple[dict[str, str], bytes] | None:
    """Fields and block of a record; ``None`` if it is not a record."""
    head, _, rest = data.partition(b"\r\n\r\n")
    fields = warc_fields(head)
    size = fields.get("content-length", "")
    return (fields, rest[: int(size)]) if head.startswith(b"WARC/") and size.isdecimal() and len(size) < 19 else None


def is_intact(data: bytes) -> bool:
    """Whether a gzip member is a WARC record that matches its digests. An empty one fills a gap."""
    parsed = _parsed(data)
    return not data if parsed is None else not any(_wrong(parsed[0].get("warc-type", ""), *parsed))


def _wrong(kind: str, fields: dict[str, str], block: bytes) -> Iterator[str]:
    """What is wrong with a record, in words."""
    if len(block) != int(fields["content-length"]):
        yield "is incomplete"
    elif fields.get("warc-block-digest", sha1(block)) != sha1(block):
        yield "does not match its digest"
    elif kind == "response":
        payload = sha1(memoryview(block)[ResponseHead.read(block).size :])
        if fields.get("warc-payload-digest", payload) != payload:
            yield "has a payload that does not match its digest"


def _check_index(path: Path, expected: set[str]) -> Iterator[str]:
    try:
        found = set(path.read_text(encoding="utf-8").splitlines()) if path.exists() else set()
    except (OSError, UnicodeDecodeError):
        yield f"{path.name}: cannot be read; blogcrawler verify --repair builds it again"
        return
    if missing := len(expected - found):
        yield (
            f"{path.name}: lacks {missing:,} responses that are in the WARC files; "
            "blogcrawler verify --repair builds it again"
        )
    if wrong := len(found - expected):
        yield f"{path.name}: lists {wrong:,} responses that are not in the WARC files"
