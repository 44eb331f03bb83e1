"""Posts over time: when each was looked at, what it was before, whether it is gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, select

from ..changes import next_check
from ..dates import instant
from ..items import Post, PostState, Version
from .rows import POST_FIELDS, post_row, rank, row_digest, to_post
from .statements import Run, upsert
from .storable_values import storable
from .tables import looks, posts, versions
from .url_keys import address_key

__all__ = ["SqlPostHistory", "look_row"]

_FIELDS = tuple(field.name for field in fields(PostState))
_COLUMNS = [looks.c[name] for name in _FIELDS]
_AT_ONCE = 400
"""Addresses in one question; SQLite allows a thousand or more."""


class SqlPostHistory:
    """The looks at posts, and their versions."""

    def __init__(self, run: Run, dialect: str) -> None:
        self._run = run
        self._save_look = upsert(looks, [looks.c.url_digest], dialect, keep=["found"])
        self._save_post = upsert(posts, [posts.c.url_digest], dialect)

    def known(self, urls: Iterable[str]) -> dict[str, PostState]:
        """Those of the addresses that are posts in the store, by the address as it was given."""
        asked: dict[bytes, list[str]] = {}
        for url in urls:
            asked.setdefault(row_digest(address_key(url)), []).append(url)
        found: dict[str, PostState] = {}
        keys = list(asked)
        for start in range(0, len(keys), _AT_ONCE):
            query = select(looks.c.key_digest, *_COLUMNS).where(looks.c.key_digest.in_(keys[start : start + _AT_ONCE]))
            for row in self._rows(query):
                look = _to_look(row)
                found |= dict.fromkeys(asked[bytes(row["key_digest"])], look)
        return found

    def due(self, blog: str, now: datetime, limit: int) -> list[PostState]:
        """The posts of a blog that are to be looked at again, the most overdue first."""
        query = select(*_COLUMNS).where(
            looks.c.blog_digest == row_digest(address_key(blog)),
            looks.c.due_at <= int(now.timestamp()),
            looks.c.gone.is_(None),
        )
        return [_to_look(row) for row in self._rows(query.order_by(looks.c.due_at.desc()).limit(limit))]

    def all(self, blog: str) -> list[PostState]:
        """All posts of a blog, the most recent first."""
        query = select(*_COLUMNS).where(looks.c.blog_digest == row_digest(address_key(blog)))
        return [_to_look(row) for row in self._rows(query.order_by(looks.c.fresh.desc()))]

    def save(self, blog: str, look: PostState) -> None:
        """Keep the state of a post."""
        row = _look_row(blog, look)
        self._run(lambda connection: connection.execute(self._save_look, row))

    def replace(self, old: Post, new: Post, kinds: Iterable[str], when: datetime) -> None:
        """Put a record in the place of another, which is kept as a version, in one transaction."""
        row, look = post_row(new), look_row(new, changed=when)
        old = storable(old)
        version = {
            "key_digest": row_digest(address_key(old.url)),
            "blog_digest": row_digest(address_key(old.blog)),
            "until": when.isoformat(timespec="seconds"),
            "kinds": sorted(kinds),
            "record": old.record(),
        }

        def work(connection: Connection) -> None:
            connection.execute(versions.insert().values(**version))
            if old.url != new.url:  # the same page under another spelling of its address
                connection.execute(posts.delete().where(posts.c.url_digest == row_digest(old.url)))
                connection.execute(looks.delete().where(looks.c.url_digest == row_digest(old.url)))
            connection.execute(self._save_post, row)
            connection.execute(self._save_look, look)

        self._run(work)

    def mark_gone(self, blog: str, look: PostState, when: datetime) -> None:
        """Note that a post is not there any more. Its record and versions stay."""
        look.gone = look.gone or when.isoformat(timespec="seconds")
        look.checked = when.isoformat(timespec="seconds")
        self.save(blog, look)

    def versions(self, address: str) -> list[Version]:
        """The earlier records of a post, the oldest first."""
        query = (
            select(versions).where(versions.c.key_digest == row_digest(address_key(address))).order_by(versions.c.id)
        )
        return [
            Version(to_post({name: row["record"].get(name) for name in POST_FIELDS}), row["until"], tuple(row["kinds"]))
            for row in self._rows(query)
        ]

    def published(self, blog: str) -> list[tuple[str, str | None, str | None]]:
        """Address, date of publication and time of the first look of each post of a blog."""
        query = (
            select(posts.c.url, posts.c.published, looks.c.found)
            .outerjoin(looks, looks.c.url_digest == posts.c.url_digest)
            .where(posts.c.blog_digest == row_digest(address_key(blog)))
        )
        return [(row["url"], row["published"], row["found"]) for row in self._rows(query)]

    def undated(self, blog: str) -> dict[str, dict[str, Any] | None]:
        """The posts of a blog that have no date, each with what is guessed of it (``Post.dating``)."""
        query = select(posts.c.url, posts.c.dating).where(
            posts.c.blog_digest == row_digest(address_key(blog)), posts.c.rank == rank(None), posts.c.type == "post"
        )
        return {row["url"]: row["dating"] for row in self._rows(query)}

    def save_dating(self, url: str, dating: dict[str, Any]) -> None:
        """Keep what is guessed of the date of a post."""
        update = posts.update().where(posts.c.url_digest == row_digest(url)).values(dating=dating)
        self._run(lambda connection: connection.execute(update))

    def counts(self, blog: str) -> tuple[int, int]:
        """How many posts of a blog are gone, and how many versions are kept."""
        key = row_digest(address_key(blog))
        gone = select(func.count()).select_from(looks).where(looks.c.blog_digest == key, looks.c.gone.is_not(None))
        kept = select(func.count()).select_from(versions).where(versions.c.blog_digest == key)
        return self._run(lambda connection: (connection.scalar(gone) or 0, connection.scalar(kept) or 0))

    def _rows(self, query: Any) -> Sequence[Any]:
        return self._run(lambda connection: list(connection.execute(query).mappings()))


def look_row(post: Post, changed: datetime | None = None) -> dict[str, Any]:
    """The row of a post that was just looked at and stored."""
    checked = instant(post.fetched) or datetime.now(UTC)
    said = [instant(comment.published or "") for comment in post.comments]
    happened = [moment for moment in (instant(post.published), changed, *said) if moment and moment <= checked]
    fresh = max(happened, default=checked)
    now = checked.isoformat(timespec="seconds")
    due = next_check(fresh, checked).isoformat(timespec="seconds")
    return _look_row(post.blog, PostState(storable(post).url, now, now, fresh.isoformat(timespec="seconds"), due))


def _look_row(blog: str, look: PostState) -> dict[str, Any]:
    due = instant(look.due)
    return asdict(look) | {
        "url_digest": row_digest(look.url),
        "key_digest": row_digest(address_key(look.url)),
        "blog_digest": row_digest(address_key(blog)),
        "due_at": int(due.timestamp()) if due else 2**62,
    }


def _to_look(row: Any) -> PostState:
    return PostState(**{name: row[name] for name in _FIELDS})
