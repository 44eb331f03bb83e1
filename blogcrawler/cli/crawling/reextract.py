"""``blogcrawler reextract``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import UsageError
from ...terminal import counted, one_line
from ..program import ARCHIVE, HOME_OPTION, AsJson, Database, app, open_archive
from .setting_options import assigned

if TYPE_CHECKING:
    from ...runner import Reextraction

_Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, metavar="N", help="Number of blogs at a time. [default: one per core]")
]
_Dask = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Run on the workers of this Dask cluster, such as tcp://scheduler:8786."),
]
_Setting = Annotated[
    list[str] | None,
    typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy or blogcrawler."),
]


@app.command()
def reextract(
    blog: Annotated[
        str | None, typer.Argument(metavar="BLOG", help="Only this blog, e.g. example.org. Default: all.")
    ] = None,
    jobs: _Jobs = None,
    dask: _Dask = None,
    json: AsJson = False,
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    setting: _Setting = None,
) -> None:
    """Extract posts again from web archives, without network. The earlier record of a post that changes is kept."""
    from ...runner import reextract_blog  # Scrapy is slow to import

    given: dict[str, object] = {"BLOGCRAWLER_HOME": home and str(home), "BLOGCRAWLER_DATABASE_URL": database}
    given = {name: value for name, value in given.items() if value is not None} | assigned(setting)
    if blog is not None:
        if jobs or dask:
            raise UsageError("--jobs and --dask are for all blogs; one blog is read by one process")
        result = reextract_blog(blog, given)
        print(result.json() if json else _line(result))
        raise typer.Exit(1 if result.error else 0)
    with open_archive(home or ARCHIVE, database) as store:
        blogs = sorted(store.addresses(), key=store.count, reverse=True)  # large ones last would run alone
    options = [part for one in setting or () for part in ("--set", one)]
    options += ["--home", str((home or ARCHIVE).absolute())] + (["--database", database] if database else [])
    results = []
    for result in _on_dask(dask, blogs, options) if dask else _here(blogs, given, jobs):
        results.append(result)
        print(result.json() if json else _line(result), flush=True)
    failed = [result for result in results if result.error]
    if not json:
        changed, new = sum(one.changed for one in results), sum(one.new for one in results)
        posts = sum(one.posts for one in results)
        read = f"{counted(len(results), 'blog')}: {counted(posts, 'post')}"
        print(f"Read {read}, {changed:,} changed, {new:,} new; {len(failed):,} failed")
    raise typer.Exit(1 if failed else 0)


def _on_dask(address: str, blogs: list[str], options: list[str]) -> Iterator[Reextraction]:
    from ...runner import reextract_on_dask

    return reextract_on_dask(address, blogs, options)


def _here(blogs: list[str], given: dict[str, object], jobs: int | None) -> Iterator[Reextraction]:
    from ...runner import reextract_on_this_machine

    print(f"Reading {counted(len(blogs), 'blog')}; Ctrl-C ends after those at work", file=sys.stderr)
    return reextract_on_this_machine(blogs, given, jobs or os.cpu_count() or 1)


def _line(result: Reextraction) -> str:
    blog = one_line(result.blog)
    if result.error:
        return f"{blog}  failed: {one_line(result.error)}"
    figures = (
        f"{counted(result.posts, 'post')}: {result.changed:,} changed, {result.new:,} new; {result.seconds:,.1f} s"
    )
    return f"{blog}  {figures}"
