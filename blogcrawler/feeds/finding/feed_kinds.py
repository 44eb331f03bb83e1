"""What a feed is about, judged before downloading it: posts, comments, one section of the blog, a podcast."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from urllib.parse import unquote

from ...urls import split_url

__all__ = ["POSTS", "FeedKind", "feed_kind", "known_kinds"]

POSTS = "posts"


@dataclass(frozen=True, slots=True)
class FeedKind:
    """A kind of feed, with its patterns from ``feed_kinds.toml``."""

    name: str
    address: re.Pattern[str] | None
    title: re.Pattern[str] | None
    examples: tuple[str, ...]
    counterexamples: tuple[str, ...]

    def fits(self, path: str, title: str | None) -> bool:
        """Whether a feed at ``path`` (path and query) with this title is of the kind."""
        return bool((self.address and self.address.search(path)) or (title and self.title and self.title.search(title)))


@lru_cache(maxsize=1)
def known_kinds() -> tuple[FeedKind, ...]:
    """All kinds but posts, in the order in which they are tried."""
    data = tomllib.loads(files(__package__).joinpath("feed_kinds.toml").read_text("utf-8"))
    return tuple(
        FeedKind(
            name=kind["name"],
            address=_any(kind["address"]),
            title=_any(kind["title"]),
            examples=tuple(kind["examples"]),
            counterexamples=tuple(kind["counterexamples"]),
        )
        for kind in data["kind"]
    )


def feed_kind(url: str, title: str | None = None) -> str:
    """``posts``, ``comments``, ``section``, ``podcast`` or ``not a feed``."""
    parts = split_url(url)
    path = unquote(f"{parts.path}?{parts.query}" if parts and parts.query else parts.path if parts else url)
    return next((kind.name for kind in known_kinds() if kind.fits(path, title)), POSTS)


def _any(patterns: list[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.I) if patterns else None
