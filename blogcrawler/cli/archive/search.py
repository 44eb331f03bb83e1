"""``blogcrawler search``: find posts by their words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from ...errors import StoreError, UsageError
from ...store import SearchHit, SearchQuery, SearchResult, Store
from ...terminal import json_text, one_line, safe
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .at_option import At, at_moment
from .post_filter import Author, Language, Since, Tag, Until

_HITS = 20


@app.command()
def search(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help='Words, "phrases", beginnings (garden*); to exclude: -- -word.'),
    ] = None,
    blog: Annotated[str | None, typer.Option("--blog", metavar="BLOG", help="Only posts of this blog.")] = None,
    author: Author = None,
    tag: Tag = None,
    since: Since = None,
    until: Until = None,
    language: Language = None,
    where: Annotated[str, typer.Option("--in", metavar="PLACE", help="Search in: all, posts or comments.")] = "all",
    json: AsJson = False,
    at: At = None,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="Maximum number of posts.")] = _HITS,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Build the search index again.")] = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Search titles, articles, authors, tags and comments. In any language; the best hits come first."""
    query = SearchQuery(" ".join(words or ()), blog, author, tag, since, until, language, where)
    with open_archive(home, database) as store:
        if rebuild:
            _rebuild(store)
            if query == SearchQuery():
                return
        elif query == SearchQuery():
            raise UsageError("search for what? Give some words, or a filter such as --author")
        moment = at_moment(at)
        result = store.as_of(moment).search(query, limit=limit) if moment else store.search(query, limit=limit)
    if not result.total:
        raise StoreError("no posts match")
    if json:
        for hit in result.hits:
            print(json_text(_record(hit)))
        return
    _show(result)


def _rebuild(store: Store) -> None:
    bar = Progress(TextColumn("Indexing"), BarColumn(), MofNCompleteColumn(), console=Console(stderr=True))
    with bar:
        task = bar.add_task("", total=store.count())
        number = store.rebuild_search(lambda done: bar.update(task, completed=done))
    print(f"Indexed {number:,} {'post' if number == 1 else 'posts'}.")


def _record(hit: SearchHit) -> dict[str, object]:
    return asdict(hit) | {"snippet": [{"text": text, "match": match} for text, match in hit.snippet]}


def _show(result: SearchResult) -> None:
    console = Console(highlight=False)
    for hit in result.hits:
        console.print(_hit_text(hit), soft_wrap=not console.is_terminal)
    total = f"{result.total:,}" if result.total_is_exact else f"more than {result.total:,}"
    if len(result.hits) < result.total:
        console.print(f"{len(result.hits):,} of {total} posts; more with --limit", style="dim")


def _hit_text(hit: SearchHit) -> Text:
    """Title, date, authors, address and snippet of a hit."""
    text = Text()
    text.append(one_line(hit.title or "") or "(untitled)", style="bold")
    details = [(hit.published or "")[:10], ", ".join(hit.authors), "in a comment" if hit.comment else ""]
    text.append("".join(f"  {one_line(detail)}" for detail in details if detail), style="dim")
    text.append(f"\n{one_line(hit.url)}\n", style="cyan")
    for piece, matches in hit.snippet:
        text.append(safe(piece), style="bold yellow" if matches else "")
    return text.append("\n")
