"""A WARC file that grows by complete records, and has one owner."""

from __future__ import annotations

import fcntl
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

from ..errors import ArchiveError

__all__ = ["WarcFile"]


class WarcFile:
    """A new WARC file, open for appending and locked against every other process.

    Records are appended in one unbuffered write, which is undone if the disk is full. So the file always ends with a
    complete record, whatever kills the process.
    """

    def __init__(self, folder: Path, prefix: str, serial: int) -> None:
        now = datetime.now(UTC)
        stamp = f"{now:%Y%m%d%H%M%S}{now.microsecond // 1000:03}"
        self.name = f"{prefix}-{stamp}-{serial:05}-{secrets.token_hex(4)}.warc.gz"
        self.size = 0
        self._path = folder / self.name
        self._fd: int | None = None

    def append(self, records: bytes) -> int:
        """Append complete records; returns where they begin."""
        start = self.size
        try:
            if self._fd is None:
                self._fd = self._create(records)
            else:
                self._write(self._fd, records)
        except OSError as error:
            raise ArchiveError(
                f"Cannot write to the archive {self._path}: {error.strerror}. Free some space or set "
                "BLOGCRAWLER_HOME to another disk; what was written so far is intact."
            ) from error
        self.size += len(records)
        return start

    def _create(self, records: bytes) -> int:
        # The file gets its name once it is locked and has a record: nobody ever sees an empty or unlocked file.
        temporary = self._path.with_name(f"{self.name}.new")
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            self._write(fd, records)
            temporary.rename(self._path)
        except BaseException:
            os.close(fd)
            temporary.unlink(missing_ok=True)
            raise
        return fd

    def _write(self, fd: int, records: bytes) -> None:
        rest = memoryview(records)
        try:
            while rest:
                rest = rest[os.write(fd, rest) :]
        except BaseException:
            os.ftruncate(fd, self.size)
            raise

    def close(self) -> None:
        """Make sure that the file is on the disk, and close it."""
        if self._fd is None:
            return
        fd, self._fd = self._fd, None
        try:
            os.fsync(fd)
        except OSError as error:
            raise ArchiveError(f"Cannot finish the archive {self._path}: {error.strerror}") from error
        finally:
            os.close(fd)
