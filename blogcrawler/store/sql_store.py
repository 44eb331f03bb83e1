"""The store in an SQL database, through SQLAlchemy."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, bindparam, func, select, tuple_, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..errors import StoreError, UsageError
from ..items import Blog, Post
from ..unicode_repair import clean_text
from ..urls import address_key, has_scheme
from .blog_schedule import SqlBlogSchedule
from .catalogue import SqlCatalogue, post_counts
from .past import SqlPastView, absences, versions, writing_posts
from .post_history import SqlPostHistory, post_state_row
from .rows import BLOG_FIELDS, POST_FIELDS, blog_row, post_row, row_digest, to_blog, to_post
from .search import SqlSearch
from .search_interface import SearchQuery, SearchResult
from .search_sources import SqlSearchSources
from .statements import begin_writing, upsert
from .tables import blogs, leases, post_states, posts, runs, sources, visits
from .watches import SqlWatches, has_watches, queue_events
from .work import SqlRunHistory, SqlWorkQueue

__all__ = ["SqlStore"]

T = TypeVar("T")

_POSTS_PER_QUERY = 50
"""Number of posts that are in memory at once."""

_MAX_PATH_DEPTH = 50
"""Number of leading path segments of a page's address that are checked for being a blog."""

_URLS_PER_QUERY = 400
"""SQLite allows a thousand parameters or more."""

_BLOG_COLUMNS = [blogs.c[name] for name in BLOG_FIELDS]
_POST_COLUMNS = [posts.c[name] for name in POST_FIELDS]
_BLOG_QUERIES = [
    select(*_BLOG_COLUMNS).where(column == bindparam("key")) for column in (blogs.c.key_digest, blogs.c.seed_digest)
]
#: The post with this very address, else one whose address is spelled differently; https before http.
_SAME_POST = (
    select(*_POST_COLUMNS)
    .where(posts.c.key_digest == bindparam("key"))
    .order_by((posts.c.url_digest == bindparam("url")).desc(), posts.c.url.desc())
    .limit(1)
)


