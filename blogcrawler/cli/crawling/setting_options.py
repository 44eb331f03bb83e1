"""Options that ``crawl`` and ``update`` share: ``-s``, cookies, headers, the proxy, and how much they print."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer

from ...crawl_settings import CrawlSettings, check_names
from ...errors import UsageError

__all__ = ["CookieFile", "Cookies", "Headers", "Proxy", "Quiet", "Verbose", "access_settings", "assigned", "loudness"]

_NEARLY_EQUAL = 0.9

Cookies = Annotated[
    list[str] | None,
    typer.Option("--cookie", metavar="NAME=VALUE", help="Cookie for the blog's own host. May be repeated."),
]
Headers = Annotated[
    list[str] | None,
    typer.Option("--header", metavar="'NAME: VALUE'", help="Header for the blog's own host. May be repeated."),
]
CookieFile = Annotated[
    Path | None,
    typer.Option("--cookie-file", metavar="FILE", help="Cookies of a browser that is logged in (cookies.txt)."),
]
Proxy = Annotated[
    str | None, typer.Option("--proxy", metavar="URL", help="HTTP proxy for all requests: http://host:port.")
]


Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only, and one line at the end of a crawl.")]
Verbose = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        show_default=False,
        help="Print the log to standard error; -vv with every detail.",
    ),
]


def loudness(quiet: bool, verbose: int) -> int:
    """How much to tell the user: -1 for ``-q``, else how often ``-v`` was given, at most twice."""
    if quiet and verbose:
        raise UsageError("use either -q or -v")
    return -1 if quiet else min(verbose, 2)


def access_settings(
    cookies: list[str] | None, headers: list[str] | None, cookie_file: Path | None, proxy: str | None
) -> dict[str, Any]:
    """The settings for these options, without those that are not given."""
    settings = {
        "BLOGCRAWLER_COOKIES": cookies,
        "BLOGCRAWLER_HEADERS": headers,
        "BLOGCRAWLER_COOKIE_FILE": cookie_file and str(cookie_file),
        "BLOGCRAWLER_PROXY": proxy,
    }
    return {name: value for name, value in settings.items() if value}


def assigned(assignments: Iterable[str] | None) -> dict[str, str]:
    """The settings given as ``-s NAME=VALUE``; ``UsageError`` if one is not, or is misspelt."""
    given = {}
    for assignment in assignments or ():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise UsageError(f"{assignment!r} is not a setting; write -s NAME=VALUE")
        if (full := f"BLOGCRAWLER_{name.upper()}") in CrawlSettings.names():
            raise UsageError(f"there is no setting {name} (-s); did you mean {full}?")
        given[name] = value
    check_names(given, "-s")
    _check_scrapy_names(given)
    return given


def _check_scrapy_names(names: Iterable[str]) -> None:
    """Refuse names that look like misspelt Scrapy settings. Others may belong to the user's extensions."""
    from scrapy.settings import default_settings  # Scrapy is slow to import

    known = [name for name in vars(default_settings) if name.isupper()]
    for name in set(names) - set(known) - CrawlSettings.names():
        if meant := get_close_matches(name, known, 1, _NEARLY_EQUAL):
            raise UsageError(f"there is no setting {name} (-s); did you mean {meant[0]}?")
