"""Addresses that are never followed: the patterns are data, in ``traps.toml`` beside this file."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

__all__ = ["load_traps", "trap_of"]

#: No honest page has a longer address.
_MAX_LENGTH = 1000


def load_traps() -> list[dict[str, Any]]:
    """The traps with their examples, as the data file has them."""
    text = files(__package__).joinpath("traps.toml").read_text("utf-8")
    traps: list[dict[str, Any]] = tomllib.loads(text)["trap"]
    return traps


@lru_cache(maxsize=1)
def _compiled() -> list[tuple[str, bool, re.Pattern[str]]]:
    return [
        (trap["name"], trap.get("weak", False), re.compile(trap["pattern"], re.IGNORECASE)) for trap in load_traps()
    ]


@lru_cache(maxsize=1024)
def trap_of(url: str, *, post: bool = False) -> str | None:
    """The name of the trap that an address leads into, if any.

    ``post`` says that the blog's posts have such addresses: then it is not in one of the weak traps.
    """
    if len(url) > _MAX_LENGTH:
        return "endless addresses"
    try:
        parts = urlsplit(url)
    except ValueError:
        return "no addresses"
    target = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return next(
        (name for name, weak, pattern in _compiled() if not (post and weak) and pattern.search(target)),
        None,
    )
