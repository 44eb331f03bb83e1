"""The folder for the results of a blog."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from ..errors import UsageError
from ..urls import blog_address

__all__ = ["blog_folder", "make_folder"]


def blog_folder(home: Path, url: str) -> Path:
    """The folder for a blog's results, named after its host; ``UsageError`` if the address is not valid."""
    parts = urlsplit(blog_address(url))
    return home / ((parts.hostname or "") + (f"_{parts.port}" if parts.port else ""))


def make_folder(folder: Path) -> None:
    """Create a folder for results if it is missing; ``UsageError`` if it cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot create the folder {folder}: {error.strerror}; choose another with --home") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write to the folder {folder}; choose another with --home")
