"""``blogcrawler runs``: what past crawls and updates have done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated

import typer

from ...errors import UsageError
from ...items import Run
from ...store import Store
from ...terminal import counted, duration, json_text, one_line, size
from ...work import yield_drop
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive

#: Runs of a blog that tell whether its yield has dropped.
_LAST = 5


@app.command()
def runs(
    shown: Annotated[
        str | None,
        typer.Argument(metavar="ID|BLOG", help="Show everything about this run, or list the runs of this blog."),
    ] = None,
    blog: Annotated[str | None, typer.Option("--blog", metavar="BLOG", help="Only runs of this blog.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, metavar="N", help="The last N runs.")] = 20,
    home: Home = ARCHIVE,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List past crawls and updates, and how they ended. Also warns about blogs that yield less than before."""
    with open_archive(home, database) as store:
        if shown is not None and shown.isdecimal():
            run = store.runs.run(int(shown))
            if run is None:
                raise UsageError(f"there is no run {shown}; see: blogcrawler runs")
            print(json_text(asdict(run)) if as_json else "\n".join(_details(run)))
            return
        blog = blog or shown
        known = store.blog(blog) if blog else None
        if blog and known is None:
            raise UsageError(f"no blog {blog} is known; see: blogcrawler blogs")
        found = store.runs.recent(known.url if known else None, limit)
        drops = [] if as_json else list(_drops(store, known.url if known else None))
    for run in found:
        print(json_text(asdict(run)) if as_json else _line(run))
    for line in drops:
        print(line)
    if not found and not as_json:
        print("There are no runs yet; crawl a blog: blogcrawler crawl URL")


def _drops(store: Store, blog: str | None) -> Iterator[str]:
    for url, last in store.runs.last(_LAST).items():
        drop = yield_drop(last) if blog in (None, url) else None
        if drop is not None:
            yield f"Alert: {one_line(url)}  {drop.kind.replace('_', ' ')}: {one_line(drop.text)}"


def _line(run: Run) -> str:
    nouns = {"crawl": "post", "deep": "record"}
    noun = nouns.get(run.kind)
    found = counted(run.posts, noun) if noun else f"{run.posts:,} new, {run.changed:,} changed"
    facts = f"{found}, {counted(run.requests, 'request')}, {_time(run)}; {run.outcome}"
    why = f" ({one_line(run.notes[-1])})" if run.outcome == "failed" and run.notes else ""
    return f"{run.id:>6}  {run.began[:16].replace('T', ' ')}  {run.kind:<6}  {one_line(run.blog)}  {facts}{why}"


def _details(run: Run) -> Iterator[str]:
    rows = {
        "Blog": one_line(run.blog),
        "Kind": run.kind,
        "Began": run.began,
        "Time": _time(run),
        "Ended": f"{run.outcome} ({one_line(run.ending)})",
        "Posts": f"{run.posts:,}, {run.changed:,} changed, {run.gone:,} gone",
        "Requests": f"{run.requests:,}, {size(run.bytes)}",
        "Fields": _listed(run.fields),
        "Not posts": _listed(run.rejected),
        "Failures": _listed(run.failures),
        "Errors": _listed(run.faults),
        "Lease": one_line(run.holder or ""),
    }
    for name, value in rows.items():
        if value:
            yield f"{name:<10} {value}"
    for note in run.notes:
        yield f"{'Note':<10} {one_line(note)}"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{one_line(name)} × {count:,}" for name, count in counts.items())


def _time(run: Run) -> str:
    seconds = (datetime.fromisoformat(run.ended) - datetime.fromisoformat(run.began)).total_seconds()
    return duration(max(seconds, 0))
