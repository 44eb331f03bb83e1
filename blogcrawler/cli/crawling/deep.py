"""``blogcrawler deep``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...urls import blog_address
from ..program import HOME_OPTION, Database, app
from .setting_options import Quiet, Verbose, assigned, loudness


@app.command()
def deep(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of a page with a search form.")],
    requests: Annotated[
        int, typer.Option("--requests", min=1, metavar="N", help="Make at most this many requests.")
    ] = 1000,
    details: Annotated[
        bool, typer.Option("--details/--no-details", help="Fetch the pages of single records if they say more.")
    ] = True,
    allow_post: Annotated[
        bool, typer.Option("--allow-post", help="Also send a search form by POST. Check first that it changes nothing.")
    ] = False,
    ontology: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="RDF file that may know the records: recognises fields, writes what it lacks, suggests queries.",
        ),
    ] = None,
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    delay: Annotated[
        float | None, typer.Option(min=0, metavar="SECONDS", help="Minimum time between two requests.")
    ] = None,
    quiet: Quiet = False,
    verbose: Verbose = 0,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy or blogcrawler."),
    ] = None,
) -> None:
    """Harvest the archive behind a search form. Probes the form, finds the records and learns their fields."""
    settings: dict[str, object] = {
        "BLOGCRAWLER_HOME": home and str(home),
        "BLOGCRAWLER_DATABASE_URL": database,
        "DOWNLOAD_DELAY": delay,
        "AUTOTHROTTLE_START_DELAY": delay,
    }
    given = {name: value for name, value in settings.items() if value is not None} | assigned(setting)
    arguments = {
        "url": blog_address(url),
        "requests": str(requests),
        "details": "1" if details else "0",
        "allow_post": "1" if allow_post else "",
    }

    from ...runner import Verbosity, deep_in_terminal  # Scrapy is slow to import

    raise typer.Exit(deep_in_terminal(arguments, given, Verbosity(loudness(quiet, verbose)), ontology))
