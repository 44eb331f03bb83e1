"""The WARC files of a folder, whether they are on the disk or only in object storage."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from ..storage import remote_folder

__all__ = ["open_warc", "warc_files"]

_SUFFIX = ".warc.gz"


def warc_files(folder: Path) -> dict[str, int]:
    """The names and sizes of all WARC files, sorted by name. Those that somebody is writing are included."""
    remote = remote_folder(folder)
    sizes = {name: size for name, size in remote.files.items() if name.endswith(_SUFFIX)} if remote else {}
    sizes |= {path.name: path.stat().st_size for path in folder.glob(f"*{_SUFFIX}")}
    return dict(sorted(sizes.items()))


def open_warc(folder: Path, name: str) -> BinaryIO:
    """Open a WARC file for reading: the one on the disk, or else its copy."""
    try:
        return (folder / name).open("rb")
    except FileNotFoundError:
        remote = remote_folder(folder)
        if remote is None or name not in remote.files:
            raise
        return remote.open(name)
