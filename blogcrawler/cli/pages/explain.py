"""``blogcrawler explain``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ...errors import UsageError
from ...terminal import json_text
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive


@app.command()
def explain(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of a page of a crawled blog.")],
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page that shows what was kept and what was cut."),
    ] = None,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Explain where a page's fields come from, and if it is a post.

    The page is read from the blog's web archive, so nothing is downloaded.
    """
    from ...explanation import explain_archived
    from .explanation_page import explanation_page
    from .explanation_view import explanation_view

    with open_archive(home, database) as store:
        found = explain_archived(store, home, url)
    console = Console()
    if html is not None:
        try:
            html.write_text(explanation_page(found), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write {html}: {error.strerror}") from None
    if json:
        print(json_text(found.record(), indent=2 if console.is_terminal else None))
    elif html is not None:
        print(f"Written to {html}")
    else:
        console.print(explanation_view(found), highlight=False)
