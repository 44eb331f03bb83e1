"""How the buttons are called that bring more of a discussion."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["brings_more"]

_LONGEST = 60


class _Words(NamedTuple):
    comments: re.Pattern[str]
    anything: re.Pattern[str]
    discussion: re.Pattern[str]


def brings_more(label: str, around: str) -> bool:
    """Whether a button with this label brings more comments; ``around`` are ids and classes of what it stands in."""
    text = " ".join(label.split())
    if not text or len(text) > _LONGEST:
        return False
    words = _words()
    if words.comments.fullmatch(text):
        return True
    return bool(words.anything.fullmatch(text) and words.discussion.search(around))


@lru_cache(maxsize=1)
def _words() -> _Words:
    """``knowledge_base/rendering/more.toml``."""
    data = tomllib.loads(files("knowledge_base").joinpath("rendering", "more.toml").read_text("utf-8"))
    comments, anything = ("|".join(f"(?:{one})" for one in data[name]) for name in ("comments", "anything"))
    return _Words(*(re.compile(pattern, re.IGNORECASE) for pattern in (comments, anything, data["discussion"])))
