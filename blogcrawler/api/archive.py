"""Reading what crawls have saved."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from ..crawl_settings import CrawlSettings, check_environment
from ..dates import asked_moment
from ..errors import UsageError
from ..items import Blog, Post, Version
from ..store import PastView, Store, open_existing_store
from .rules import Rules

__all__ = ["Archive", "open_archive"]


def open_archive(home: str | Path | None = None, database_url: str | None = None) -> Archive:
    """Open the archive in a folder, or in the database at ``database_url``.

    If they are not given, the environment variables ``BLOGCRAWLER_HOME`` and ``BLOGCRAWLER_DATABASE_URL`` apply, then
    ``blogcrawler.toml`` in the current folder, and then the defaults. Raises
    :exc:`~blogcrawler.errors.StoreError` if there is no archive. Close the archive after
    use, or use it in a ``with`` statement.
    """
    check_environment(os.environ)
    values = CrawlSettings.project_settings(os.environ)
    folder = Path(values["BLOGCRAWLER_HOME"] if home is None else home)
    return Archive(open_existing_store(database_url or values["BLOGCRAWLER_DATABASE_URL"], folder))


class Archive:
    """The blogs and posts that crawls have saved.

    Addresses may be given as a person types them: with or without scheme, ``www.`` or trailing slash.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def blogs(self) -> list[Blog]:
        """All blogs, by address."""
        return self._store.blogs()

    def blog(self, url: str) -> Blog | None:
        """The blog at an address, or ``None``."""
        return self._store.blog(url)

    def posts(self, blog: str | None = None) -> Iterator[Post]:
        """The posts of a blog, or of all blogs, newest first. Only a few are in memory at a time."""
        return self._store.posts(blog)

    def count(self, blog: str | None = None) -> int:
        """The number of posts of a blog, or of all blogs."""
        return self._store.count(blog)

    def post(self, url: str) -> Post | None:
        """The post at an address, or ``None``."""
        return self._store.post(url)

    def versions(self, url: str) -> list[Version]:
        """The earlier versions of a post, oldest first; updates keep them."""
        return self._store.post_states.versions(url)

    def as_of(self, moment: datetime | str) -> PastView:
        """The posts as they were at a moment: a ``datetime``, or a text such as ``2014-03-01`` (the end of that day).

        The result has ``post(url)``, ``posts(blog)``, ``count(blog)``, ``version(url)`` and ``search(query)``.
        """
        wanted = asked_moment(moment) if isinstance(moment, str) else moment
        if wanted is None:
            raise UsageError(f"{moment} is not a date; write it like 2014-03-01 or 2014-03-01T12:00")
        return self._store.as_of(wanted if wanted.tzinfo else wanted.replace(tzinfo=UTC))

    def rules(self, blog: str) -> Rules | None:
        """The rules that a crawl has learned for a blog; ``None`` if there are none."""
        found = self._store.blog(blog)
        return Rules.from_record(found.rules) if found is not None and found.rules else None

    def close(self) -> None:
        """Close the database."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
