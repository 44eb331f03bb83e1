"""Checks that the database, the web archive and the media files of a blog agree."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from ..archive import ArchiveCheck, check_archive, warc_files
from ..items import Blog, Post
from ..store import Store
from .folder import blog_folder

__all__ = ["verify_blog"]


def verify_blog(store: Store, home: Path, blog: Blog) -> Iterator[str]:
    """The problems of a blog, one line each; none if all of its files are there and intact."""
    folder = blog_folder(home, blog)
    if not folder.is_dir():
        yield f"{folder}: the folder is missing"
        return
    archive = check_archive(folder / "warc")
    yield from (f"{folder.name}/warc/{problem}" for problem in archive.problems)
    damaged = set()
    for path in sorted((folder / "media").glob("??/*")):
        if path.suffix != ".new" and not _has_digest(path, path.stem):
            damaged.add(path.relative_to(folder).as_posix())
            yield f"{folder.name}/{path.relative_to(folder)}: does not match its digest"
    for post in store.posts(blog.url):
        yield from _problems_of(post, folder, archive, damaged)


def _problems_of(post: Post, folder: Path, archive: ArchiveCheck, damaged: set[str]) -> Iterator[str]:
    if post.warc is not None:
        name, offset = Path(post.warc["file"]).name, post.warc["offset"]
        if name in archive.open_files:
            pass
        elif name not in warc_files(folder / "warc"):
            yield f"{post.url}: its WARC file {name} is missing"
        elif archive.records.get((name, offset)) != post.warc["record_id"]:
            yield f"{post.url}: its page is not at byte {offset:,} of {name}"
    for medium in post.media:
        path = folder / str(medium["path"])
        if not path.exists():
            yield f"{post.url}: its file {medium['path']} is missing"
        elif str(medium["path"]) not in damaged and path.stem != medium["sha256"]:
            yield f"{post.url}: its file {medium['path']} differs from what was downloaded"


def _has_digest(path: Path, digest: str) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == digest
    except OSError:
        return False
