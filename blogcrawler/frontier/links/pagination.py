"""Links to the next page of a list; what they look like is data, in ``pagination.toml`` beside this file."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

__all__ = ["is_pagination_text", "is_pagination_url", "load_pagination_patterns"]

_LONGEST = 60
_AT_THE_ENDS = re.compile(r"^[^\w]+|[^\w]+$|^\W*\d+\W+|\W+\d+\W*$")


def load_pagination_patterns() -> dict[str, Any]:
    """The page flips with their examples, as the data file has them."""
    return tomllib.loads(files(__package__).joinpath("pagination.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def _compiled() -> tuple[re.Pattern[str], frozenset[str], frozenset[str]]:
    data = load_pagination_patterns()
    pattern = re.compile("|".join(f"(?:{one})" for one in data["addresses"]["patterns"]), re.IGNORECASE)
    return pattern, frozenset(data["texts"]["words"]), frozenset(data["texts"]["rel"])


def is_pagination_url(url: str) -> bool:
    """Whether the address is that of a further page of a list."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return _compiled()[0].search(f"{parts.path}?{parts.query}" if parts.query else parts.path) is not None


def is_pagination_text(text: str, rel: str = "") -> bool:
    """Whether a link says that it leads on, by its words ("older posts") or its relation."""
    _, words, relations = _compiled()
    if not relations.isdisjoint(rel.lower().split()):
        return True
    if not text or len(text) > _LONGEST:
        return False
    return _AT_THE_ENDS.sub("", " ".join(text.split())).lower() in words
