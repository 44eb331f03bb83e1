"""Upload the complete files of a blog's folder."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .copies import RemoteFolder, locked, open_storage, remote_folder, storage_errors

__all__ = ["Uploaded", "upload_blog"]


@dataclass(slots=True)
class Uploaded:
    """What was uploaded now, and how many local copies were removed."""

    files: int = 0
    bytes: int = 0
    removed: int = 0


def upload_blog(folder: Path, storage: str, *, keep: bool) -> Uploaded:
    """Upload what is not in the storage yet: WARC files, their index, pictures and recordings. Raises ``StorageError``.

    ``folder`` goes to ``storage/NAME``. WARC files that somebody is writing are left for later. A file counts as
    uploaded once the storage states its size, and only then, unless ``keep`` is set, the local WARC file is removed. So
    if this is interrupted, the next call continues. Media stay on the disk, because pages show them and crawls
    compare new ones with them.
    """
    done = Uploaded()
    for name, patterns in (("warc", ("*.warc.gz", "index.cdxj")), ("media", ("??/*",))):
        part = folder / name
        if part.is_dir():
            with locked(part):
                _upload(part, patterns, f"{storage.rstrip('/')}/{folder.name}/{name}", done)
                if name == "warc" and not keep:
                    done.removed += _remove_uploaded(part)
    return done


def _upload(folder: Path, patterns: tuple[str, ...], location: str, done: Uploaded) -> None:
    known = remote_folder(folder)
    remote = known if known is not None and known.location == location else RemoteFolder(location)
    for path in _complete_files(folder, patterns):
        name, size = path.relative_to(folder).as_posix(), path.stat().st_size
        # The index is replaced by each crawl; the other files never change once they are complete.
        if remote.files.get(name) == size and path.suffix != ".cdxj":
            continue
        _put(path, location, name, size)
        remote.files[name] = size
        remote.save(folder)
        done.files += 1
        done.bytes += size


def _complete_files(folder: Path, patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            if path.is_file() and not path.is_symlink() and not _is_being_written(path):
                yield path


def _is_being_written(path: Path) -> bool:
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _put(path: Path, location: str, name: str, size: int) -> None:
    filesystem, target = open_storage(location)
    with storage_errors(f"{location}/{name}"):
        filesystem.makedirs(f"{target}/{name}".rpartition("/")[0], exist_ok=True)
        filesystem.put_file(str(path), f"{target}/{name}")
        filesystem.invalidate_cache()
        stated = filesystem.info(f"{target}/{name}")["size"]
        if stated != size:
            raise OSError(f"{stated:,} of {size:,} bytes arrived")


def _remove_uploaded(folder: Path) -> int:
    remote, removed = remote_folder(folder), 0
    for path in sorted(folder.glob("*.warc.gz")):
        if remote is not None and remote.files.get(path.name) == path.stat().st_size and not _is_being_written(path):
            path.unlink()
            removed += 1
    return removed
