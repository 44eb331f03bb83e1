"""``blogcrawler crawl``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from .program import HOME_OPTION, Database, app


@app.command()
def crawl(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the blog, or of any page of it.")],
    feed: Annotated[
        str | None, typer.Option(metavar="URL", help="The blog's feed, if it is not found by itself.")
    ] = None,
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    max_pages: Annotated[int | None, typer.Option(min=1, help="Stop after so many pages.")] = None,
    delay: Annotated[
        float | None, typer.Option(min=0, metavar="SECONDS", help="Shortest time between two requests.")
    ] = None,
    warc: Annotated[bool, typer.Option("--warc/--no-warc", help="Write the web archive.")] = True,
    render: Annotated[
        str | None, typer.Option(metavar="WHEN", help="Which pages a browser draws: auto, always or never.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew instead of going on with an interrupted crawl.")
    ] = False,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", help="Go on to the last page, even if no more posts are to be expected.")
    ] = False,
    log_level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Least important messages in the log: DEBUG, INFO …")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy's or blogcrawler's."),
    ] = None,
) -> None:
    """Harvest every post of a blog. The same command goes on with a crawl that was interrupted."""
    from ..runner import crawl_blog  # Scrapy takes a while to load

    settings: dict[str, object] = {
        "BLOGCRAWLER_HOME": home and str(home),
        "BLOGCRAWLER_DATABASE_URL": database,
        "BLOGCRAWLER_WARC_ENABLED": None if warc else False,
        "BLOGCRAWLER_RENDER": render,
        "BLOGCRAWLER_LEAST_GAIN": 0 if exhaustive else None,
        "CLOSESPIDER_PAGECOUNT": max_pages,
        "DOWNLOAD_DELAY": delay,
        "AUTOTHROTTLE_START_DELAY": delay,
        "LOG_LEVEL": log_level and log_level.upper(),
    }
    given = {name: value for name, value in settings.items() if value is not None}
    for assignment in setting or ():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise UsageError(f"{assignment!r} is no setting; it looks like -s NAME=VALUE")
        given[name] = value
    raise typer.Exit(crawl_blog(url, feed, given, fresh=fresh))
