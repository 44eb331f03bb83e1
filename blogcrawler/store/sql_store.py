"""The store in a database that SQLAlchemy knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, func, select, tuple_, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..errors import StoreError, UsageError
from ..items import Blog, Post
from .blog_schedule import SqlBlogSchedule
from .post_history import SqlPostHistory, look_row
from .rows import BLOG_FIELDS, POST_FIELDS, blog_row, post_row, row_digest, to_blog, to_post
from .statements import upsert
from .storable_values import clean_text
from .tables import blogs, looks, posts
from .url_keys import address_key, has_scheme

__all__ = ["SqlStore"]

T = TypeVar("T")

_PAGE = 50
"""Posts that are read, and so held in memory, at once."""

_DEEPEST = 50
"""Folders of an address in which a blog is looked for."""

_BLOG_COLUMNS = [blogs.c[name] for name in BLOG_FIELDS]
_POST_COLUMNS = [posts.c[name] for name in POST_FIELDS]


class SqlStore:
    """Keeps blogs and posts in SQLite or PostgreSQL, over one connection.

    ``as_store_error`` makes the error to raise out of one that the database gave.
    """

    def __init__(self, connection: Connection, as_store_error: Callable[[Exception], StoreError]) -> None:
        self._connection = connection
        self._as_store_error = as_store_error
        self._lock = Lock()
        self.remote = connection.dialect.name != "sqlite"
        dialect = connection.dialect.name
        self._upsert_blog = upsert(blogs, [blogs.c.key_digest], dialect)
        self._upsert_post = upsert(posts, [posts.c.url_digest], dialect)
        self._upsert_look = upsert(looks, [looks.c.url_digest], dialect, keep=["found"])
        self.post_states = SqlPostHistory(self._run, dialect)
        self.schedule = SqlBlogSchedule(self._run, dialect)

    def save_blog(self, blog: Blog) -> None:
        row = blog_row(blog)
        self._run(lambda connection: connection.execute(self._upsert_blog, row))

    def change_blog(self, address: str, **fields: Any) -> None:
        row = blog_row(Blog(address, **fields))
        statement = update(blogs).where(blogs.c.key_digest == row["key_digest"])
        self._run(lambda connection: connection.execute(statement.values({name: row[name] for name in fields})))

    def blog(self, address: str) -> Blog | None:
        key = address_key(address)
        found = self._blogs(select(*_BLOG_COLUMNS).where(blogs.c.key_digest == row_digest(key)))
        if not found and key and not has_scheme(address):
            beginning = f"{key}/"
            same_beginning = func.substr(blogs.c.key, 1, len(beginning)) == beginning
            found = self._blogs(select(*_BLOG_COLUMNS).where(same_beginning).order_by(blogs.c.key))
        if len(found) > 1:
            raise UsageError(f"which blog is meant: {', '.join(blog.url for blog in found)}?")
        return found[0] if found else None

    def blogs(self) -> list[Blog]:
        return self._blogs(select(*_BLOG_COLUMNS).order_by(blogs.c.key))

    def blog_of(self, page: str) -> Blog | None:
        key = address_key(page)
        ends = [at for at, character in enumerate(key) if character in "/?"][:_DEEPEST]
        keys = [row_digest(key[:end]) for end in (*ends, len(key))]
        found = self._blogs(select(*_BLOG_COLUMNS).where(blogs.c.key_digest.in_(keys)).order_by(blogs.c.key.desc()))
        return found[0] if found else None

    def addresses(self) -> list[str]:
        return [row["url"] for row in self._rows(select(blogs.c.url).order_by(blogs.c.key))]

    def learned(self, application: str | None = None) -> list[dict[str, Any]]:
        query = select(blogs.c.knowledge).where(blogs.c.knowledge.is_not(None)).order_by(blogs.c.key)
        if application is not None:
            query = query.where(blogs.c.knowledge["application"].as_string() == application)
        known = [row["knowledge"].get("learned", ()) for row in self._rows(query)]
        return [record for records in known for record in records]

    def save_post(self, post: Post) -> None:
        self.save_posts([post])

    def save_posts(self, posts: Iterable[Post]) -> None:
        rows: dict[bytes, tuple[dict[str, Any], dict[str, Any]]] = {}
        for post in posts:
            row = post_row(post)
            rows[row["url_digest"]] = (row, look_row(post))
        if not rows:
            return

        def work(connection: Connection) -> None:
            connection.execute(self._upsert_post, [row for row, _ in rows.values()])
            connection.execute(self._upsert_look, [look for _, look in rows.values()])

        self._run(work)

    def post(self, address: str) -> Post | None:
        exactly = posts.c.url_digest == row_digest(clean_text(address))
        spelled = posts.c.key_digest == row_digest(address_key(address))
        for match in (exactly, spelled):
            # Of https://… and http://…, if both are there, the first.
            found = self._rows(select(*_POST_COLUMNS).where(match).order_by(posts.c.url.desc()).limit(1))
            if found:
                return to_post(found[0])
        return None

    def posts(self, blog: str | None = None) -> Iterator[Post]:
        # A page at a time, each beginning after the last row of the one before: the same on all
        # databases, and no transaction stays open while the caller works.
        first = self._of_blog(select(posts.c.rank, posts.c.id, *_POST_COLUMNS), blog)
        first = first.order_by(posts.c.rank, posts.c.id).limit(_PAGE)
        page = self._rows(first)
        while page:
            for row in page:
                yield to_post(row)
            last = tuple_(page[-1]["rank"], page[-1]["id"])
            page = self._rows(first.where(tuple_(posts.c.rank, posts.c.id) > last))

    def count(self, blog: str | None = None) -> int:
        counted = self._of_blog(select(func.count()).select_from(posts), blog)
        return self._run(lambda connection: connection.scalar(counted) or 0)

    def states(self) -> dict[str, str]:
        # Of the looks, which are small; the posts are not.
        known = select(looks.c.blog_digest, func.count(), func.max(looks.c.checked), func.sum(looks.c.due_at))
        found = self._run(lambda connection: connection.execute(known.group_by(looks.c.blog_digest)).all())
        states = {}
        for key, *state in found:
            query = select(posts.c.blog).where(posts.c.blog_digest == key).limit(1)
            for row in self._rows(query):
                states[row["blog"]] = " ".join(map(str, state))
        return states

    def close(self) -> None:
        with self._lock:
            self._connection.close()
            self._connection.engine.dispose()

    def _of_blog(self, query: Select[Any], address: str | None) -> Select[Any]:
        if address is None:
            return query
        blog = self.blog(address)
        return query.where(posts.c.blog_digest == row_digest(address_key(blog.url if blog else address)))

    def _blogs(self, query: Select[Any]) -> list[Blog]:
        return [to_blog(row) for row in self._rows(query)]

    def _rows(self, query: Select[Any]) -> list[Any]:
        return self._run(lambda connection: list(connection.execute(query).mappings()))

    def _run(self, work: Callable[[Connection], T]) -> T:
        """Do work in a transaction; once more on a new connection if the server has ended the old one."""
        with self._lock:
            try:
                try:
                    return self._attempt(work)
                except DBAPIError as error:
                    if not error.connection_invalidated:
                        raise
                    return self._attempt(work)
            except (SQLAlchemyError, OSError, OverflowError) as error:
                raise self._as_store_error(error) from error

    def _attempt(self, work: Callable[[Connection], T]) -> T:
        with self._connection.begin():
            return work(self._connection)
