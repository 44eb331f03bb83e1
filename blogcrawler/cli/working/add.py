"""``blogcrawler add``: queue blogs for workers."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from ...crawl_settings import CrawlSettings
from ...errors import UsageError
from ...store import QueuedBlog, Store, open_store
from ...terminal import one_line
from ...urls import blog_address
from ..crawling.blog_lists import read_blog_list
from ..crawling.setting_options import assigned
from ..program import ARCHIVE, Database, Home, app

#: Settings with passwords. The queue is no place for them.
_SECRET = ("BLOGCRAWLER_COOKIES", "BLOGCRAWLER_HEADERS", "BLOGCRAWLER_PROXY")


@app.command()
def add(
    blogs: Annotated[
        list[str],
        typer.Argument(metavar="URL|FILE…", help="Addresses, or files: one address per line, or OPML."),
    ],
    feed: Annotated[
        str | None, typer.Option(metavar="URL", help="The blog's feed, if it is not found automatically.")
    ] = None,
    priority: Annotated[int, typer.Option(metavar="N", help="Blogs with a higher priority are crawled first.")] = 0,
    fresh: Annotated[bool, typer.Option("--fresh", help="Also crawl blogs that are known already.")] = False,
    home: Home = ARCHIVE,
    database: Database = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy or blogcrawler for the crawl."),
    ] = None,
) -> None:
    """Queue blogs for their first crawl by a worker. A blog in the queue gets the new priority and options."""
    found = [one for given in blogs for one in _listed(given)]
    if feed and len(found) > 1:
        raise UsageError("--feed is for one blog, but there are several")
    settings = assigned(setting)
    _check(settings)
    number = 0
    with closing(open_store(database, home)) as store:
        for url, own_feed in found:
            options: dict[str, Any] = {"feed": feed or own_feed, "fresh": fresh, "settings": settings}
            number += _add(
                store, blog_address(url), priority, {name: value for name, value in options.items() if value}
            )
    print(f"Queued {number:,} of {len(found):,} blogs; to crawl them: blogcrawler work")


def _listed(given: str) -> list[tuple[str, str | None]]:
    if Path(given).is_file():
        return read_blog_list(Path(given))
    blog_address(given)
    return [(given, None)]


def _check(settings: dict[str, str]) -> None:
    for name in settings:
        if name in _SECRET:
            raise UsageError(f"{name} may have a password; give it to the worker, or use [blogs] in blogcrawler.toml")
        if name.startswith("BLOGCRAWLER_") and not CrawlSettings.is_of_a_blog(name):
            raise UsageError(f"{name} is a setting of the whole archive, not of a blog; give it to the worker")


def _add(store: Store, url: str, priority: int, options: dict[str, Any]) -> bool:
    known = store.blog(url)
    waiting = store.queue.blog(url)
    is_waiting = waiting is not None and waiting.task == "crawl"
    if known is not None and not is_waiting and not options.get("fresh"):
        print(f"{one_line(url)} is known already, and updated when it is due; to crawl it again: --fresh")
        return False
    if not store.queue.add(
        QueuedBlog(known.url if known else url, priority=priority, options=options), datetime.now(UTC)
    ):
        print(f"{one_line(url)} is being crawled")
        return False
    return True
