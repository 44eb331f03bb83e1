"""``blogcrawler update`` and ``watch``: bring known blogs up to date, once or for good."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from .program import HOME_OPTION, Database, app

_Setting = Annotated[
    list[str] | None,
    typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy's or blogcrawler's."),
]


@app.command()
def update(
    blog: Annotated[str | None, typer.Argument(metavar="BLOG", help="Only this one, e.g. example.org.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Take nothing for granted that happened after this day.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All blogs, not only those that are due.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="New and changed posts as JSON lines.")
    ] = None,
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    setting: _Setting = None,
) -> None:
    """Get what is new or has changed in the blogs that are due."""
    arguments = {"url": blog, "since": since, "all": "1" if every else None}
    raise typer.Exit(_run(arguments, home, database, output, setting))


@app.command()
def watch(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="New and changed posts as JSON lines.")
    ] = None,
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    setting: _Setting = None,
) -> None:
    """Keep all blogs up to date, each when it is due, until Ctrl-C."""
    raise typer.Exit(_run({"watch": "1"}, home, database, output, setting))


def _run(
    arguments: dict[str, str | None],
    home: Path | None,
    database: str | None,
    output: Path | None,
    setting: list[str] | None,
) -> int:
    from ..runner import update_blogs  # Scrapy takes a while to load

    given: dict[str, object] = {}
    if home is not None:
        given["BLOGCRAWLER_HOME"] = str(home)
    if database is not None:
        given["BLOGCRAWLER_DATABASE_URL"] = database
    if output is not None:
        given["FEEDS"] = {str(output): {"format": "jsonlines", "overwrite": False}}
    for assignment in setting or ():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise UsageError(f"{assignment!r} is no setting; it looks like -s NAME=VALUE")
        given[name] = value
    return update_blogs({name: value for name, value in arguments.items() if value is not None}, given)
