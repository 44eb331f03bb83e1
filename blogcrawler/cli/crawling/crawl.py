"""``blogcrawler crawl``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...urls import blog_address, has_scheme
from ..program import HOME_OPTION, Database, app
from .blog_lists import read_blog_list
from .setting_options import (
    CookieFile,
    Cookies,
    Headers,
    Proxy,
    Quiet,
    Verbose,
    access_settings,
    assigned,
    loudness,
)


@app.command()
def crawl(
    urls: Annotated[
        list[str] | None, typer.Argument(metavar="URL…", help="Address of the blog or of any of its pages.")
    ] = None,
    listed: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Crawl the blogs in this file: one address per line, or OPML."),
    ] = None,
    feed: Annotated[
        str | None, typer.Option(metavar="URL", help="The blog's feed, if it is not found automatically.")
    ] = None,
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    max_pages: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Stop after downloading this many pages.")
    ] = None,
    max_posts: Annotated[int | None, typer.Option(min=1, metavar="N", help="Stop after this many posts.")] = None,
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
    cookie: Cookies = None,
    header: Headers = None,
    cookie_file: CookieFile = None,
    proxy: Proxy = None,
    quiet: Quiet = False,
    verbose: Verbose = 0,
    log_level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Lowest level of messages in the log: DEBUG, INFO …")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy or blogcrawler."),
    ] = None,
) -> None:
    """Harvest every post of one or more blogs. Run the same command again to resume an interrupted crawl."""
    blogs = [(url, feed) for url in urls or ()] + (read_blog_list(listed) if listed else [])
    if not blogs:
        raise UsageError("which blog? Give its address: blogcrawler crawl https://example.org/")
    if feed and len(blogs) > 1:
        raise UsageError("--feed is for one blog, but there are several")
    if any(option for option in (cookie, header)) and len(blogs) > 1:
        raise UsageError("cookies and headers are for one blog; with several, use [blogs] in blogcrawler.toml")
    settings: dict[str, object] = {
        "BLOGCRAWLER_HOME": home and str(home),
        "BLOGCRAWLER_DATABASE_URL": database,
        "BLOGCRAWLER_WARC_ENABLED": None if warc else False,
        "BLOGCRAWLER_RENDER": render,
        "BLOGCRAWLER_LEAST_GAIN": 0 if exhaustive else None,
        "CLOSESPIDER_PAGECOUNT": max_pages,
        "CLOSESPIDER_ITEMCOUNT": max_posts,
        "DOWNLOAD_DELAY": delay,
        "AUTOTHROTTLE_START_DELAY": delay,
        "LOG_LEVEL": log_level and log_level.upper(),
    }
    given = {name: value for name, value in settings.items() if value is not None}
    given |= access_settings(cookie, header, cookie_file, proxy) | assigned(setting)
    for address, _ in blogs:
        if listed is None and not has_scheme(address) and Path(address).is_file():
            raise UsageError(
                f"{address} is a file; to crawl the blogs that it lists: --from {address}; if it is a host: https://{address}"
            )
        blog_address(address)  # raises UsageError before the first crawl starts

    loud = loudness(quiet, verbose)

    from ...runner import Verbosity, crawl_all, crawl_in_terminal  # Scrapy is slow to import

    if len(blogs) == 1:
        raise typer.Exit(crawl_in_terminal(*blogs[0], given, fresh, Verbosity(loud)))
    raise typer.Exit(crawl_all(blogs, given, fresh, Verbosity(loud)))
