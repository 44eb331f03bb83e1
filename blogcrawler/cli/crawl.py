"""``blogcrawler crawl``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from .program import HOME_OPTION, Database, app


@app.command()
def crawl(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the blog or of any of its pages.")],
    feed: Annotated[
        str | None, typer.Option(metavar="URL", help="The blog's feed, if it is not found automatically.")
    ] = None,
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    max_pages: Annotated[int | None, typer.Option(min=1, help="Stop after this many pages.")] = None,
    delay: Annotated[
        float | None, typer.Option(min=0, metavar="SECONDS", help="Minimum time between two requests.")
    ] = None,
    warc: Annotated[bool, typer.Option("--warc/--no-warc", help="Write the web archive.")] = True,
    render: Annotated[
        str | None, typer.Option(metavar="WHEN", help="Which pages to render in a browser: auto, always or never.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Start again instead of resuming an interrupted crawl.")
    ] = False,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", help="Crawl to the last page, even if no more posts are expected.")
    ] = False,
    log_level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Lowest level of messages in the log: DEBUG, INFO …")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy or blogcrawler."),
    ] = None,
) -> None:
    """Harvest every post of a blog. Run the same command again to resume an interrupted crawl."""
    from ..runner import crawl_in_terminal  # Scrapy is slow to import

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
            raise UsageError(f"{assignment!r} is not a setting; write -s NAME=VALUE")
        given[name] = value
    raise typer.Exit(crawl_in_terminal(url, feed, given, fresh=fresh))
