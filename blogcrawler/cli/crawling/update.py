"""``blogcrawler update``: update known blogs, once or continuously."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ..program import HOME_OPTION, Database, app
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

_Setting = Annotated[
    list[str] | None,
    typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy or blogcrawler."),
]
_Budget = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="Make at most N requests a day, to the blogs where most new posts are expected."
    ),
]


@app.command()
def update(
    blog: Annotated[str | None, typer.Argument(metavar="BLOG", help="Only this blog, e.g. example.org.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Check everything published or changed since this day again.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All blogs, not only those that are due.")] = False,
    budget: _Budget = None,
    forever: Annotated[
        bool, typer.Option("--forever", help="Keep running and update each blog when it is due, until Ctrl-C.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write new and changed posts to this file, as JSON lines."),
    ] = None,
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    cookie: Cookies = None,
    header: Headers = None,
    cookie_file: CookieFile = None,
    proxy: Proxy = None,
    quiet: Quiet = False,
    verbose: Verbose = 0,
    setting: _Setting = None,
) -> None:
    """Fetch new and changed posts of the blogs that are due."""
    if forever and (blog or since or every):
        raise UsageError("--forever updates all blogs when they are due; leave out the blog, --since and --all")
    if budget is not None and (blog or every):
        raise UsageError("--budget chooses among all blogs; leave out BLOG and --all")
    arguments = {"url": blog, "since": since, "all": "1" if every else None, "forever": "1" if forever else None}
    access = access_settings(cookie, header, cookie_file, proxy) | _budgeted(budget)
    if blog is None and access.keys() - {"BLOGCRAWLER_PROXY", "BLOGCRAWLER_BUDGET"}:
        raise UsageError("cookies and headers are for one blog; name it, or use [blogs] in blogcrawler.toml")
    raise typer.Exit(_run(arguments, home, database, output, setting, loudness(quiet, verbose), access))


def _budgeted(budget: int | None) -> dict[str, object]:
    return {} if budget is None else {"BLOGCRAWLER_BUDGET": budget}


def _run(
    arguments: dict[str, str | None],
    home: Path | None,
    database: str | None,
    output: Path | None,
    setting: list[str] | None,
    loud: int,
    access: dict[str, object] | None = None,
) -> int:
    from ...runner import Verbosity, update_blogs  # Scrapy is slow to import

    given: dict[str, object] = {}
    if home is not None:
        given["BLOGCRAWLER_HOME"] = str(home)
    if database is not None:
        given["BLOGCRAWLER_DATABASE_URL"] = database
    if output is not None:
        given["FEEDS"] = {str(output): {"format": "jsonlines", "overwrite": False}}
    given |= (access or {}) | assigned(setting)
    known = {name: value for name, value in arguments.items() if value is not None}
    return update_blogs(known, given, Verbosity(loud))
