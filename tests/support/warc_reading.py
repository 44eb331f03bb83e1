"""Read WARC files back with warcio, which knows nothing of the code under test."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker


@dataclass(frozen=True)
class Record:
    kind: str
    fields: dict[str, str]
    block: bytes
    file: str
    offset: int


def warcs(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.warc.gz"))


def records(folder: Path, kind: str | None = None) -> list[Record]:
    found = []
    for path in warcs(folder):
        with path.open("rb") as file:
            iterator = ArchiveIterator(file, no_record_parse=True)
            for record in iterator:
                block = record.raw_stream.read()
                fields = dict(record.rec_headers.headers)
                found.append(Record(record.rec_type, fields, block, path.name, iterator.get_record_offset()))
    return [record for record in found if kind in (None, record.kind)]


def assert_valid(folder: Path) -> None:
    """Check that every gzip member is complete (warcio tolerates incomplete ones) and every digest is right."""
    for path in warcs(folder):
        with gzip.open(path) as file:
            while file.read(1 << 20):
                pass
    checker = Checker(SimpleNamespace(inputs=[str(path) for path in warcs(folder)], verbose=False))
    assert checker.process_all() == 0


def cdxj(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "index.cdxj").read_text().splitlines()
    assert lines == sorted(lines)
    found = []
    for line in lines:
        key, timestamp, fields = line.split(" ", 2)
        found.append({"key": key, "timestamp": timestamp, **json.loads(fields)})
    return found
