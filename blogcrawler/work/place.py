"""Where a crawl keeps its files, and which server it asks."""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from ..errors import UsageError

__all__ = ["place_of", "public_address"]

_FILE = ".place"


def place_of(home: Path) -> str:
    """A name for the storage behind a folder, the same on all machines that share it.

    An unfinished crawl can be resumed only where its files are.
    """
    file = home / _FILE
    try:
        home.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError), file.open("x") as made:
            made.write(secrets.token_hex(8))
        return file.read_text().strip()
    except OSError as error:
        raise UsageError(f"cannot write to the folder {home}: {error.strerror}; choose another with --home") from None


def public_address(url: str) -> str | None:
    """The IP address of a server; ``None`` if it is not known, or in a private network."""
    with suppress(OSError, ValueError, UnicodeError):
        found = socket.getaddrinfo(urlsplit(url).hostname, None, type=socket.SOCK_STREAM)
        address = str(found[0][4][0])
        return address if ip_address(address).is_global else None
    return None
