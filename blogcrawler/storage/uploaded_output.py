"""Write a file or folder locally, then upload it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from .copies import open_storage, storage_errors

__all__ = ["is_remote", "local_output"]


def is_remote(output: str) -> bool:
    """Whether an output is an address of object storage rather than a local path."""
    return "://" in output


@contextmanager
def local_output(output: str) -> Iterator[Path]:
    """A local path to write instead; it is uploaded at the end, if nothing failed. Raises ``StorageError``."""
    filesystem, target = open_storage(output)
    with TemporaryDirectory(prefix="blogcrawler-") as folder:
        path = Path(folder) / target.rpartition("/")[2]
        yield path
        with storage_errors(output):
            if path.is_dir():
                for file in sorted(one for one in path.rglob("*") if one.is_file()):
                    name = file.relative_to(path).as_posix()
                    filesystem.makedirs(f"{target}/{name}".rpartition("/")[0], exist_ok=True)
                    filesystem.put_file(str(file), f"{target}/{name}")
            else:
                filesystem.makedirs(target.rpartition("/")[0], exist_ok=True)
                filesystem.put_file(str(path), target)
