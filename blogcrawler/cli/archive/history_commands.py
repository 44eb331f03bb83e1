"""``blogcrawler stats``: how often blogs publish, and what visits have found."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console

from ...errors import StoreError
from ...terminal import json_text
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .history_views import BlogHistory, blog_history, blog_view, blogs_view


@app.command()
def stats(
    blog: Annotated[str | None, typer.Argument(metavar="BLOG", help="Only this blog, with plots.")] = None,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Show how often blogs publish and when visits are due. Also what past visits found."""
    with open_archive(home, database) as store:
        if blog is None:
            found = store.blogs()
        else:
            one = store.blog(blog)
            if one is None:
                raise StoreError(f"no blog {blog}; list all blogs: blogcrawler blogs")
            found = [one]
        histories = [blog_history(store, known) for known in found]
    if not histories:
        raise StoreError("no blogs yet; crawl one: blogcrawler crawl URL")
    if json:
        for history in histories:
            print(json_text(_record(history)))
        return
    console = Console()
    console.print(blog_view(histories[0]) if blog else blogs_view(histories), highlight=False)


def _record(one: BlogHistory) -> dict[str, object]:
    return {
        "blog": one.blog.url,
        "posts": one.posts,
        "gone": one.gone,
        "versions": one.versions,
        "feed_type": one.feed_type,
        "entries": one.entries,
        "hints": one.hints.record(),
        "intervals": asdict(one.intervals) if one.intervals else None,
        "visits": len(one.visits),
        "requests": sum(visit.requests for visit in one.visits),
        "due": one.due.isoformat() if one.due else None,
    }
