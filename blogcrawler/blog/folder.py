"""The folder that holds the results of a blog."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..errors import UsageError
from ..urls import blog_address

if TYPE_CHECKING:
    pass

__all__ = ["blog_folder", "make_folder"]


def blog_folder(home: Path, url: str) -> Path:
    """The folder of a blog's results, named after its host; ``UsageError`` if the address is none."""
    parts = urlsplit(blog_address(url))
    return home / ((parts.hostname or "") + (f"_{parts.port}" if parts.port else ""))


def make_folder(folder: Path) -> None:
    """Make a folder for results if there is none; ``UsageError`` if nothing can be put there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder {folder} cannot be made: {error.strerror}; name another by --home") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"nothing can be written to the folder {folder}; name another by --home")
