"""Repair an archive folder that is damaged: move damaged bytes aside, and build the index again."""

from __future__ import annotations

import fcntl
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from ..errors import ArchiveError
from .gzip_members import DamagedRange, GzipMember, gzip_members
from .index_update import update_index
from .record import gzip_record, new_record_id, warc_date
from .verification import check_archive, is_intact

__all__ = ["ArchiveRepair", "LostRange", "repair_archive"]

#: Where damaged bytes are moved to, next to the WARC files.
DAMAGED = "damaged"
#: A gzip header with a comment, which fills the gap, and the end of the comment.
_HEADER = b"\x1f\x8b\x08\x10" + bytes(5) + b"\xff"


@dataclass(frozen=True, slots=True)
class LostRange:
    """Bytes of a file that are no intact record. ``urls`` are the responses that the index knew there."""

    file: str
    offset: int
    length: int
    moved_to: str | None
    urls: tuple[str, ...] = ()


@dataclass(slots=True)
class ArchiveRepair:
    """What a repair has done."""

    lost: list[LostRange] = field(default_factory=list)
    #: Whether the index was built again.
    reindexed: bool = False
    #: Files that a crawl is writing at this moment; they are left alone.
    open_files: set[str] = field(default_factory=set)


def repair_archive(folder: Path) -> ArchiveRepair:
    """Replace damaged bytes with a record of the same length that notes the damage, and rebuild a wrong index.

    All intact records stay where they are, so that addresses of records remain valid. The damaged bytes are kept in
    ``damaged/``.
    """
    repair = ArchiveRepair()
    known = dict(_indexed(folder / "index.cdxj"))
    try:
        for path in sorted(folder.glob("*.warc.gz")):
            with path.open("r+b") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    repair.open_files.add(path.name)
                    continue
                for damaged in list(_damaged(file)):
                    moved = _move_aside(file, path, damaged)
                    urls = [url for (name, at), url in known.items()
                            if name == path.name and damaged.offset <= at < damaged.end]  # fmt: skip
                    repair.lost.append(LostRange(path.name, damaged.offset, damaged.length, moved, tuple(urls)))
        if not repair.open_files and (repair.lost or check_archive(folder).problems):
            for index in folder.glob("index.*"):
                index.unlink()
            update_index(folder)
            repair.reindexed = True
    except OSError as error:
        raise ArchiveError(f"Cannot repair the archive in {folder}: {error}") from error
    return repair


def _damaged(file: BinaryIO) -> Iterator[DamagedRange]:
    """What is no intact record: ranges that cannot be read, and records that do not match their digests."""
    for part in gzip_members(file):
        if isinstance(part, GzipMember) and not is_intact(part.data):
            yield DamagedRange(part.offset, part.length)
        elif isinstance(part, DamagedRange):
            yield part


def _move_aside(file: BinaryIO, path: Path, damaged: DamagedRange) -> str | None:
    """Copy damaged bytes to a file of their own, then write a note over them; the name of that file.

    At the end of the WARC file they are cut off. A gap that is too small for a note is left; readers skip it.
    """
    file.seek(damaged.offset)
    data = file.read(damaged.length)
    is_last = not file.read(1)
    note = b"" if is_last else _note(path.name, damaged)
    if note is None:
        return None
    name = f"{DAMAGED}/{path.name}.{damaged.offset}"
    copy = path.parent / name
    copy.parent.mkdir(exist_ok=True)
    with copy.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    file.seek(damaged.offset)
    if is_last:
        file.truncate()
    file.write(note)
    file.flush()
    os.fsync(file.fileno())
    return name


def _note(file: str, damaged: DamagedRange) -> bytes | None:
    """A gzip member as long as a damaged range, with a record that says what was there; ``None`` if it is too short.

    The comment in the header of the member fills the space.
    """
    text = f"{damaged.length} bytes of {file} at {damaged.offset} were damaged and are in {DAMAGED}/"
    fields: dict[str, str | None] = {
        "WARC-Date": warc_date(datetime.now(UTC)),
        "Content-Type": "text/plain",
    }
    record = zlib.decompress(gzip_record("metadata", new_record_id(), fields, text.encode()), zlib.MAX_WBITS | 16)
    for content in (record, b""):
        deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        body = deflate.compress(content) + deflate.flush()
        body += zlib.crc32(content).to_bytes(4, "little") + len(content).to_bytes(4, "little")
        space = damaged.length - len(_HEADER) - len(body) - 1
        if space >= 0:
            return _HEADER + b" " * space + b"\0" + body
    return None


def _indexed(path: Path) -> Iterator[tuple[tuple[str, int], str]]:
    """File and offset of each response in an index, with its address; lines that are damaged are skipped."""
    with suppress(OSError), path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            with suppress(ValueError, KeyError, TypeError, IndexError):
                fields = json.loads(line.split(" ", 2)[2])
                yield (str(fields["filename"]), int(fields["offset"])), str(fields["url"])
