"""The settings of blogcrawler: their names, types and defaults, each defined once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from .errors import UsageError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["CrawlSettings"]

_PREFIX = "BLOGCRAWLER_"


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """All settings of blogcrawler, as typed values.

    A field is named after its setting: ``training_pages`` is ``BLOGCRAWLER_TRAINING_PAGES``.
    ``docs/settings.md`` describes them for users.
    """

    #: Folder for everything that a crawl saves.
    home: Path = Path("archive")
    #: URL of the database (``postgresql://user@host/name``). If empty, an SQLite file in ``home``.
    database_url: str = ""
    #: How to reach the person who runs the crawl: a URL or e-mail address, sent in the user agent.
    contact: str = ""
    #: Whether to write every request and response to WARC files.
    warc_enabled: bool = True
    #: Size at which a WARC file is closed and the next one started.
    warc_max_bytes: int = 1_000_000_000
    #: Number of feed entries to learn rules from. More costs requests and adds little.
    training_pages: int = 15
    #: Whether to collect the comments of posts.
    comments_enabled: bool = True
    #: Number of pages of one type in a row without a new post before links to that type are ignored.
    patience: int = 100
    #: The crawl ends when a request is expected to find fewer new posts than this (0: never, like exhaustive=1).
    least_gain: float = 0.03
    #: Maximum number of known posts to check again per visit of an update.
    looks: int = 10
    #: Number of blogs that one process updates at the same time.
    blogs_at_once: int = 8
    #: Seconds after which another process takes over a blog from an update that died.
    lease: int = 900
    #: Longest ``Crawl-delay`` of a robots.txt that is respected, in seconds (0: ignore it).
    max_crawl_delay: float = 30
    #: Longest pause requested by ``Retry-After`` that is respected, in seconds (0: ignore it).
    max_retry_after: float = 300
    #: Hosts that may be fetched although they are in a private network. The seed's host always may.
    private_hosts: tuple[str, ...] = ()
    #: Whether to download the pictures and recordings of articles.
    media_enabled: bool = True
    #: Larger pictures are skipped.
    media_max_bytes: int = 20_000_000
    #: Larger audio and video files are skipped.
    media_max_recording_bytes: int = 100_000_000
    #: Maximum number of media files to download for one post.
    media_per_post: int = 2000
    #: Which pages to render in a browser: "auto" (those that need it), "always" or "never".
    render: str = "auto"
    #: Number of pages to render at the same time.
    render_pages: int = 4
    #: Seconds that rendering a page may take.
    render_timeout: float = 60
    #: Path of the browser, if it is not the system's Chromium or Chrome.
    chromium: str = ""
    #: How a running crawl reports its progress: "live" (a terminal), "lines" (standard error), "log" or "off".
    progress: str = "off"
    #: Seconds between two lines of such a report.
    progress_interval: float = 10

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        """The values in Scrapy's settings; a setting that is missing there has its default."""
        return cls(**{field.name: _value(field, settings) for field in fields(cls)})

    @classmethod
    def defaults(cls, environment: Mapping[str, str]) -> dict[str, Any]:
        """Names and values for Scrapy's settings: environment variables where set, defaults otherwise."""
        names = {_PREFIX + field.name.upper(): field.default for field in fields(cls)}
        return {name: environment.get(name, default) for name, default in names.items()}


def _value(field: Field[Any], settings: BaseSettings) -> Any:
    readers: dict[str, Callable[[str, Any], Any]] = {
        "bool": settings.getbool,
        "int": settings.getint,
        "float": settings.getfloat,
        "str": lambda name, default: str(settings.get(name, default)),
        "Path": lambda name, default: Path(settings.get(name, default)),
        "tuple[str, ...]": lambda name, default: tuple(settings.getlist(name, default)),
    }
    name = _PREFIX + field.name.upper()
    try:
        return readers[str(field.type)](name, field.default)
    except ValueError:
        expected = {"bool": "0 or 1", "int": "a whole number", "float": "a number"}.get(str(field.type), "valid")
        raise UsageError(f"{name}={settings.get(name)} is not {expected}; see docs/settings.md") from None
