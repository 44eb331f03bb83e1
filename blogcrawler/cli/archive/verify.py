"""``blogcrawler verify``."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from ...errors import StoreError
from ...terminal import counted, one_line
from ..program import ARCHIVE, Database, Home, app, open_archive


@app.command()
def verify(
    blog: Annotated[str | None, typer.Argument(metavar="BLOG", help="Only this blog, e.g. example.org.")] = None,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Move damage aside, rebuild the index, have updates fetch lost pages again."),
    ] = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Check the database, the web archive and media for damage. Prints a line per problem; exit code 1 if any."""
    from ...blog import repair_blog, verify_blog  # slow to import

    problems = 0
    with open_archive(home, database) as store:
        one = store.blog(blog) if blog else None
        if blog and one is None:
            raise StoreError(f"no blog {blog}; list all blogs: blogcrawler blogs")
        blogs = [one] if one else store.blogs()
        for known in blogs:
            if repair:
                for done in repair_blog(store, home, known, datetime.now(UTC)):
                    print(one_line(f"Repaired: {done}"), flush=True)
            for problem in verify_blog(store, home, known):
                problems += 1
                print(one_line(problem), flush=True)
    print(f"Checked {counted(len(blogs), 'blog')}: " + (counted(problems, "problem") if problems else "no problems"))
    raise typer.Exit(1 if problems else 0)
