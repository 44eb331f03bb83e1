"""A folder whose files are, or were, copied to object storage."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, cast

from ..errors import StorageError
from ..extras import needs_extra

__all__ = ["RemoteFolder", "locked", "open_storage", "remote_folder", "storage_errors"]

_MANIFEST = "remote.json"
#: Bytes to request at once when a file is read in parts: a record is much smaller than what fsspec would fetch.
_BLOCK_BYTES = 1 << 18


@dataclass(slots=True)
class RemoteFolder:
    """What ``remote.json`` in a folder says: the ``location`` of the copies, and the size of each by name."""

    location: str
    files: dict[str, int] = field(default_factory=dict)

    def open(self, name: str) -> BinaryIO:
        """Open a copy for reading at any place; only what is read is downloaded. Raises ``StorageError``."""
        filesystem, path = open_storage(self.location)
        with storage_errors(self.location):
            opened = filesystem.open(f"{path}/{name}", "rb", block_size=_BLOCK_BYTES)
        return cast("BinaryIO", opened)

    def save(self, folder: Path) -> None:
        """Write ``remote.json``, as a whole."""
        new = folder / f"{_MANIFEST}.new"
        with new.open("w", encoding="utf-8") as file:
            json.dump({"location": self.location, "files": self.files}, file, indent=0)
            file.flush()
            os.fsync(file.fileno())
        new.replace(folder / _MANIFEST)


def remote_folder(folder: Path) -> RemoteFolder | None:
    """What is known of the copies of a folder; ``None`` if there are none. Raises ``StorageError``."""
    path = folder / _MANIFEST
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        return RemoteFolder(str(record["location"]), {str(name): int(size) for name, size in record["files"].items()})
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StorageError(f"{path} cannot be read: {error}; delete it, and the next upload writes a new one") from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder: one process at a time uploads from it."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def open_storage(location: str) -> tuple[Any, str]:
    """The file system of an address such as ``s3://bucket/blogs``, and the path in it. Raises ``StorageError``."""
    with needs_extra("storage"):
        import fsspec
    with storage_errors(location):
        filesystem, path = fsspec.core.url_to_fs(location)
    return filesystem, str(path).rstrip("/")


@contextmanager
def storage_errors(location: str) -> Iterator[None]:
    """Turn whatever a storage's client raises into one line: each has errors of its own."""
    try:
        yield
    except (StorageError, KeyboardInterrupt):
        raise
    except ImportError as error:
        raise StorageError(f"{location} needs another package: {error}") from None
    except Exception as error:
        reason = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
        raise StorageError(f"{location}: {reason}") from None
