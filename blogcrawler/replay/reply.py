"""A response of the replay."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Reply"]


@dataclass(frozen=True, slots=True)
class Reply:
    """A response of the replay: status, headers and body."""

    status: int
    headers: dict[str, str]
    body: bytes = b""
