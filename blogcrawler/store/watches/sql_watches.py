"""Watches, clips and messages in SQL tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select, update

from ...unicode_repair import clean_text
from ..past import earlier_versions, versions
from ..rows import POST_FIELDS, to_post
from ..statements import Run, begin_writing, inserted_id
from ..storable_values import clean_value
from ..tables import posts
from ..watch_interface import OutgoingMessage
from .watch_tables import clips, outbox, watch_events, watch_owners, watches

if TYPE_CHECKING:
    from ...watch import Clip, Owner, Watch, WatchEvent

# The functions that need the package ``watch`` import it: crawls only ask whether there are any watches.

__all__ = ["SqlWatches", "has_watches", "queue_events"]

_MAX_ERROR = 500
_ANY_WATCH = select(watches.c.id).limit(1)
_POST_COLUMNS = [posts.c[name] for name in POST_FIELDS]


def has_watches(connection: Connection) -> bool:
    """Whether there are any watches."""
    return connection.scalar(_ANY_WATCH) is not None


def queue_events(connection: Connection, keys: Iterable[bytes], version: int | None = None, gone: bool = False) -> None:
    """Queue posts to be matched, in the transaction that saves them, if there are any watches."""
    if not has_watches(connection):
        return
    rows = [{"key_digest": key, "version": version, "gone": gone} for key in keys]
    if rows:
        connection.execute(watch_events.insert(), rows)


class SqlWatches:
    """Implements :class:`~blogcrawler.store.WatchStore`."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def owners(self) -> list[Owner]:
        return [_to_owner(row) for row in self._rows(select(watch_owners).order_by(watch_owners.c.name))]

    def save_owner(self, owner: Owner) -> Owner:
        values = {
            "addresses": clean_value(list(owner.addresses)),
            "rhythm": owner.rhythm,
            "timezone": owner.timezone,
            "paused": owner.paused,
        }
        same = watch_owners.c.name == clean_text(owner.name)

        def work(connection: Connection) -> Owner:
            begin_writing(connection)
            if not connection.execute(update(watch_owners).where(same).values(**values)).rowcount:
                insert = watch_owners.insert().values(name=clean_text(owner.name), secret=owner.secret, **values)
                connection.execute(insert)
            return _to_owner(connection.execute(select(watch_owners).where(same)).mappings().one())

        return self._run(work)

    def owner_of_secret(self, secret: str) -> Owner | None:
        rows = self._rows(select(watch_owners).where(watch_owners.c.secret == clean_text(secret)))
        return _to_owner(rows[0]) if rows else None

    def add(self, watch: Watch) -> Watch:
        values = {
            "owner": watch.owner,
            "query": clean_text(watch.query),
            "matching": watch.matching,
            "scope": clean_value(watch.scope.record()),
            "synonyms": clean_value(watch.synonyms),
            "old_posts": watch.old_posts,
            "created": watch.created or datetime.now(UTC).isoformat(timespec="seconds"),
        }
        added = self._run(lambda connection: inserted_id(connection.execute(watches.insert().values(**values))))
        return replace(watch, id=added, query=values["query"], created=values["created"])

    def all(self, owner: int | None = None, after: int = 0) -> list[Watch]:
        query = select(watches).where(watches.c.id > after).order_by(watches.c.id)
        if owner is not None:
            query = query.where(watches.c.owner == owner)
        return [_to_watch(row) for row in self._rows(query)]

    def ids(self) -> set[int]:
        return {row["id"] for row in self._rows(select(watches.c.id))}

    def remove(self, number: int) -> bool:
        removed = self._run(lambda connection: connection.execute(watches.delete().where(watches.c.id == number)))
        return bool(removed.rowcount)

    def events(self, limit: int) -> list[tuple[int, WatchEvent | None]]:
        def work(connection: Connection) -> list[tuple[int, WatchEvent | None]]:
            queued = connection.execute(select(watch_events).order_by(watch_events.c.id).limit(limit)).mappings().all()
            return [(row["id"], _event(connection, row)) for row in queued]

        return self._run(work)

    def finish(self, events: Sequence[int], found: Iterable[Clip]) -> bool:
        def work(connection: Connection) -> bool:
            begin_writing(connection)
            taken = connection.execute(watch_events.delete().where(watch_events.c.id.in_(list(events))))
            if taken.rowcount != len(events):
                connection.rollback()
                return False
            for clip in found:
                _save_clip(connection, clip)
            return True

        return self._run(work)

    def clips(self, owner: int, limit: int = 50, before: int | None = None) -> list[Clip]:
        query = select(clips).where(clips.c.owner == owner).order_by(clips.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(clips.c.id < before)
        return [_to_clip(row) for row in self._rows(query)]

    def unpacked(self) -> dict[int, list[Clip]]:
        found: dict[int, list[Clip]] = {}
        for row in self._rows(select(clips).where(clips.c.packed.is_(False)).order_by(clips.c.owner, clips.c.id)):
            found.setdefault(row["owner"], []).append(_to_clip(row))
        return found

    def pack(self, found: Sequence[Clip], messages: Sequence[OutgoingMessage], now: datetime) -> bool:
        rows = [
            {
                "owner": one.owner,
                "address": one.address,
                "message_id": one.message_id,
                "message": clean_value(one.message),
                "created": now.isoformat(timespec="seconds"),
                "due_at": int(now.timestamp()),
                "held_until": 0,
                "attempts": 0,
            }
            for one in messages
        ]
        ids = [clip.id for clip in found]

        def work(connection: Connection) -> bool:
            begin_writing(connection)
            free = clips.c.id.in_(ids) & clips.c.packed.is_(False)
            if connection.execute(update(clips).where(free).values(packed=True)).rowcount != len(ids):
                connection.rollback()
                return False
            if rows:
                connection.execute(outbox.insert(), rows)
            return True

        return self._run(work)

    def claim(self, now: datetime, until: datetime, limit: int = 1) -> list[OutgoingMessage]:
        moment = int(now.timestamp())
        free = outbox.c.sent.is_(None) & (outbox.c.due_at <= moment) & (outbox.c.held_until <= moment)

        if not self._rows(select(outbox.c.id).where(free).limit(1)):
            return []  # without keeping others from writing

        def work(connection: Connection) -> list[OutgoingMessage]:
            begin_writing(connection)
            due = select(outbox).where(free).order_by(outbox.c.due_at, outbox.c.id).limit(limit)
            rows = connection.execute(due.with_for_update(skip_locked=True)).mappings().all()
            held = update(outbox).where(outbox.c.id.in_([row["id"] for row in rows]))
            connection.execute(held.values(held_until=int(until.timestamp()), attempts=outbox.c.attempts + 1))
            return [_to_message(row) for row in rows]

        return self._run(work)

    def mark_sent(self, number: int, now: datetime) -> None:
        done = update(outbox).where(outbox.c.id == number)
        values: dict[str, Any] = {"sent": now.isoformat(timespec="seconds"), "error": None, "message": {}}
        self._run(lambda connection: connection.execute(done.values(**values)))

    def mark_failed(self, number: int, error: str, due: datetime) -> None:
        failed = update(outbox).where(outbox.c.id == number)
        values = {"error": clean_text(error)[:_MAX_ERROR], "due_at": int(due.timestamp()), "held_until": 0}
        self._run(lambda connection: connection.execute(failed.values(**values)))

    def messages(self, owner: int | None = None, failed: bool = False, limit: int = 50) -> list[OutgoingMessage]:
        query = select(outbox).order_by(outbox.c.id.desc()).limit(limit)
        if owner is not None:
            query = query.where(outbox.c.owner == owner)
        if failed:
            query = query.where(outbox.c.sent.is_(None), outbox.c.error.is_not(None))
        return [_to_message(row) for row in self._rows(query)]

    def _rows(self, query: Any) -> Sequence[Any]:
        return self._run(lambda connection: list(connection.execute(query).mappings()))


def _event(connection: Connection, row: Any) -> WatchEvent | None:
    """What happened to a post: its record right after the event, and the one before it."""
    from ...watch import WatchEvent

    query = select(posts.c.id, *_POST_COLUMNS).where(posts.c.key_digest == row["key_digest"]).limit(1)
    found = connection.execute(query).mappings().first()
    if found is None:
        return None
    current = to_post(dict(found))
    of_post = select(versions).where(versions.c.post_id == found["id"]).order_by(versions.c.id.desc())
    past = connection.execute(of_post).mappings().all()
    records = [*(one.record for one in earlier_versions(past, current, None)), current]
    kept = row["version"] or 0
    number = sum(one["id"] <= kept for one in past)
    post = current if row["gone"] else records[number]
    return WatchEvent(post, records[number - 1] if number else None, number, row["gone"])


def _save_clip(connection: Connection, clip: Clip) -> None:
    clip = replace(clip, found=clip.found or datetime.now(UTC).isoformat(timespec="seconds"))
    same = (clips.c.watch == clip.watch) & (clips.c.digest == clip.digest)
    known = connection.execute(select(clips).where(same)).mappings().first()
    record = clean_value(clip.record())
    if known is None:
        values = {"watch": clip.watch, "owner": clip.owner, "digest": clip.digest, "found": clip.found}
        connection.execute(clips.insert().values(**values, record=record, packed=False))
        return
    first = dict(known["record"])
    first["addresses"] = list(dict.fromkeys([*first["addresses"], *record["addresses"]]))
    connection.execute(update(clips).where(clips.c.id == known["id"]).values(record=first))


def _to_owner(row: Any) -> Owner:
    from ...watch import Owner

    return Owner(
        row["id"], row["name"], tuple(row["addresses"]), row["rhythm"], row["timezone"], row["secret"], row["paused"]
    )


def _to_watch(row: Any) -> Watch:
    from ...watch import Watch, WatchScope

    values = {name: row[name] for name in ("id", "owner", "query", "matching", "synonyms", "old_posts", "created")}
    return Watch(**values, scope=WatchScope.from_record(row["scope"]))


def _to_clip(row: Any) -> Clip:
    from ...watch import Clip

    return replace(Clip.from_record(row["record"]), id=row["id"])


def _to_message(row: Any) -> OutgoingMessage:
    names = ("id", "owner", "address", "message_id", "message", "created", "attempts", "error", "sent")
    return OutgoingMessage(**{name: row[name] for name in names}, due=datetime.fromtimestamp(row["due_at"], UTC))
