"""``blogcrawler changes``: what has happened since a day, in all blogs."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ...changes import diff_posts
from ...dates import asked_moment
from ...errors import StoreError, UsageError
from ...items import PostEvent
from ...terminal import json_text, one_line
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .diff_view import magnitude_words

_STYLES = {"new": "green", "changed": "cyan", "gone": "red", "returned": "yellow"}
_DEFAULT_DAYS = 7


@app.command()
def changes(
    blog: Annotated[str | None, typer.Argument(metavar="BLOG", help="Only this blog, e.g. example.org.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help=f"Since this day or moment. Default: {_DEFAULT_DAYS} days ago.")
    ] = None,
    limit: Annotated[
        int, typer.Option(min=1, metavar="N", help="Number of changes to list for each blog; --json prints all.")
    ] = 20,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """List new, changed, deleted and restored posts of all blogs. Says how much of each post has changed."""
    start = _start(since)
    with open_archive(home, database) as store:
        one = store.blog(blog) if blog else None
        if blog and one is None:
            raise StoreError(f"no blog {blog}; list all blogs: blogcrawler blogs")
        if json:
            for event in store.post_states.events(start, one.url if one else None):
                print(json_text(_record(event)))
            return
        by_blog: dict[str, list[PostEvent]] = defaultdict(list)
        for event in store.post_states.events(start, one.url if one else None):
            by_blog[event.blog].append(event)
    if not by_blog:
        print(f"Nothing has changed since {start:%Y-%m-%d %H:%M}")
        return
    console = Console(highlight=False)
    for address, events in by_blog.items():
        counted = Counter(event.kind for event in events)
        total = ", ".join(f"{counted[kind]:,} {kind}" for kind in _STYLES if counted[kind])
        console.print(Text.assemble((one_line(address), "bold"), f"  {total}"))
        for event in events[:limit]:
            console.print(_line(event), soft_wrap=not console.is_terminal)
        if len(events) > limit:
            console.print(f"  … and {len(events) - limit:,} more; all of them with --limit {len(events)}", style="dim")


def _start(since: str | None) -> datetime:
    """The beginning of the day, or the moment."""
    if since is None:
        return datetime.now(UTC) - timedelta(days=_DEFAULT_DAYS)
    padded = since if len(since) > 10 else f"{since}-01-01"[:10] if len(since) == 4 else f"{since}-01"[:10]
    moment = asked_moment(f"{padded}T00:00" if len(padded) == 10 else padded)
    if moment is None:
        raise UsageError(f"--since {since} is not a date; write it like 2024-03-31 or 2024-03-31T12:00")
    return moment


def _record(event: PostEvent) -> dict[str, Any]:
    said = {name: getattr(event, name) for name in ("when", "kind", "url", "blog", "title")}
    if event.old is None or event.new is None:
        return said
    difference = diff_posts(event.old, event.new).record()
    return (
        said
        | {"kinds": list(event.kinds)}
        | {name: difference[name] for name in ("magnitude", "operations", "changes")}
    )


def _line(event: PostEvent) -> Text:
    text = Text(f"  {event.when[:16].replace('T', ' ')}  ", style="dim")
    text.append(f"{event.kind:8}", style=_STYLES[event.kind]).append(
        f"  {one_line(event.title or '(no title)')}", style=""
    )
    if event.old is not None and event.new is not None:
        difference = diff_posts(event.old, event.new)
        text.append(f"  {', '.join(event.kinds)}; {magnitude_words(difference)}", style="dim")
    return text.append(f"\n    {one_line(event.url)}", style="dim")
