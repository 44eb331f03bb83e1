"""WACZ: a blog's web archive with its index and a list of posts in one file, for ReplayWeb.page and other viewers.

https://specs.webrecorder.net/wacz/1.1.1/
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from ..archive import PageLookup, open_warc, update_index, warc_files
from ..errors import ArchiveError
from ..items import Blog, Post
from ..unicode_repair import clean_text
from ..version import __version__
from .archive_files import ArchiveFiles
from .discussion import article_text
from .moments import moment

__all__ = ["write_wacz"]

#: Lines of the index per compressed block: viewers load one block to find a page.
_LINES_PER_BLOCK = 1024
_BUFFER = 1 << 20


def write_wacz(posts: Iterable[Post], path: Path, blog: Blog, files: ArchiveFiles) -> int:
    """Write the web archive of a blog, with ``posts`` as its pages; returns their number.

    The archive is copied as a whole, whichever posts are listed.
    """
    folder = files.folders.get(blog.url, Path()) / "warc"
    index = update_index(folder)
    archives = warc_files(folder)
    if index is None or not archives:
        raise ArchiveError(f"{blog.url} has no web archive in {folder}")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED, allowZip64=True) as container:
        package = _Package(container)
        for name, size in archives.items():
            with open_warc(folder, name) as content:
                package.add(f"archive/{name}", _parts(content), size)
        blocks: list[dict[str, Any]] = []
        with index.open("rb") as lines:
            package.add("indexes/index.cdx.gz", _compressed(lines, blocks), index.stat().st_size)
        package.add("indexes/index.idx", _block_index(blocks))
        counted = _Counted(posts)
        with PageLookup(folder) as lookup, TemporaryFile(dir=path.parent) as pages:
            pages.writelines(_pages(counted, lookup))
            size = pages.tell()
            pages.seek(0)
            package.add("pages/pages.jsonl", _parts(pages), size)
        package.close(files.blog_title(blog.url), blog.url)
    return counted.number


class _Counted:
    """Counts posts as they pass."""

    def __init__(self, posts: Iterable[Post]) -> None:
        self._posts = posts
        self.number = 0

    def __iter__(self) -> Iterator[Post]:
        for post in self._posts:
            self.number += 1
            yield post


class _Package:
    """Adds files to a container and describes them in ``datapackage.json``."""

    def __init__(self, container: zipfile.ZipFile) -> None:
        self._container = container
        self._resources: list[dict[str, Any]] = []

    def add(self, path: str, parts: Iterable[bytes], largest: int = 0) -> None:
        """Add a file of at most this size. Nothing is compressed again, so that viewers can read parts of it."""
        digest, size = hashlib.sha256(), 0
        entry = _entry(path)
        # ReplayWeb.page cannot read entries of the format for large files, so only those that need it have it.
        entry.file_size = largest
        with self._container.open(entry, "w") as file:
            for part in parts:
                digest.update(part)
                size += len(part)
                file.write(part)
        name = path.rpartition("/")[2].lower()
        self._resources.append({"name": name, "path": path, "hash": f"sha256:{digest.hexdigest()}", "bytes": size})

    def close(self, title: str, main_page: str) -> None:
        """Write the description, and its digest."""
        description = {
            "profile": "data-package",
            "resources": self._resources,
            "wacz_version": "1.1.1",
            "title": clean_text(title),
            "mainPageUrl": clean_text(main_page),
            "created": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "software": f"blogcrawler {__version__}",
        }
        content = json.dumps(description, indent=2).encode()
        digest = {"path": "datapackage.json", "hash": f"sha256:{hashlib.sha256(content).hexdigest()}"}
        self._container.writestr(_entry("datapackage.json"), content)
        self._container.writestr(_entry("datapackage-digest.json"), json.dumps(digest, indent=2))


def _parts(file: IO[bytes]) -> Iterator[bytes]:
    return iter(lambda: file.read(_BUFFER), b"")


def _entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, datetime.now(UTC).timetuple()[:6])
    entry.external_attr = 0o644 << 16
    return entry


def _compressed(lines: IO[bytes], blocks: list[dict[str, Any]]) -> Iterator[bytes]:
    """The index in separately compressed blocks (ZipNum); ``blocks`` gets the place and the first key of each."""
    offset = 0
    while group := list(islice(lines, _LINES_PER_BLOCK)):
        block = gzip.compress(b"".join(group), mtime=0)
        key = b" ".join(group[0].split(b" ", 2)[:2]).decode("utf-8", "replace")
        digest = f"sha256:{hashlib.sha256(block).hexdigest()}"
        blocks.append({"key": key, "offset": offset, "length": len(block), "digest": digest})
        offset += len(block)
        yield block


def _block_index(blocks: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    yield b'!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}\n'
    for block in blocks:
        place = {name: block[name] for name in ("offset", "length", "digest")} | {"filename": "index.cdx.gz"}
        yield f"{block['key']} {json.dumps(place)}\n".encode()


def _pages(posts: Iterable[Post], lookup: PageLookup) -> Iterator[bytes]:
    """The list of posts, each with the address and the time of its capture, so that viewers find it."""
    yield b'{"format": "json-pages-1.0", "id": "pages", "title": "All posts", "hasText": true}\n'
    for post in posts:
        capture = (lookup.at(post.warc) if post.warc else None) or lookup.find([post.url])
        fetched = moment(capture.date if capture else post.fetched) or datetime.now(UTC)
        page = {
            "id": hashlib.sha256(post.url.encode("utf-8", "replace")).hexdigest()[:20],
            "url": clean_text(capture.url if capture else post.url),
            "ts": fetched.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "title": clean_text(post.title or post.url),
            "text": clean_text(article_text(post)),
        }
        yield json.dumps(page, ensure_ascii=False).encode() + b"\n"
