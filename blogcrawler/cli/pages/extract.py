"""``blogcrawler extract``."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import asdict, fields
from typing import Annotated

import typer
from rich.console import Console

from ...errors import UsageError
from ...items import Post
from ...store import DATABASE_FILE
from ...terminal import json_text, one_line
from ..archive.views import READABLE_WIDTH, post_view
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive

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
    alone: Annotated[
        bool, typer.Option("--alone", help="Fetch nothing but these pages: neither their feed nor similar pages.")
    ] = False,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Extract the posts on single pages, without crawling.

    Pages on the web are read by rules learned from a few posts of the feed that the first page names, or, if it names
    none, by comparing it with similar pages that it links to. Files are read without any request.
    """
    from ...dates import best_date
    from .extract_pages import METHODS, extract_pages
    from .page_loading import is_web_address, load_feed, load_page
    from .related_pages import SiteRequests, find_related

    if method not in METHODS:
        raise UsageError(f"there is no method {method!r}; choose one of {', '.join(METHODS)}")
    known = feed is None and (database or (home / DATABASE_FILE).exists())
    from_web = all(map(is_web_address, pages))
    with open_archive(home, database) if known else nullcontext() as store:
        loaded = [load_page(page) for page in pages]
        is_known = store is not None and any((blog := store.blog_of(page.url)) and blog.rules for page in loaded)
        related = None
        if from_web and not (alone or feed or is_known):
            related = find_related(loaded, SiteRequests(loaded[0].url))
        offline = not from_web and not (feed and is_web_address(feed))
        found = extract_pages(loaded, method, load_feed(feed) if feed else None, store, related, offline or alone)
    if note := "Read by the rules that a crawl has learned" if is_known else related and related.note:
        print(one_line(note), file=sys.stderr)
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
