"""Bring the index of an archive folder up to date without writing to the archive."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from .capture_index import CaptureIndex
from .recovery import recover
from .warc_location import warc_files

__all__ = ["update_index"]


def update_index(folder: Path) -> Path | None:
    """The sorted CDXJ index of a folder's WARC files, updated if need be; ``None`` if there are none."""
    if not warc_files(folder):
        return None
    with closing(CaptureIndex(folder)) as index:
        recover(folder, index)
        index.export()
    return folder / "index.cdxj"
