"""Further feeds in which a platform announces changes, as described in ``platform_news.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

__all__ = ["WatchPoints", "watch_points"]


@dataclass(frozen=True, slots=True)
class WatchPoints:
    """The feed of a blog's comments and the feed of its latest changes.

    ``covers`` means that the validators of the comments' feed also cover the posts; ``since`` is the address that lists
    the comments written after ``{since}``, page by page.
    """

    comments: str
    recent: str
    covers: bool
    since: str | None = None


@dataclass(frozen=True, slots=True)
class _Platform:
    generator: re.Pattern[str]
    feed: re.Pattern[str]
    comments: str
    recent: str
    covers: bool
    since: str | None


def watch_points(feed: str, generator: str | None) -> WatchPoints | None:
    """The further feeds of the platform that made a feed; ``None`` if they are not known."""
    for platform in _platforms():
        if generator and platform.generator.search(generator) and platform.feed.search(feed):
            return WatchPoints(
                platform.feed.sub(lambda _, new=platform.comments: new, feed, count=1),  # type: ignore[misc]
                platform.feed.sub(lambda _, new=platform.recent: new, feed, count=1),  # type: ignore[misc]
                platform.covers,
                platform.feed.sub(lambda _, new=platform.since: new, feed, count=1) if platform.since else None,  # type: ignore[misc]
            )
    return None


@lru_cache(maxsize=1)
def _platforms() -> tuple[_Platform, ...]:
    data = tomllib.loads(files("blogcrawler.feeds").joinpath("platform_news.toml").read_text("utf-8"))
    return tuple(
        _Platform(
            re.compile(entry["generator"], re.I),
            re.compile(entry["feed"], re.I),
            entry["comments"],
            entry["recent"],
            entry["covers"],
            entry.get("since"),
        )
        for entry in data["platform"]
    )
