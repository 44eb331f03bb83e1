"""JSON lines: the records as they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from ..items import Post
from ..terminal import json_text

__all__ = ["write_json_lines"]


def write_json_lines(posts: Iterable[Post], file: IO[bytes]) -> int:
    """Write one JSON object per post and line; returns the number of posts."""
    number = 0
    for post in posts:
        number += 1
        file.write(json_text(post.record()).encode("utf-8", "replace") + b"\n")
    return number
