"""``blogcrawler extract``."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import asdict, fields
from typing import Annotated

import typer
from rich.console import Console

from ..errors import UsageError
from ..items import Post
from ..store import DATABASE_FILE
from ..terminal import json_text
from .program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .views import READABLE_WIDTH, post_view

_RECORD_FIELDS = frozenset(field.name for field in fields(Post))


@app.command()
def extract(
    pages: Annotated[list[str], typer.Argument(metavar="PAGE…", help="Files or addresses of pages of one blog.")],
    method: Annotated[
        str,
        typer.Option(
            metavar="METHOD", help="Method: rules, sigfeed, forest, blogforever, or auto for the best available one."
        ),
    ] = "auto",
    feed: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="The blog's feed, to learn rules from, and for SIGFEED.")
    ] = None,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Extract the posts on single pages, without crawling."""
    from ..dates import best_date
    from .extract_pages import METHODS, extract_pages, load_feed, load_page

    if method not in METHODS:
        raise UsageError(f"there is no method {method!r}; choose one of {', '.join(METHODS)}")
    known = feed is None and (database or (home / DATABASE_FILE).exists())
    with open_archive(home, database) if known else nullcontext() as store:
        loaded = [load_page(page) for page in pages]
        found = extract_pages(loaded, method, load_feed(feed) if feed else None, store)
    console = Console()
    for page, got in zip(loaded, found, strict=True):
        found_fields = {name: value for name, value in asdict(got).items() if name in _RECORD_FIELDS}
        dating = best_date(got.dates)
        found_fields["dating"] = dating.record() if dating else None
        if json:
            print(json_text({"url": page.url, **found_fields}))
        else:
            post = Post(url=page.url, blog=page.url, **found_fields)
            console.print(post_view(post), width=min(console.width, READABLE_WIDTH), highlight=False)
    if not any(got.text for got in found):
        raise typer.Exit(1)
