"""``blogcrawler blogs``: list the crawled blogs, export the list, remove one."""

from __future__ import annotations

import fcntl
import shutil
import sys
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ...errors import ArchiveError, StoreError, UsageError
from ...items import Blog
from ...store import Store
from ...terminal import counted, json_text, one_line
from ..crawling.blog_lists import to_opml
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .views import blog_line, blogs_table


@app.command()
def blogs(
    json: AsJson = False,
    opml: Annotated[bool, typer.Option("--opml", help="Print OPML, for feed readers and crawl --from.")] = False,
    remove: Annotated[
        str | None, typer.Option(metavar="BLOG", help="Remove this blog: its posts and all of its files.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Remove without asking.")] = False,
    keep_files: Annotated[bool, typer.Option("--keep-files", help="Remove only from the database.")] = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """List the crawled blogs."""
    with open_archive(home, database) as store:
        if remove is not None:
            _remove(store, home, remove, yes, keep_files)
            return
        found = [(blog, store.count(blog.url)) for blog in store.blogs()]
    if not found:
        raise StoreError("no blogs yet; crawl one: blogcrawler crawl URL")
    if opml:
        print(to_opml(blog for blog, _ in found), end="")
    elif json:
        for blog, number in found:
            print(json_text(asdict(blog) | {"posts": number}))
    elif (console := Console()).is_terminal:
        console.print(blogs_table(found), highlight=False)
    else:
        for blog, number in found:
            print(blog_line(blog, number))


def _remove(store: Store, home: Path, address: str, yes: bool, keep_files: bool) -> None:
    blog = store.blog(address)
    if blog is None:
        raise StoreError(f"no blog {address}; list all blogs: blogcrawler blogs")
    folder = None if keep_files else _own_folder(store, home, blog)
    what = f"{blog.url}, {counted(store.count(blog.url), 'post')}" + (f" and the folder {folder}" if folder else "")
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(f"this removes {one_line(what)}; confirm it with --yes")
        typer.confirm(f"Remove {one_line(what)}?", abort=True)
    now = datetime.now(UTC)
    free = store.schedule.lease_blog(blog.url, "remove", now, now + timedelta(minutes=1)) is not None
    if not free or (folder and _is_written(folder)):
        raise StoreError(f"{blog.url} is being crawled or updated; stop that first, or wait until it ends")
    store.remove_blog(blog.url)
    if folder:
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise ArchiveError(f"the folder {folder} cannot be removed: {error.strerror}") from None
    print(f"Removed {one_line(what)}")


def _own_folder(store: Store, home: Path, blog: Blog) -> Path | None:
    """The folder of a blog, unless there is none or another blog uses it, too."""
    name = blog.folder
    sharing = [url for url, folder in store.folders().items() if folder == name and url != blog.url]
    return home / name if name and not sharing and (home / name).is_dir() else None


def _is_written(folder: Path) -> bool:
    """Whether a crawl is writing to the folder: it locks its WARC file."""
    for path in folder.glob("warc/*.warc.gz"):
        with path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    return False
