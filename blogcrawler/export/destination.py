"""Where an export is written: a file or a folder that appears, complete, when the export has succeeded."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import UsageError

__all__ = ["exported_file", "exported_folder"]

#: In every exported folder: only folders that have it are replaced.
_MARK = ".blogcrawler-export"


@contextmanager
def exported_file(path: Path) -> Iterator[Path]:
    """A temporary file next to ``path``, which takes its place at the end; if the export fails, nothing changes."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder; this format is a single file, name it with -o")
    temporary = _sibling(path)
    try:
        with _plain_errors(path):
            path.absolute().parent.mkdir(parents=True, exist_ok=True)
            temporary.touch()
            yield temporary
            temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink()


@contextmanager
def exported_folder(path: Path, *, replace: bool = False) -> Iterator[Path]:
    """A temporary folder next to ``path``, which takes its place at the end; if the export fails, nothing changes.

    A folder that is not empty is replaced only if ``replace`` is set and it is an earlier export.
    """
    _check_folder(path, replace)
    temporary = _sibling(path)
    try:
        with _plain_errors(path):
            temporary.mkdir(parents=True)
            (temporary / _MARK).write_text("Made by `blogcrawler export`, which may replace this folder.\n")
            yield temporary
            _put_in_place(temporary, path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _check_folder(path: Path, replace: bool) -> None:
    if not path.exists():
        return
    if not path.is_dir():
        raise UsageError(f"{path} is a file; this format is a folder, name another with -o")
    if not any(path.iterdir()):
        return
    if not replace:
        raise UsageError(f"the folder {path} is not empty; --force replaces an earlier export")
    if not (path / _MARK).is_file():
        raise UsageError(f"the folder {path} is not an earlier export, so it is not replaced; name another with -o")


def _put_in_place(new: Path, path: Path) -> None:
    if not path.exists():
        new.replace(path)
        return
    old = _sibling(path)
    path.replace(old)
    try:
        new.replace(path)
    except OSError:
        old.replace(path)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _sibling(path: Path) -> Path:
    return path.absolute().with_name(f".{path.absolute().name}.{secrets.token_hex(4)}.new")


@contextmanager
def _plain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}") from None
