"""Options of ``crawl`` and ``update`` that become settings: ``-s``, cookies, headers and the proxy."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..crawl_settings import CrawlSettings, check_names
from ..errors import UsageError

__all__ = ["CookieFile", "Cookies", "Headers", "Proxy", "access_settings", "assigned"]

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
    return given
