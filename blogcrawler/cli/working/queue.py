"""``blogcrawler queue``: what waits, what runs where, what has failed; and pausing, resuming, draining."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from ...errors import UsageError
from ...store import QueuedBlog, Store, WorkerState
from ...terminal import counted, duration, json_text, moment_ahead, one_line
from ...urls import blog_address, has_scheme
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive

_STATES = {
    "running": "Running",
    "abandoned": "Abandoned, will be taken over",
    "waiting": "Waiting",
    "failed": "Given up",
    "paused": "Paused",
    "later": "Later",
}
_LISTED = 20

_Blog = Annotated[str | None, typer.Argument(metavar="BLOG", help="Address of a blog in the queue.")]
_All = Annotated[bool, typer.Option("--all", help="All work.")]


@app.command()
def queue(
    remove: Annotated[
        str | None, typer.Option("--remove", metavar="URL", help="Remove a blog that is waiting for its first crawl.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="List all blogs, including updates that are not due.")
    ] = False,
    home: Home = ARCHIVE,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show what waits, what runs where, and what failed and why."""
    with open_archive(home, database) as store:
        if remove is not None:
            if not store.queue.remove(remove):
                raise UsageError(f"{remove} does not wait for its first crawl; see: blogcrawler queue")
            print(f"Removed {one_line(remove)}")
            return
        now = datetime.now(UTC)
        found, workers, paused = store.queue.blogs(), store.queue.workers(), store.queue.is_paused()
    if as_json:
        for blog in found:
            print(json_text(queue_record(blog, now)))
        return
    if paused:
        print("All work is paused; to continue: blogcrawler resume --all")
    for worker in workers:
        print(_worker_line(worker, now))
    for line in _lines(found, now, None if everything else _LISTED):
        print(line)
    if not found:
        print("The queue is empty; to queue a blog: blogcrawler add URL")


def queue_record(blog: QueuedBlog, now: datetime) -> dict[str, Any]:
    """A blog in the queue as plain values, for JSON."""
    moments = {
        name: value.isoformat() if value else None
        for name, value in asdict(blog).items()
        if name in ("due", "until", "began", "added")
    }
    return asdict(blog) | moments | {"state": blog.state(now), "options": dict(blog.options)}


def _worker_line(worker: WorkerState, now: datetime) -> str:
    seen = max((now - worker.seen).total_seconds(), 0)
    draining = ", draining" if worker.draining else ""
    return f"Worker {one_line(worker.name)}  {worker.slots} at a time{draining}, seen {duration(seen)} ago"


def _lines(found: list[QueuedBlog], now: datetime, most: int | None) -> Iterator[str]:
    counts = Counter(blog.state(now) for blog in found)
    for state, title in _STATES.items():
        own = [blog for blog in found if blog.state(now) == state]
        # What has failed shows when it will be tried again; other updates are too many.
        listed = own if most is None or state != "later" else [blog for blog in own if blog.failures or blog.reason]
        if not own:
            continue
        yield f"{title}: {counts[state]:,}"
        for blog in listed[:most]:
            yield f"  {one_line(blog.url)}  {', '.join(_facts(blog, state, now))}"
        if most is not None and len(listed) > most:
            yield f"  and {len(listed) - most:,} more"


def _facts(blog: QueuedBlog, state: str, now: datetime) -> Iterator[str]:
    yield blog.task
    if blog.priority:
        yield f"priority {blog.priority}"
    if blog.holder is not None:
        yield f"by {one_line(blog.holder)}"
        if blog.began is not None:
            yield f"for {duration(max((now - blog.began).total_seconds(), 0))}"
    if blog.failures:
        yield f"failed {counted(blog.failures, 'time')}"
    if blog.reason:
        yield one_line(blog.reason)
    if state == "later" and blog.due is not None:
        yield f"due {moment_ahead(blog.due, now)}"


@app.command()
def pause(blog: _Blog = None, everything: _All = False, home: Home = ARCHIVE, database: Database = None) -> None:
    """Pause the crawl of a blog, or all work, until it is resumed. What was crawled is kept."""
    with open_archive(home, database) as store:
        if not store.queue.pause(_chosen(store, blog, everything)):
            raise UsageError(f"{blog} is not in the queue; see: blogcrawler queue")
    print("Paused all work" if blog is None else f"Paused {one_line(blog)}")


@app.command()
def resume(blog: _Blog = None, everything: _All = False, home: Home = ARCHIVE, database: Database = None) -> None:
    """Resume a blog that was paused or given up, or all work."""
    with open_archive(home, database) as store:
        if not store.queue.resume(_chosen(store, blog, everything)):
            raise UsageError(f"{blog} is not in the queue; see: blogcrawler queue")
    print("Resumed all work" if blog is None else f"Resumed {one_line(blog)}")


@app.command()
def drain(
    worker: Annotated[
        str | None, typer.Argument(metavar="WORKER", help="Name of a worker, or of a machine. Default: all workers.")
    ] = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Let workers finish their crawls and exit, without new ones."""
    with open_archive(home, database) as store:
        number = store.queue.drain(worker)
    if worker is not None and not number:
        raise UsageError(f"there is no worker {worker}; see: blogcrawler queue")
    print(f"{counted(number, 'worker')} will exit after the crawls that are running")


def _chosen(store: Store, blog: str | None, everything: bool) -> str | None:
    """The address that was meant; ``None`` for all."""
    if (blog is None) != everything:
        raise UsageError("which blog? Give its address, or --all")
    if blog is None:
        return None
    known = store.blog(blog)
    if known is not None and store.queue.blog(known.url) is not None:
        return known.url
    try:
        return blog if has_scheme(blog) else blog_address(blog)
    except UsageError:
        return blog  # it is not in the queue, and the caller says so