class SqlStore:
    """Stores blogs and posts in SQLite or PostgreSQL, over one connection.

    ``as_store_error`` turns an error of the database into the one to raise.
    """

    def __init__(self, connection: Connection, as_store_error: Callable[[Exception], StoreError]) -> None:
        self._connection = connection
        self._as_store_error = as_store_error
        self._lock = Lock()
        self.remote = connection.dialect.name != "sqlite"
        dialect = connection.dialect.name
        self._upsert_blog = upsert(blogs, [blogs.c.key_digest], dialect)
        self._upsert_post = upsert(posts, [posts.c.url_digest], dialect)
        self._upsert_state = upsert(post_states, [post_states.c.url_digest], dialect, keep=["found"])
        self._search = SqlSearch(self._run, dialect)
        self.catalogue = SqlCatalogue(self._run, dialect)
        self.post_states = SqlPostHistory(self._run, dialect, self._search.note_saved)
        self.schedule = SqlBlogSchedule(self._run, dialect)
        self.search_sources = SqlSearchSources(self._run, dialect)
        self.watches = SqlWatches(self._run)
        self.queue = SqlWorkQueue(self._run, dialect)
        self.runs = SqlRunHistory(self._run)

    def save_blog(self, blog: Blog) -> None:
        row = blog_row(blog)
        self._run(lambda connection: connection.execute(self._upsert_blog, row))

    def change_blog(self, address: str, **fields: Any) -> None:
        row = blog_row(Blog(address, **fields))
        statement = update(blogs).where(blogs.c.key_digest == row["key_digest"])
        self._run(lambda connection: connection.execute(statement.values({name: row[name] for name in fields})))

    def blog(self, address: str) -> Blog | None:
        key = address_key(address)
        for query in _BLOG_QUERIES:
            found = self._blogs(query, {"key": row_digest(key)})
            if found:
                break
        if not found and key and not has_scheme(address):
            prefix = f"{key}/"
            same_prefix = func.substr(blogs.c.key, 1, len(prefix)) == prefix
            found = self._blogs(select(*_BLOG_COLUMNS).where(same_prefix).order_by(blogs.c.key))
        if len(found) > 1:
            matches = ", ".join(blog.url for blog in found)
            raise UsageError(f"{address} matches several blogs: {matches}; give a full address")
        return found[0] if found else None

    def blogs(self) -> list[Blog]:
        return self._blogs(select(*_BLOG_COLUMNS).order_by(blogs.c.key))

    def blog_of(self, page: str) -> Blog | None:
        key = address_key(page)
        ends = [at for at, character in enumerate(key) if character in "/?"][:_MAX_PATH_DEPTH]
        keys = [row_digest(key[:end]) for end in (*ends, len(key))]
        found = self._blogs(select(*_BLOG_COLUMNS).where(blogs.c.key_digest.in_(keys)).order_by(blogs.c.key.desc()))
        return found[0] if found else None

    def folders(self) -> dict[str, str | None]:
        return {row["url"]: row["folder"] for row in self._rows(select(blogs.c.url, blogs.c.folder))}

    def addresses(self) -> list[str]:
        return [row["url"] for row in self._rows(select(blogs.c.url).order_by(blogs.c.key))]

    def remove_blog(self, address: str) -> None:
        key = row_digest(address_key(address))

        def work(connection: Connection) -> None:
            own_posts = select(posts.c.id).where(posts.c.blog_digest == key)
            for table in (versions, absences):
                connection.execute(table.delete().where(table.c.post_id.in_(own_posts)))
            for table in (posts, post_counts, post_states, sources, visits, leases, runs):
                connection.execute(table.delete().where(table.c.blog_digest == key))
            connection.execute(blogs.delete().where(blogs.c.key_digest == key))

        self._run(work)

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
            rows[row["url_digest"]] = (row, post_state_row(post))
        if not rows:
            return

        def work(connection: Connection) -> None:
            begin_writing(connection)
            _queue_new(connection, {digest: row["key_digest"] for digest, (row, _) in rows.items()})
            with writing_posts(connection, list(rows), datetime.now(UTC)):
                connection.execute(self._upsert_post, [row for row, _ in rows.values()])
            connection.execute(self._upsert_state, [state for _, state in rows.values()])

        self._run(work)
        self._search.note_saved(len(rows))

    def post(self, address: str) -> Post | None:
        url = clean_text(address)
        values = {"url": row_digest(url), "key": row_digest(address_key(url))}
        found = self._rows(_SAME_POST, values)
        return to_post(found[0]) if found else None

    def posts(self, blog: str | None = None) -> Iterator[Post]:
        # Query by query, each starting after the last row of the previous one: this works the same on all
        # databases, and no transaction stays open while the caller works.
        first = self._of_blog(select(posts.c.rank, posts.c.id, *_POST_COLUMNS), blog)
        first = first.order_by(posts.c.rank, posts.c.id).limit(_POSTS_PER_QUERY)
        page = self._rows(first)
        while page:
            for row in page:
                yield to_post(row)
            last = tuple_(page[-1]["rank"], page[-1]["id"])
            page = self._rows(first.where(tuple_(posts.c.rank, posts.c.id) > last))

    def as_of(self, moment: datetime) -> SqlPastView:
        return SqlPastView(self._run, self.blog, moment)

    def count(self, blog: str | None = None) -> int:
        counted = self._of_blog(select(func.count()).select_from(posts), blog)
        return self._run(lambda connection: connection.scalar(counted) or 0)

    def states(self) -> dict[str, str]:
        # Computed from the table of states: its rows are small, those of posts are not.
        known = select(
            post_states.c.blog_digest, func.count(), func.max(post_states.c.checked), func.sum(post_states.c.due_at)
        )
        found = self._run(lambda connection: connection.execute(known.group_by(post_states.c.blog_digest)).all())
        states = {}
        for key, *state in found:
            query = select(posts.c.blog).where(posts.c.blog_digest == key).limit(1)
            for row in self._rows(query):
                states[row["blog"]] = " ".join(map(str, state))
        return states

    def search(self, query: SearchQuery, *, limit: int = 20, offset: int = 0) -> SearchResult:
        blog = self.blog(query.blog) if query.blog else None
        return self._search.search(query, blog.url if blog else query.blog or None, limit, offset)

    def rebuild_search(self, progress: Callable[[int], None] | None = None) -> int:
        return self._search.rebuild(progress)

    def close(self) -> None:
        try:
            self._search.close()
        finally:
            self._close()

    def _close(self) -> None:
        with self._lock:
            self._connection.close()
            self._connection.engine.dispose()

    def _of_blog(self, query: Select[Any], address: str | None) -> Select[Any]:
        if address is None:
            return query
        blog = self.blog(address)
        return query.where(posts.c.blog_digest == row_digest(address_key(blog.url if blog else address)))

    def _blogs(self, query: Select[Any], values: dict[str, Any] | None = None) -> list[Blog]:
        return [to_blog(row) for row in self._rows(query, values)]

    def _rows(self, query: Select[Any], values: dict[str, Any] | None = None) -> list[Any]:
        return self._run(lambda connection: list(connection.execute(query, values).mappings()))

    def _run(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in a transaction; retry once on a new connection if the server has closed the old one."""
        with self._lock:
            try:
                try:
                    return self._attempt(work)
                except DBAPIError as error:
                    if not error.connection_invalidated:
                        raise
                    return self._attempt(work)
            except (SQLAlchemyError, sqlite3.Error, OSError, OverflowError) as error:
                raise self._as_store_error(error) from error

    def _attempt(self, work: Callable[[Connection], T]) -> T:
        with self._connection.begin():
            return work(self._connection)


def _queue_new(connection: Connection, keys: dict[bytes, bytes]) -> None:
    """Queue those of these posts for the watches that are not stored yet."""
    if not has_watches(connection):
        return
    known: set[bytes] = set()
    digests = list(keys)
    for start in range(0, len(digests), _URLS_PER_QUERY):
        same = posts.c.url_digest.in_(digests[start : start + _URLS_PER_QUERY])
        known.update(map(bytes, connection.scalars(select(posts.c.url_digest).where(same))))
    queue_events(connection, [key for digest, key in keys.items() if digest not in known])
