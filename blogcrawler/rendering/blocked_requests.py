"""Requests that are not needed to render a post and its comments."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple
from urllib.parse import urlsplit

__all__ = ["is_blocked"]


class _Blocked(NamedTuple):
    kinds: frozenset[str]
    hosts: frozenset[str]
    paths: dict[str, tuple[str, ...]]


def is_blocked(url: str, kind: str) -> bool:
    """Whether to block the request for an address; ``kind`` is Playwright's ``resource_type``."""
    known = _blocked()
    if kind in known.kinds:
        return True
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return True
    if parts.scheme not in ("http", "https"):
        return True
    names = host.split(".")
    for above in (".".join(names[at:]) for at in range(len(names))):
        if above in known.hosts or parts.path.startswith(known.paths.get(above, ("\0",))):
            return True
    return False


@lru_cache(maxsize=1)
def _blocked() -> _Blocked:
    """``knowledge_base/rendering/blocked.toml``."""
    data = tomllib.loads(files("knowledge_base").joinpath("rendering", "blocked.toml").read_text("utf-8"))
    return _Blocked(
        kinds=frozenset(data["kinds"]),
        hosts=frozenset(host for group in data["hosts"].values() for host in group),
        paths={host: tuple(paths) for host, paths in data["paths"].items()},
    )
