"""``blogcrawler export``: posts in other formats, for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from ...errors import ArchiveError, MissingExtra, StoreError, UsageError
from ...extras import EXTRAS
from ...items import Blog, Post
from ...store import PastView, Store
from ...terminal import counted, one_line
from ..program import ARCHIVE, Database, Home, app, open_archive
from .at_option import At, at_moment
from .post_filter import Author, Language, PostFilter, Search, Since, Tag, Until

if TYPE_CHECKING:
    from ...export import ArchiveFiles, ExportFormat
    from ...rdf import HistoryOf, SourceRecords

_RDF_SUFFIXES = {"turtle": ".ttl", "nt": ".nt", "json-ld": ".jsonld"}
_NAMES = "jsonl, csv, parquet, markdown, html, atom, wxr, epub, wacz, turtle, nt, json-ld"


@app.command()
def export(
    form: Annotated[
        str | None,
        typer.Option("--format", "-f", metavar="FORMAT", help=f"One of {_NAMES}. Default: by the ending of OUTPUT."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="File, folder or s3://bucket/name to write to. Default: standard output.",
        ),
    ] = None,
    blog: Annotated[
        list[str] | None, typer.Option("--blog", metavar="BLOG", help="Only this blog, e.g. example.org; repeatable.")
    ] = None,
    search: Search = None,
    tag: Tag = None,
    author: Author = None,
    since: Since = None,
    until: Until = None,
    language: Language = None,
    at: At = None,
    comments: Annotated[bool, typer.Option("--comments/--no-comments", help="Export comments, too.")] = True,
    force: Annotated[bool, typer.Option("--force", help="Replace the folder of an earlier export.")] = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Export posts as data, a site, a book or a web archive. Also for WordPress, Hugo and feed readers."""
    from ...storage import is_remote, local_output

    chosen = _choose(form, Path(output) if output is not None else None)
    wanted = PostFilter(search, tag, author, since, until, language)
    moment = at_moment(at)
    with open_archive(home, database) as store:
        sources: list[SourceRecords] = []
        if chosen.extra == "rdf" and moment is None:
            found = store.search_sources
            sources = [] if blog or wanted else [(one, found.records(one.url)) for one in found.all()]
            chosen = replace(chosen, write=partial(chosen.write, history=store.post_states.history, sources=sources))
        view = store.as_of(moment) if moment else store
        selection = _Selection(view, wanted, _blogs(store, blog or [], or_none=bool(sources)), comments)
        if output is not None and is_remote(output):
            with local_output(output) as path:
                number = _export(selection, chosen, path, home, force)
        else:
            number = _export(selection, chosen, Path(output) if output is not None else None, home, force)
    if output is not None:
        print(f"Wrote {counted(number, 'post')} to {output}")


@dataclass(frozen=True, slots=True)
class _Selection:
    """The posts to export."""

    store: Store | PastView
    wanted: PostFilter
    blogs: dict[str, Blog]
    comments: bool

    def posts(self, blog: Blog | None = None) -> Iterator[Post]:
        """The posts of one of the blogs, or of all of them, newest first."""
        only = blog or (next(iter(self.blogs.values())) if len(self.blogs) == 1 else None)
        found = (post for post in self.store.posts(only.url if only else None) if post.blog in self.blogs)
        for post in self.wanted.select(found):
            yield post if self.comments else replace(post, comments=[])

    def count(self, blog: Blog | None = None) -> int | None:
        """The number of posts; ``None`` if that takes reading them."""
        return None if self.wanted else sum(self.store.count(url) for url in ([blog.url] if blog else self.blogs))


def _blogs(store: Store, names: list[str], or_none: bool = False) -> dict[str, Blog]:
    """The blogs with these names, or all that have posts. ``or_none`` allows that there are no blogs."""
    if not names:
        found = {url: store.blog(url) or Blog(url) for url in store.states()}
        if not found and not or_none:
            raise StoreError("no posts yet; crawl a blog: blogcrawler crawl URL")
        return found
    known = {name: store.blog(name) for name in names}
    if missing := [name for name, one in known.items() if one is None]:
        raise StoreError(f"no blog {missing[0]}; list all blogs: blogcrawler blogs")
    return {one.url: one for one in known.values() if one is not None}


