"""Labels of buttons that load more comments."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["loads_more"]

_MAX_LABEL_LENGTH = 60


class _Words(NamedTuple):
    comments: re.Pattern[str]
    anything: re.Pattern[str]
    discussion: re.Pattern[str]


def loads_more(label: str, around: str) -> bool:
    """Whether a button with this label loads more comments; ``around`` are the ids and classes around it."""
    text = " ".join(label.split())
    if not text or len(text) > _MAX_LABEL_LENGTH:
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
