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
def _compiled() -> list[tuple[str, re.Pattern[str]]]:
    return [(trap["name"], re.compile(trap["pattern"])) for trap in load_traps()]


@lru_cache(maxsize=65536)
def trap_of(url: str) -> str | None:
    """The name of the trap that an address leads into, if any."""
    if len(url) > _MAX_LENGTH:
        return "endless addresses"
    parts = urlsplit(url)
    target = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return next((name for name, pattern in _compiled() if pattern.search(target)), None)
