"""``blogcrawler kb``: show the knowledge base, extend it, and see what crawls have learned."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...forum import read_posts
from ...knowledge import (
    KnowledgeBase,
    Learned,
    document,
    found_text,
    known_applications,
    learned_file,
    navigate,
    new_file,
    read_application,
    shipped_files,
    with_parents,
)
from ...terminal import safe
from ..program import ARCHIVE, Database, Home, app, open_archive

kb = typer.Typer(help="Extend and check the knowledge base of blog software.", no_args_is_help=True)
app.add_typer(kb, name="kb")

Name = Annotated[str, typer.Argument(metavar="TYPE", help="An application type, such as forum/phpbb.")]
_MAX_SHOWN = 5


@kb.command()
def new(name: Name, title: Annotated[str, typer.Option(help="The name of the software.")] = "") -> None:
    """Print a template file for a new application type."""
    if name.count("/") < 1 or name.partition("/")[0] not in ("blog", "forum", "wiki", "qa"):
        raise UsageError(f"a type is named blog/…, forum/…, wiki/… or qa/…, not {name!r}")
    print(new_file(name, title or name.rpartition("/")[2].title()), end="")


@kb.command()
def check(
    given: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Application type files. Default: all shipped ones.")
    ] = [],  # noqa: B006
) -> None:
    """Check files against the schema and the grammar. Errors name file, line and column."""
    schema = (files("knowledge_base") / "schema.rng").read_bytes()
    if not given:
        shipped = shipped_files()
        with_parents(
            read_application(data, name, schema, f"knowledge_base/{name}.xml") for name, data in shipped.items()
        )
        print(f"{len(shipped)} files are valid")
    for file in given:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}") from None
        application = read_application(data, f"blog/{file.stem}", schema, str(file))
        actions = sum(len(level.follow) + len(level.extract) + len(level.objects) for level in application.levels)
        print(
            f"{file} is valid: {len(application.detect)} patterns, {len(application.levels)} levels, {actions} actions"
        )


@kb.command()
def explain(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address or file of a page.")],
    file: Annotated[Path | None, typer.Option(help="Also try the type in this file, before all others.")] = None,
) -> None:
    """Show what is known about a page, and by which expression."""
    from .page_loading import load_page

    base = _base_with(file) if file else known_applications()
    page = load_page(url)
    found = base.detect(document(page))
    if found is None:
        print("Unknown application: no pattern matches.")
        raise typer.Exit(1)
    application, level = found.application, found.level
    print(f"{application.name} ({application.title}), by {' and '.join(map(str, found.by.patterns))}")
    if level is None:
        print("Unknown level; known levels: " + ", ".join(one.name for one in application.levels))
        return
    print(f"level {level.name}")
    for action in level.extract:
        values = action.path.find(page.tree)
        if values:
            print(f"  {action.type:<10} {safe(found_text(values[0])[:60])!r} by {action.path}")
    links = navigate(base, application, level, page)
    for link in links[:_MAX_SHOWN]:
        print(f"  follow     {safe(link.url)}" + (f" ({link.to})" if link.to else ""))
    if len(links) > _MAX_SHOWN:
        print(f"  follow     … {len(links) - _MAX_SHOWN} more")
    posts = read_posts(page, level)
    for post in posts[:_MAX_SHOWN]:
        print(f"  post       {safe(post.author or '')}, {post.published or 'undated'}: {safe(post.text[:60])!r}")
    if len(posts) > _MAX_SHOWN:
        print(f"  post       … {len(posts) - _MAX_SHOWN} more")


def _base_with(file: Path) -> KnowledgeBase:
    schema = (files("knowledge_base") / "schema.rng").read_bytes()
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    own = read_application(data, f"blog/{file.stem}", schema, str(file))
    parent = known_applications().applications["blog"]
    return KnowledgeBase(with_parents([parent, own]) | known_applications().applications)


@kb.command()
def diff(home: Home = ARCHIVE, database: Database = None) -> None:
    """Show the actions that crawls have learned. Which ones they replace, and on which sites."""
    learned = _learned(home, database)
    for one in learned:
        print(f"{one.application} {one.level} {one.type}\n  - {one.instead}\n  + {one.path}    ({one.origin})")
    if not learned:
        print("Nothing was learned: the known actions were sufficient.")


@kb.command()
def export(name: Name, home: Home = ARCHIVE, database: Database = None) -> None:
    """Print what was learned about a type as a file for review."""
    known = known_applications().applications.get(name)
    if known is None:
        near = [one for one in known_applications().applications if name.lower() in one]
        raise UsageError(f"there is no type {name!r}" + (f"; is it {near[0]}?" if near else ""))
    print(learned_file(name, known.title, [one for one in _learned(home, database) if one.application == name]), end="")


def _learned(home: Path, database: str | None) -> list[Learned]:
    with open_archive(home, database) as store:
        return [Learned.from_record(record) for record in store.learned()]
