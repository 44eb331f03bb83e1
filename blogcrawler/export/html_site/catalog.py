"""What the lists of a site need to know about its posts, in a temporary database: there may be a million of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

__all__ = ["Catalog", "ListPage", "Listed", "PostGroup"]

_SCHEMA = """
CREATE TABLE post (n INTEGER PRIMARY KEY, path TEXT, title TEXT, date TEXT, language TEXT, excerpt TEXT, about TEXT,
    replies INTEGER, picture TEXT);
CREATE TABLE member (kind TEXT, key TEXT, n INTEGER, name TEXT, PRIMARY KEY (kind, key, n)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Listed:
    """A post in a list. ``about`` is its blog, if there are several; ``picture`` is the path of a picture."""

    path: str
    title: str
    date: str | None
    language: str | None
    excerpt: str
    about: str
    replies: int
    picture: str | None


@dataclass(frozen=True, slots=True)
class PostGroup:
    """Posts with something in common: ``kind`` is months, tags, authors or blogs, ``key`` is safe in a file name."""

    kind: str
    key: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list of posts; pages count from 1."""

    group: PostGroup
    number: int
    of: int
    posts: list[Listed]


class Catalog:
    """Collects posts, newest first, and returns them in lists. Use :func:`Catalog.at`."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._count = 0

    @classmethod
    @contextmanager
    def at(cls, file: Path) -> Iterator[Catalog]:
        """A new catalog in a file, which is removed at the end."""
        try:
            with closing(sqlite3.connect(file, isolation_level=None)) as db:
                db.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_SCHEMA} BEGIN;")
                yield cls(db)
        finally:
            file.unlink(missing_ok=True)

    @property
    def count(self) -> int:
        """The number of posts."""
        return self._count

    def add(self, post: Listed, members: Iterable[tuple[str, str, str]]) -> None:
        """Add a post, which belongs to groups, each given as kind, key and name."""
        self._count += 1
        row = (post.path, post.title, post.date, post.language, post.excerpt, post.about, post.replies, post.picture)
        self._db.execute("INSERT INTO post VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (self._count, *row))
        rows = ((kind, key, self._count, name) for kind, key, name in members)
        self._db.executemany("INSERT OR IGNORE INTO member VALUES (?, ?, ?, ?)", rows)

    def posts(self) -> Iterator[Listed]:
        """All posts, newest first."""
        for row in self._db.execute("SELECT * FROM post ORDER BY n"):
            yield Listed(*row[1:])

    def groups(self, kind: str, *, limit: int = -1, by_name: bool = False) -> list[PostGroup]:
        """The groups of a kind, the largest first, or by name."""
        order = "min(name) COLLATE NOCASE" if by_name else "count(*) DESC, min(name) COLLATE NOCASE"
        query = f"SELECT key, min(name), count(*) FROM member WHERE kind = ? GROUP BY key ORDER BY {order} LIMIT ?"  # noqa: S608
        return [PostGroup(kind, *row) for row in self._db.execute(query, (kind, limit))]

    def all_pages(self, size: int) -> Iterator[ListPage]:
        """The list of all posts in pages; one empty page if there are none."""
        yield from _pages(PostGroup("all", "all", "All posts", self._count), self.posts(), size)

    def group_pages(self, size: int) -> Iterator[ListPage]:
        """The lists of all groups in pages."""
        counts = "SELECT kind, key, min(name), count(*) FROM member GROUP BY kind, key ORDER BY kind, key"
        members = "SELECT member.kind, member.key, post.* FROM member JOIN post USING (n) ORDER BY kind, key, member.n"
        groups = (PostGroup(*row) for row in self._db.execute(counts))
        for _, rows in groupby(self._db.execute(members), lambda row: row[:2]):
            yield from _pages(next(groups), (Listed(*row[3:]) for row in rows), size)


def _pages(group: PostGroup, posts: Iterator[Listed], size: int) -> Iterator[ListPage]:
    of = max(1, -(-group.count // size))
    for number in range(1, of + 1):
        yield ListPage(group, number, of, list(islice(posts, size)))
