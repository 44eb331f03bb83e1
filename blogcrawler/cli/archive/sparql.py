"""``blogcrawler sparql``."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ...errors import UsageError
from ...terminal import json_text, safe
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .at_option import At, at_moment


@app.command()
def sparql(
    text: Annotated[str, typer.Argument(metavar="QUERY", help="The query, or @FILE. Common prefixes are predefined.")],
    blog: Annotated[str | None, typer.Option(metavar="BLOG", help="Query only this blog.")] = None,
    at: At = None,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Query the archive with SPARQL. Posts, threads, comments, and the records of searches."""
    from ...rdf import in_memory, query, source_graph, up_to_date

    if text.startswith("@"):
        try:
            text = Path(text[1:]).read_text()
        except OSError as error:
            raise UsageError(f"{text[1:]} cannot be read: {error.strerror}") from None
    moment = at_moment(at)
    with open_archive(home, database) as store:
        known = store.blog(blog) if blog else None
        if moment is None:
            found = store.search_sources
            states = store.states() | {source_graph(url): state for url, state in found.states().items()}
            sources = {source_graph(one.url): (one, found.records(one.url)) for one in found.all()}
            triples = up_to_date(_folder(home, database), states, store.posts, store.post_states.history, sources)
        else:
            then = store.as_of(moment)
            triples = in_memory({url: then.posts(url) for url in ([known.url] if known else store.states())})
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
