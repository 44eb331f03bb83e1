"""The feeds of blog platforms, as described in ``platforms.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from urllib.parse import urlsplit

from ...urls import bare_host, join_url
from .site_folders import page_folders

__all__ = ["FeedPlatform", "feed_platforms", "lists_all", "platform_feeds"]


@dataclass(frozen=True, slots=True)
class FeedPlatform:
    """A platform as ``platforms.toml`` describes it."""

    name: str
    feeds: tuple[str, ...]
    generator: re.Pattern[str] | None
    files: re.Pattern[str] | None
    host: re.Pattern[str] | None
    whole: re.Pattern[str] | None
    example: dict[str, str]

    def bases(self, page_url: str, generators: Iterable[str], resources: Iterable[str]) -> list[str]:
        """The folders in which a blog of this platform may be; empty if the page is not of this platform."""
        if self.files:
            for resource in resources:
                match = self.files.search(resource)
                if match is None:
                    continue
                base = match.groupdict().get("base")
                if base is None:
                    return page_folders(page_url)
                if bare_host(base) == bare_host(page_url):
                    return list(dict.fromkeys([base, join_url(base, "/") or base]))
        if self.host and self.host.search(urlsplit(page_url).hostname or ""):
            return page_folders(page_url)
        if self.generator and any(self.generator.search(generator.strip()) for generator in generators):
            return page_folders(page_url)
        return []


@lru_cache(maxsize=1)
def feed_platforms() -> tuple[FeedPlatform, ...]:
    """All platforms, in the file's order."""
    data = tomllib.loads(files(__package__).joinpath("platforms.toml").read_text("utf-8"))
    return tuple(
        FeedPlatform(
            name=entry["name"],
            feeds=tuple(entry["feeds"]),
            generator=_pattern(entry.get("generator")),
            files=_pattern(entry.get("files")),
            host=_pattern(entry.get("host")),
            whole=_pattern(entry.get("whole")),
            example=entry["example"],
        )
        for entry in data["platform"]
    )


def platform_feeds(page_url: str, generators: Sequence[str], resources: Sequence[str]) -> list[str]:
    """The feeds that the page's platforms usually have.

    :param generators: the contents of the page's generator elements.
    :param resources: the absolute addresses of its scripts, style sheets and pictures.
    """
    first = urlsplit(page_url).path.lstrip("/").split("/")[0]
    found = [
        url
        for platform in feed_platforms()
        for base in platform.bases(page_url, generators, resources)
        for path in platform.feeds
        if (url := join_url(base, path.replace("{1}", first)))
    ]
    return list(dict.fromkeys(found))


def _pattern(text: str | None) -> re.Pattern[str] | None:
    return re.compile(text, re.I) if text else None


def lists_all(address: str, generator: str | None) -> bool:
    """Whether a blog's program lists all posts at an address. ``generator`` is the program, if known."""
    return any(
        platform.whole is not None
        and platform.whole.search(address) is not None
        and (generator is None or platform.generator is None or platform.generator.search(generator) is not None)
        for platform in feed_platforms()
    )
