"""Crawling a blog from a Python program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from .. import errors
from ..crawl_settings import CrawlSettings
from ..errors import CrawlError, UsageError
from ..items import Post
from .archive import Archive, open_archive

__all__ = ["CrawledBlog", "crawl_blog"]

#: Seconds that an interrupted crawl gets to save its state.
_GRACE_PERIOD = 60
_FIELDS = {field.name for field in fields(CrawlSettings)}


@dataclass(frozen=True, slots=True)
class CrawledBlog:
    """A blog that was crawled. Iterate over it to read its posts from the archive, newest first."""

    #: The address of the blog's home page.
    url: str
    #: The folder of the archive.
    home: Path
    #: The database, if it is not in that folder.
    database_url: str
    #: Why the crawl ended: ``finished``, ``enough`` (other pages are unlikely to have posts), ``shutdown`` …
    finish_reason: str
    #: What the crawl has to say to people, as in its summary.
    notes: tuple[str, ...]

    def __iter__(self) -> Iterator[Post]:
        with self.open_archive() as archive:
            yield from archive.posts(self.url)

    def __len__(self) -> int:
        with self.open_archive() as archive:
            return archive.count(self.url)

    def open_archive(self) -> Archive:
        """Open the archive that the blog was saved to."""
        return open_archive(self.home, self.database_url)


def crawl_blog(
    url: str,
    *,
    home: str | Path | None = None,
    feed: str | None = None,
    fresh: bool = False,
    **settings: object,
) -> CrawledBlog:
    """Crawl a blog, save its posts and web archive in the folder ``home``, and return when it is done.

    ``url`` is the address of the blog or of any page of it. ``feed`` is its feed, if it is not found automatically. A
    crawl that was interrupted is resumed, unless ``fresh`` is true. Other arguments are settings: blogcrawler's in
    lower case and without the prefix (``media_enabled=False`` is ``BLOGCRAWLER_MEDIA_ENABLED``), Scrapy's in upper
    case (``DOWNLOAD_DELAY=2``); see ``docs/settings.md``.

    The crawl runs in a process of its own, so that it can be called any number of times, from any thread, and does
    not touch the signal handlers and the logging of your program. Its log is ``crawl_blog.log`` in the blog's folder.
    Raises :exc:`~blogcrawler.errors.CrawlError` if no post was found, and other
    :exc:`~blogcrawler.errors.BlogCrawlerError` if the crawl could not start.
    """
    if home is not None:
        settings["home"] = home
    given = {_setting_name(name): _plain(value) for name, value in settings.items()}
    job = {"url": url, "feed": feed, "fresh": fresh, "settings": given}
    result = _run(json.dumps(job))
    if "error" in result:
        raise getattr(errors, result["error"], CrawlError)(result["message"])
    notes = tuple(result["notes"])
    if result["blog"] is None:
        raise CrawlError(f"no posts found at {url} ({result['finish_reason']}): {' '.join(notes) or 'see the log'}")
    home = Path(result["home"])
    return CrawledBlog(result["blog"], home, result["database_url"], result["finish_reason"], notes)


def _setting_name(name: str) -> str:
    if name in _FIELDS:
        return f"BLOGCRAWLER_{name.upper()}"
    if not name.isupper():
        raise UsageError(f"there is no setting {name!r}; see docs/settings.md")
    return name


def _plain(value: object) -> object:
    """The value as JSON can hold it."""
    return str(value) if isinstance(value, Path) else list(value) if isinstance(value, tuple) else value


def _run(job: str) -> dict[str, Any]:
    """Run the crawl in another process; returns what :mod:`.crawl_process` prints."""
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "blogcrawler.api.crawl_process"]
    with subprocess.Popen(  # noqa: S603 - our own module
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path}
    ) as process:
        try:
            output, _ = process.communicate(job)
        except BaseException:  # such as Ctrl-C: let the crawl save its state
            process.terminate()
            try:
                process.wait(_GRACE_PERIOD)
            except subprocess.TimeoutExpired:
                process.kill()
            raise
    try:
        result: dict[str, Any] = json.loads(output.splitlines()[-1])
    except (IndexError, ValueError):
        raise CrawlError(f"the crawl ended unexpectedly with exit code {process.returncode}") from None
    return result
