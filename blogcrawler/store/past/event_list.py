"""What has happened to posts since a moment, from SQL tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import select

from ...changes import ChangeKind
from ...items import Blog, PostEvent, Version
from ...urls import address_key
from ..rows import row_digest
from ..statements import Run
from ..tables import post_states, posts
from .version_chain import seconds, time_text
from .version_tables import absences, versions

__all__ = ["post_events"]


def post_events(
    run: Run, history: Callable[[str], list[Version]], since: datetime, blog: Blog | None, limit: int | None
) -> Iterator[PostEvent]:
    """The events since a moment, the latest first; ``history`` gives all records of a post."""
    start = int(since.timestamp())
    of_blog = [posts.c.blog_digest == row_digest(address_key(blog.url))] if blog else []
    states = select(posts.c.url, posts.c.blog, posts.c.title, post_states.c.found, post_states.c.gone).join(
        post_states, post_states.c.url_digest == posts.c.url_digest
    )
    happened: list[tuple[int, str, Any]] = []
    for column, kind in ((post_states.c.found, "new"), (post_states.c.gone, "gone")):
        found = _rows(run, states.where(column >= time_text(start), *of_blog))
        happened += [(seconds(row[column.name]) or start, kind, row) for row in found]
    for table, kind in ((versions, "changed"), (absences, "returned")):
        extra = (versions.c.kinds,) if table is versions else ()
        query = select(posts.c.url, posts.c.blog, posts.c.title, table.c.until, *extra).join(
            posts, posts.c.id == table.c.post_id
        )
        happened += [(row["until"], kind, row) for row in _rows(run, query.where(table.c.until >= start, *of_blog))]
    happened.sort(key=lambda one: (-one[0], one[2]["url"], one[1]))
    happened = [one for one in happened if one[1] != "changed" or ChangeKind.READING not in one[2]["kinds"].split()]
    for at, kind, row in happened[:limit]:
        old = new = None
        if kind == "changed":
            known = history(row["url"])
            place = next((n for n, one in enumerate(known[:-1]) if one.until == time_text(at)), None)
            if place is not None:
                old, new = known[place].record, known[place + 1].record
        kinds = tuple(row["kinds"].split()) if kind == "changed" else ()
        yield PostEvent(time_text(at), kind, row["url"], row["blog"], row["title"], kinds, old, new)


def _rows(run: Run, query: Any) -> list[Any]:
    return run(lambda connection: list(connection.execute(query).mappings()))
