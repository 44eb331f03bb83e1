"""States and earlier versions of posts, in SQL tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, select

from ..changes import ChangeKind, next_check
from ..dates import parse_instant
from ..items import Blog, Post, PostEvent, PostState, ThreadSummary, Version
from ..unicode_repair import clean_text
from ..urls import address_key
from .past import (
    earlier_versions,
    find_stored_post,
    note_return,
    post_events,
    replace_record,
    versions,
    writing_posts,
)
from .rows import post_row, rank, row_digest
from .statements import Run, begin_writing, upsert
from .storable_values import storable
from .tables import post_states, posts
from .watches import queue_events

__all__ = ["SqlPostHistory", "post_state_row"]

_FIELDS = tuple(field.name for field in fields(PostState))
_COLUMNS = [post_states.c[name] for name in _FIELDS]
_URLS_PER_QUERY = 400
"""SQLite allows a thousand parameters or more."""


class SqlPostHistory:
    """Implements :class:`~blogcrawler.store.PostHistory`; ``note_saved`` is called after posts were saved."""

    def __init__(self, run: Run, dialect: str, note_saved: Callable[[int], None]) -> None:
        self._run = run
        self._note_saved = note_saved
        self._save_state = upsert(post_states, [post_states.c.url_digest], dialect, keep=["found"])
        self._save_post = upsert(posts, [posts.c.url_digest], dialect)

    def known(self, urls: Iterable[str]) -> dict[str, PostState]:
        requested: dict[bytes, list[str]] = {}
        for url in urls:
            requested.setdefault(row_digest(address_key(url)), []).append(url)
        found: dict[str, PostState] = {}
        keys = list(requested)
        for start in range(0, len(keys), _URLS_PER_QUERY):
            query = select(post_states.c.key_digest, *_COLUMNS).where(
                post_states.c.key_digest.in_(keys[start : start + _URLS_PER_QUERY])
            )
            for row in self._rows(query):
                state = _to_state(row)
                found |= dict.fromkeys(requested[bytes(row["key_digest"])], state)
        return found

    def threads(self, urls: Iterable[str]) -> dict[str, ThreadSummary]:
        requested: dict[bytes, list[str]] = {}
        for url in urls:
            requested.setdefault(row_digest(address_key(url)), []).append(url)
        found: dict[str, ThreadSummary] = {}
        keys = list(requested)
        last = func.coalesce(posts.c.updated, posts.c.published).label("last")
        messages = func.json_array_length(posts.c.posts).label("messages")
        columns = (posts.c.key_digest, posts.c.url, messages, last)
        for start in range(0, len(keys), _URLS_PER_QUERY):
            for row in self._rows(
                select(*columns).where(posts.c.key_digest.in_(keys[start : start + _URLS_PER_QUERY]))
            ):
                summary = ThreadSummary(row["url"], row["messages"], row["last"])
                found |= dict.fromkeys(requested[bytes(row["key_digest"])], summary)
        return found

    def due(self, blog: str, now: datetime, limit: int) -> list[PostState]:
        query = select(*_COLUMNS).where(
            post_states.c.blog_digest == row_digest(address_key(blog)),
            post_states.c.due_at <= int(now.timestamp()),
            post_states.c.gone.is_(None),
        )
        return [_to_state(row) for row in self._rows(query.order_by(post_states.c.due_at).limit(limit))]

    def all(self, blog: str) -> list[PostState]:
        query = select(*_COLUMNS).where(post_states.c.blog_digest == row_digest(address_key(blog)))
        return [_to_state(row) for row in self._rows(query.order_by(post_states.c.fresh.desc()))]

    def save(self, blog: str, state: PostState) -> None:
        row = _state_row(blog, state)

        def work(connection: Connection) -> None:
            if state.gone is None:
                note_return(connection, row["url_digest"], parse_instant(state.checked) or datetime.now(UTC))
            connection.execute(self._save_state, row)

        self._run(work)

    def replace(self, old: Post, new: Post, kinds: Iterable[str], when: datetime) -> None:
        row, state, kinds = post_row(new), post_state_row(new, changed=when), list(kinds)
        old, digest = storable(old), row_digest(row["url"])

        def work(connection: Connection) -> None:
            begin_writing(connection)
            note_return(connection, row_digest(old.url), when)

            def write() -> bytes:
                if old.url != new.url:  # the same page under another spelling of its address
                    connection.execute(posts.delete().where(posts.c.url_digest == row_digest(old.url)))
                    connection.execute(post_states.delete().where(post_states.c.url_digest == row_digest(old.url)))
                connection.execute(self._save_post, row)
                return digest

            kept = replace_record(connection, old, kinds, when, write)
            if ChangeKind.READING not in kinds:
                queue_events(connection, [row["key_digest"]], kept)
            connection.execute(self._save_state, state)

        self._run(work)
        self._note_saved(1)

    def refresh(self, old: Post, new: Post) -> None:
        before, after, state = post_row(old), post_row(new), post_state_row(new)
        # Only what differs is written, so that an unchanged text is not indexed again.
        changed = {name: value for name, value in after.items() if value != before[name]}

        def work(connection: Connection) -> None:
            begin_writing(connection)
            same_post = posts.c.url_digest == before["url_digest"]
            with writing_posts(connection, [before["url_digest"]], parse_instant(new.fetched) or datetime.now(UTC)):
                if changed:
                    connection.execute(posts.update().where(same_post).values(**changed))
            if before["url_digest"] != after["url_digest"]:
                connection.execute(post_states.delete().where(post_states.c.url_digest == before["url_digest"]))
            connection.execute(self._save_state, state)

        self._run(work)
        self._note_saved(1)

    def mark_gone(self, blog: str, state: PostState, when: datetime) -> None:
        was_known = state.gone is not None
        state.gone = state.gone or when.isoformat(timespec="seconds")
        state.checked = when.isoformat(timespec="seconds")
        row = _state_row(blog, state)

        def work(connection: Connection) -> None:
            connection.execute(self._save_state, row)
            if not was_known:
                queue_events(connection, [row["key_digest"]], gone=True)

        self._run(work)

    def versions(self, address: str) -> list[Version]:
        return self.history(address)[:-1]

    def history(self, address: str) -> list[Version]:
        found = self._run(lambda connection: find_stored_post(connection, address))
        if found is None:
            return []
        query = select(versions).where(versions.c.post_id == found.post_id).order_by(versions.c.id.desc())
        earlier = earlier_versions(self._rows(query), found.post, found.found)
        since = earlier[-1].until if earlier else found.found
        return [*earlier, Version(found.post, found.gone, (), since)]

    def events(self, since: datetime, blog: str | None = None, limit: int | None = None) -> Iterator[PostEvent]:
        return post_events(self._run, self.history, since, Blog(blog) if blog else None, limit)

    def published(self, blog: str) -> list[tuple[str, str | None, str | None]]:
        query = (
            select(posts.c.url, posts.c.published, post_states.c.found)
            .outerjoin(post_states, post_states.c.url_digest == posts.c.url_digest)
            .where(posts.c.blog_digest == row_digest(address_key(blog)))
        )
        return [(row["url"], row["published"], row["found"]) for row in self._rows(query)]

    def undated(self, blog: str) -> dict[str, dict[str, Any] | None]:
        query = select(posts.c.url, posts.c.dating).where(
            posts.c.blog_digest == row_digest(address_key(blog)), posts.c.rank == rank(None), posts.c.type == "post"
        )
        return {row["url"]: row["dating"] for row in self._rows(query)}

    def save_dating(self, url: str, dating: dict[str, Any]) -> None:
        update = posts.update().where(posts.c.url_digest == row_digest(url)).values(dating=dating)

        def work(connection: Connection) -> None:
            begin_writing(connection)
            with writing_posts(connection, [row_digest(url)], None):
                connection.execute(update)

        self._run(work)

    def counts(self, blog: str) -> tuple[int, int]:
        key = row_digest(address_key(blog))
        gone = (
            select(func.count())
            .select_from(post_states)
            .where(post_states.c.blog_digest == key, post_states.c.gone.is_not(None))
        )
        kept = (
            select(func.count())
            .select_from(versions)
            .join(posts, posts.c.id == versions.c.post_id)
            .where(posts.c.blog_digest == key)
        )
        return self._run(lambda connection: (connection.scalar(gone) or 0, connection.scalar(kept) or 0))

    def _rows(self, query: Any) -> Sequence[Any]:
        return self._run(lambda connection: list(connection.execute(query).mappings()))


def post_state_row(post: Post, changed: datetime | None = None) -> dict[str, Any]:
    """The row for the state of a post that has just been fetched and is being saved."""
    checked = parse_instant(post.fetched) or datetime.now(UTC)
    said = [parse_instant(comment.published or "") for comment in (*post.comments, *post.posts)]
    happened = [moment for moment in (parse_instant(post.published), changed, *said) if moment and moment <= checked]
    fresh = max(happened, default=checked)
    now = checked.isoformat(timespec="seconds")
    due = next_check(fresh, checked).isoformat(timespec="seconds")
    return _state_row(post.blog, PostState(clean_text(post.url), now, now, fresh.isoformat(timespec="seconds"), due))


def _state_row(blog: str, state: PostState) -> dict[str, Any]:
    due = parse_instant(state.due)
    return {name: getattr(state, name) for name in _FIELDS} | {
        "url_digest": row_digest(state.url),
        "key_digest": row_digest(address_key(state.url)),
        "blog_digest": row_digest(address_key(blog)),
        "due_at": int(due.timestamp()) if due else 2**62,
    }


def _to_state(row: Any) -> PostState:
    return PostState(**{name: row[name] for name in _FIELDS})
