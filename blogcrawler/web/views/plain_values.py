"""Records as plain values, for JSON."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass
from typing import Any

from ...items import Comment, Post
from ...store import PostEntry
from .cursors import cursor_text

__all__ = ["plain_value"]


def plain_value(value: Any) -> Any:
    """What JSON shows for a value that it does not know."""
    if isinstance(value, Post | Comment):
        return value.record()
    if isinstance(value, PostEntry):
        return asdict(value) | {"cursor": cursor_text(value.cursor)}
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{type(value).__name__} is not a value of JSON")
