"""Links to the next page of a list, recognised by the patterns and words in ``pagination.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

__all__ = ["is_pagination_text", "is_pagination_url", "load_pagination_patterns"]

#: Longer texts are sentences, not links to the next page.
_MAX_TEXT_LENGTH = 60
_DECORATION = re.compile(r"^[^\w]+|[^\w]+$|^\W*\d+\W+|\W+\d+\W*$")


def load_pagination_patterns() -> dict[str, Any]:
    """The content of ``pagination.toml``, with examples."""
    return tomllib.loads(files(__package__).joinpath("pagination.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def _compiled() -> tuple[re.Pattern[str], frozenset[str], frozenset[str]]:
    data = load_pagination_patterns()
    pattern = re.compile("|".join(f"(?:{one})" for one in data["addresses"]["patterns"]), re.IGNORECASE)
    return pattern, frozenset(data["texts"]["words"]), frozenset(data["texts"]["rel"])


def is_pagination_url(url: str) -> bool:
    """Whether a URL leads to a further page of a list."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return _compiled()[0].search(f"{parts.path}?{parts.query}" if parts.query else parts.path) is not None


def is_pagination_text(text: str, rel: str = "") -> bool:
    """Whether a link leads to the next page by its words ("older posts") or its relation."""
    _, words, relations = _compiled()
    if not relations.isdisjoint(rel.lower().split()):
        return True
    if not text or len(text) > _MAX_TEXT_LENGTH:
        return False
    return _DECORATION.sub("", " ".join(text.split())).lower() in words
