"""The chain of a post's versions: each is stored as its difference from the next newer one, the last from the post.

Whoever writes a post does so through :func:`writing_posts`, which keeps the last difference right.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, or_, select

from ...dates import parse_instant
from ...errors import StoreError
from ...items import Post, Version
from ..rows import POST_FIELDS, row_digest, to_post
from ..statements import inserted_id
from ..tables import post_states, posts
from .record_delta import make_delta, packed, patched, unpacked
from .version_tables import absences, versions

__all__ = ["earlier_versions", "note_return", "replace_record", "seconds", "time_text", "writing_posts"]

logger = logging.getLogger(__name__)

_COLUMNS = [posts.c[name] for name in POST_FIELDS]
_IDS_PER_QUERY = 400
"""SQLite allows a thousand parameters or more."""

_HAS_VERSIONS = select(versions.c.id).where(versions.c.post_id == posts.c.id).exists()
#: The stored ones of some posts that have versions or are gone. Built once, because every saved post is looked up.
_WITH_PAST = (
    select(posts.c.id, post_states.c.gone, _HAS_VERSIONS.label("has_versions"))
    .outerjoin(post_states, post_states.c.url_digest == posts.c.url_digest)
    .where(posts.c.url_digest.in_(bindparam("digests", expanding=True)))
    .where(or_(post_states.c.gone.is_not(None), _HAS_VERSIONS))
)


@contextmanager
def writing_posts(connection: Connection, url_digests: Sequence[bytes], when: datetime | None) -> Iterator[None]:
    """Keep the past of posts right while their rows are written inside a ``with`` statement.

    Their versions stay readable. Those that were gone exist again from ``when`` on; without it, they are still gone.
    """
    before: dict[int, bytes] = {}
    for start in range(0, len(url_digests), _IDS_PER_QUERY):
        asked = {"digests": url_digests[start : start + _IDS_PER_QUERY]}
        for row in connection.execute(_WITH_PAST, asked).mappings():
            if when is not None:
                _note_return(connection, row["id"], row["gone"], when)
            if row["has_versions"] and (record := _current(connection, row["id"], locked=True)) is not None:
                before[row["id"]] = record
    yield
    for post_id, old in before.items():
        new = _current(connection, post_id)
        if new is not None and new != old:
            _rebase(connection, post_id, old, new)


def replace_record(
    connection: Connection, old: Post, kinds: Iterable[str], when: datetime, write: Callable[[], bytes]
) -> int:
    """Keep the record that a post had until ``when`` as a version, and let ``write`` write the new one.

    Returns the id of the version.
    ``write`` returns the digest of the new address. If another process has changed the record in the meantime, the
    older versions stay readable.
    """
    query = select(posts.c.id, *_COLUMNS).where(posts.c.url_digest == row_digest(old.url)).with_for_update(of=posts)
    row = connection.execute(query).mappings().first()
    replaced = packed(old)
    if row is not None and (current := packed(to_post(row))) != replaced:
        _rebase(connection, row["id"], current, replaced)
    new_id = connection.scalar(select(posts.c.id).where(posts.c.url_digest == write()))
    if row is not None and row["id"] != new_id:
        for table in (versions, absences):
            connection.execute(table.update().where(table.c.post_id == row["id"]).values(post_id=new_id))
    record = _current(connection, new_id) if new_id is not None else None
    assert record is not None
    values = {"post_id": new_id, "until": int(when.timestamp()), "kinds": " ".join(sorted(kinds))}
    return inserted_id(connection.execute(versions.insert().values(**values, delta=make_delta(record, replaced))))


def earlier_versions(rows: Iterable[Any], current: Post, found: str | None) -> list[Version]:
    """The versions in these rows, oldest first. ``rows`` are the last ones of a post, the newest first."""
    record, made = packed(current), []
    for row in rows:
        try:
            record = patched(record, row["delta"])
        except StoreError as error:
            logger.warning("%s: %s", current.url, error)
            break
        made.append((unpacked(record), time_text(row["until"]), tuple(row["kinds"].split())))
    made.reverse()
    sinces = [found, *(until for _, until, _ in made)]
    return [Version(post, until, kinds, since) for (post, until, kinds), since in zip(made, sinces, strict=False)]


def note_return(connection: Connection, url_digest: bytes, when: datetime) -> None:
    """Record that a post exists again, if it was gone."""
    for row in connection.execute(_WITH_PAST, {"digests": [url_digest]}).mappings():
        _note_return(connection, row["id"], row["gone"], when)


def _note_return(connection: Connection, post_id: int, gone: str | None, when: datetime) -> None:
    since, until = seconds(gone), int(when.timestamp())
    if since is not None and since < until:
        same = (absences.c.post_id == post_id) & (absences.c.since == since)
        connection.execute(absences.delete().where(same))
        connection.execute(absences.insert().values(post_id=post_id, since=since, until=until))


def seconds(text: str | None) -> int | None:
    """A time of a record as seconds since 1970."""
    instant = parse_instant(text)
    return int(instant.timestamp()) if instant else None


def time_text(at: int) -> str:
    """Seconds since 1970 as a time of a record."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _current(connection: Connection, post_id: int, locked: bool = False) -> bytes | None:
    query = select(*_COLUMNS).where(posts.c.id == post_id)
    row = connection.execute(query.with_for_update(of=posts) if locked else query).mappings().first()
    return packed(to_post(row)) if row is not None else None


def _rebase(connection: Connection, post_id: int, old: bytes, new: bytes) -> None:
    """Make the last version's difference one from the new record."""
    last = select(func.max(versions.c.id)).where(versions.c.post_id == post_id).scalar_subquery()
    row = connection.execute(select(versions.c.id, versions.c.delta).where(versions.c.id == last)).first()
    if row is not None:
        try:
            delta = make_delta(new, patched(old, row.delta))
        except StoreError as error:  # that version is lost, but a crawl should not end because of it
            logger.warning("post %s: %s", post_id, error)
            return
        connection.execute(versions.update().where(versions.c.id == row.id).values(delta=delta))
