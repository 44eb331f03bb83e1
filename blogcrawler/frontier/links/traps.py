"""URLs that are never followed. Their patterns are data, in ``traps.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

__all__ = ["load_traps", "trap_of"]

#: Longer URLs are generated without end.
_MAX_LENGTH = 1000


def load_traps() -> list[dict[str, Any]]:
    """The traps in ``traps.toml``, with examples."""
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
    """The name of the trap that a URL matches, if any.

    ``post`` says that the blog's posts have such URLs: then weak traps do not apply.
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
