"""What ``blogcrawler web`` is started with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import UsageError

__all__ = ["WebOptions"]

_SHORTEST_TOKEN = 8


@dataclass(frozen=True, slots=True)
class WebOptions:
    """Where the archive is, and what visitors may do.

    ``token`` is the password for starting crawls; without it, everything is read-only. ``replay`` is the address of a
    server that replays captured pages, on another origin than this one. ``hosts`` are the names under which the server
    may be asked. ``crawls`` is the number of crawls at the same time. ``private_hosts`` may be crawled although they
    are in a private network.
    """

    home: Path
    database: str | None = None
    token: str = ""
    replay: str = ""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    crawls: int = 2
    private_hosts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.token and len(self.token) < _SHORTEST_TOKEN:
            raise UsageError(f"the token is too short; use at least {_SHORTEST_TOKEN} characters")
