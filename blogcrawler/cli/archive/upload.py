"""``blogcrawler upload``."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from ...crawl_settings import CrawlSettings
from ...errors import StorageError, StoreError, UsageError
from ...terminal import one_line, size
from ..program import ARCHIVE, Database, Home, app, open_archive


@app.command()
def upload(
    blog: Annotated[str | None, typer.Argument(metavar="BLOG", help="Only this blog, e.g. example.org.")] = None,
    to: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Object storage, such as s3://bucket/blogs. Default: BLOGCRAWLER_STORAGE."),
    ] = None,
    keep: Annotated[
        bool | None,
        typer.Option("--keep/--no-keep", help="Keep the WARC files on the disk. Default: BLOGCRAWLER_STORAGE_KEEP."),
    ] = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Copy web archives and media to object storage. Files that are there already are skipped."""
    from ...blog import blog_folder  # slow to import
    from ...storage import upload_blog

    settings = CrawlSettings.read(os.environ)
    storage = to or settings.storage
    if not storage:
        raise UsageError("upload where? Name it with --to, or set BLOGCRAWLER_STORAGE")
    with open_archive(home, database) as store:
        one = store.blog(blog) if blog else None
        if blog and one is None:
            raise StoreError(f"no blog {blog}; list all blogs: blogcrawler blogs")
        folders = sorted({blog_folder(home, known) for known in ([one] if one else store.blogs())})
    failed = 0
    for folder in folders:
        try:
            done = upload_blog(folder, storage, keep=settings.storage_keep if keep is None else keep)
        except StorageError as error:
            failed += 1
            print(f"{folder.name}  failed: {one_line(str(error))}", flush=True)
            continue
        removed = f", {done.removed:,} removed from the disk" if done.removed else ""
        print(f"{folder.name}  {done.files:,} files uploaded, {size(done.bytes)}{removed}", flush=True)
    raise typer.Exit(1 if failed else 0)
