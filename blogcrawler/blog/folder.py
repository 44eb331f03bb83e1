"""The folder for the results of a blog.

It is named after the host and path of the address that was crawled, because several blogs can share a host. The
database knows the folder of every blog, so it is found again under the blog's own address, under the address it was
crawled with (which may redirect), and under the address of any of its posts.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ..crawl_settings import CrawlSettings
from ..errors import StoreError, UsageError
from ..items import Blog
from ..store import Store, has_database, open_store
from ..urls import blog_address

__all__ = ["blog_folder", "find_blog", "find_folder", "make_folder", "move_shared_folders", "page_folder"]

#: File systems allow 255.
_MAX_NAME_BYTES = 120
#: The last part of an address that names a document of the blog, not the blog.
_DOCUMENT = re.compile(r"(?:.*\.\w+|feed|rss|atom)", re.I)
_UNSAFE = re.compile(r"[^\w.~-]|_")


def blog_folder(home: Path, blog: Blog) -> Path:
    """The folder of a known blog."""
    return home / (blog.folder or _name(blog.url))


def page_folder(home: Path, url: str) -> Path:
    """The folder of a watched page; a blog at the same address has another one."""
    return home / f"{_name(url)}.watched"


def find_folder(settings: CrawlSettings, url: str) -> Path:
    """The folder for crawling an address: that of a known blog, or a new one; ``UsageError`` if it is not valid."""
    name = _name(url)
    blog = find_blog(settings, url)
    return settings.home / (blog.folder or name if blog else name)


def find_blog(settings: CrawlSettings, url: str) -> Blog | None:
    """The known blog to which an address belongs."""
    # Without the database there is nothing to find, and the crawl itself reports that it cannot be opened.
    with suppress(StoreError):
        if has_database(settings.database_url, settings.home):
            with closing(open_store(settings.database_url, settings.home)) as store:
                move_shared_folders(store, settings.home)
                return _known_blog(store, blog_address(url))
    return None


def move_shared_folders(store: Store, home: Path) -> None:
    """Give blogs of earlier versions their own folders; these were named after the host only.

    Blogs that have shared a folder keep sharing it: their files cannot be told apart.
    """
    shared = defaultdict(list)
    for url, folder in store.folders().items():
        if folder is None:
            shared[_host_name(url)].append(url)
    for old, urls in shared.items():
        name = _name(urls[0]) if len(urls) == 1 else old
        if name != old and (home / old).is_dir() and not (home / name).exists():
            try:
                (home / old).rename(home / name)
            except OSError:
                name = old
        for url in urls:
            store.change_blog(url, folder=name)


def make_folder(folder: Path) -> None:
    """Create a folder for results if it is missing; ``UsageError`` if it cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot create the folder {folder}: {error.strerror}; choose another with --home") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write to the folder {folder}; choose another with --home")


def _known_blog(store: Store, url: str) -> Blog | None:
    blog = store.blog(url)
    if blog is None and (post := store.post(url)):
        blog = store.blog(post.blog)
    return blog


def _name(url: str) -> str:
    """A name for the folder of the blog at an address; different for different blogs."""
    parts = urlsplit(blog_address(url))
    segments = [unquote(segment) for segment in parts.path.split("/") if segment]
    if segments and _DOCUMENT.fullmatch(segments[-1]):
        segments.pop()
    name = "_".join([_host_name(url), *(_UNSAFE.sub("-", segment) for segment in segments)])
    short = name.encode()[:_MAX_NAME_BYTES].decode(errors="ignore")
    if short != name or parts.query or any(_UNSAFE.search(segment) for segment in segments):
        digest = sha256(f"{'/'.join(segments)}?{parts.query}".encode()).hexdigest()[:8]
        return f"{short}-{digest}"
    return name


def _host_name(url: str) -> str:
    parts = urlsplit(blog_address(url))
    return (parts.hostname or "") + (f"_{parts.port}" if parts.port else "")