def _choose(form: str | None, output: Path | None) -> ExportFormat:
    formats = _formats()
    if form is None and output is not None:
        form = next((name for name, one in formats.items() if one.suffix and output.suffix.lower() == one.suffix), None)
    if form is None:
        raise UsageError(f"which format? Name one with --format: {', '.join(formats)}")
    if form not in formats:
        raise UsageError(f"there is no format {form!r}; choose one of {', '.join(formats)}")
    chosen = formats[form]
    if chosen.extra and not EXTRAS[chosen.extra].is_installed:
        raise MissingExtra(EXTRAS[chosen.extra].advice)
    return chosen


def _formats() -> dict[str, ExportFormat]:
    from ...export import EXPORT_FORMATS, ExportFormat, ExportShape  # slow to import

    def rdf(name: str, suffix: str) -> ExportFormat:
        def write_rdf(
            posts: Iterable[Post],
            file: IO[bytes],
            history: HistoryOf | None = None,
            sources: Iterable[SourceRecords] = (),
        ) -> int:
            from ...rdf import write

            return write(posts, name, file, history, sources)

        return ExportFormat(ExportShape.STREAM, suffix, write_rdf, "rdf")

    return EXPORT_FORMATS | {name: rdf(name, suffix) for name, suffix in _RDF_SUFFIXES.items()}


def _export(selection: _Selection, chosen: ExportFormat, output: Path | None, home: Path, force: bool) -> int:
    from ...blog import blog_folder
    from ...export import ArchiveFiles, ExportShape, exported_file, exported_folder

    blogs = selection.blogs
    files = ArchiveFiles(blogs, {url: blog_folder(home, one) for url, one in blogs.items()})
    if output is None:
        if chosen.shape is not ExportShape.STREAM:
            raise UsageError("this format cannot be written to standard output; name a file or folder with -o")
        return _some(chosen.write(selection.posts(), sys.stdout.buffer))
    if chosen.shape is ExportShape.FILE_PER_BLOG:
        return _export_blogs(selection, chosen, output, files, force)
    with _progress(selection.posts(), selection.count()) as posts:
        if chosen.shape is ExportShape.FOLDER:
            with exported_folder(output, replace=force) as folder:
                return _some(chosen.write(posts, folder, files))
        with exported_file(output) as path:
            if chosen.shape is ExportShape.FILE:
                return _some(chosen.write(posts, path))
            with path.open("wb") as file:
                return _some(chosen.write(posts, file))


def _export_blogs(selection: _Selection, chosen: ExportFormat, output: Path, files: ArchiveFiles, force: bool) -> int:
    """Write a file for a single blog, or a folder with a file per blog. Blogs without such posts are left out."""
    from ...export import exported_file, exported_folder

    if len(selection.blogs) == 1:
        (blog,) = selection.blogs.values()
        with exported_file(output) as path, _progress(selection.posts(), selection.count()) as posts:
            return _some(chosen.write(posts, path, blog, files))
    number = 0
    with exported_folder(output, replace=force) as folder:
        for url, blog in selection.blogs.items():
            path = folder / f"{files.folders[url].name}{chosen.suffix}"
            try:
                with _progress(selection.posts(blog), selection.count(blog)) as posts:
                    written = chosen.write(posts, path, blog, files)
            except ArchiveError as error:
                print(f"Left out: {one_line(str(error))}", file=sys.stderr)
                written = 0
            if not written:
                path.unlink(missing_ok=True)
            number += written
        return _some(number)


def _some(number: int) -> int:
    if not number:
        raise StoreError("no posts match, so nothing was written")
    return number


@contextmanager
def _progress(posts: Iterable[Post], total: int | None) -> Iterator[Iterable[Post]]:
    """The posts, with a progress bar on the terminal while they are read."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Exporting"), BarColumn(), MofNCompleteColumn(), TextColumn("posts"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress.track(posts, total=total)
