"""``blogcrawler export --rdf`` and ``blogcrawler sparql``."""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..errors import UsageError
from ..terminal import json_text, safe
from .program import ARCHIVE, AsJson, Database, Home, app, open_archive

Blog = Annotated[str | None, typer.Argument(metavar="BLOG", help="Only posts of this blog, e.g. example.org.")]


@app.command()
def export(
    blog: Blog = None,
    rdf: Annotated[bool, typer.Option("--rdf", help="Export RDF, the only format so far.")] = True,
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="RDF syntax: turtle, nt (N-Triples), json-ld.")
    ] = "turtle",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write.")] = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Export posts, threads and comments as RDF: SIOC, Dublin Core, FOAF, schema.org."""
    from ..rdf import FORMATS, write

    if form not in FORMATS:
        raise UsageError(f"there is no format {form!r}; choose one of {', '.join(FORMATS)}")
    with open_archive(home, database) as store:
        if output is None:
            write(store.posts(blog), form, sys.stdout.buffer)
            return
        try:
            with output.open("wb") as file:
                number = write(store.posts(blog), form, file)
        except OSError as error:
            raise UsageError(f"{output} cannot be written: {error.strerror}") from None
    print(f"Wrote {number:,} posts to {output}")


@app.command()
def sparql(
    text: Annotated[str, typer.Argument(metavar="QUERY", help="The query, or @FILE. Common prefixes are predefined.")],
    blog: Annotated[str | None, typer.Option(metavar="BLOG", help="Query only this blog.")] = None,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Query posts, threads and comments with SPARQL."""
    from ..rdf import query, up_to_date

    if text.startswith("@"):
        try:
            text = Path(text[1:]).read_text()
        except OSError as error:
            raise UsageError(f"{text[1:]} cannot be read: {error.strerror}") from None
    with open_archive(home, database) as store:
        known = store.blog(blog) if blog else None
        triples = up_to_date(_folder(home, database), store.states(), store.posts)
    answers = list(query(triples, text, known.url if known else blog))
    console = Console()
    if json or not console.is_terminal:
        for answer in answers:
            print(json_text(answer) if json else "\t".join(safe(value or "") for value in answer.values()))
        return
    table = Table(*(answers[0] if answers else ["no results"]))
    for answer in answers:
        table.add_row(*(safe(value or "") for value in answer.values()))
    console.print(table)


def _folder(home: Path, database: str | None) -> Path:
    """The folder of the triple store: in the archive's folder, one per database."""
    return home / (f"rdf-{sha256(database.encode()).hexdigest()[:8]}" if database else "rdf")
