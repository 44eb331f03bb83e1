"""A complete Atom feed: the newest posts, and archive documents with all others (RFC 4287, RFC 5005)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from lxml import etree

from ..items import Post
from ..version import __version__
from .archive_files import ArchiveFiles
from .discussion import article_html
from .moments import known_moment, moment
from .sanitizer import safe_html
from .xml_text import add_element

__all__ = ["write_atom"]

_ATOM = "http://www.w3.org/2005/Atom"
_HISTORY = "http://purl.org/syndication/history/1.0"
_THREAD = "http://purl.org/syndication/thread/1.0"
_XML = "http://www.w3.org/XML/1998/namespace"
_NAMESPACES: Any = {None: _ATOM, "fh": _HISTORY, "thr": _THREAD}
_FEED_FILE = "feed.atom"
_ENTRIES_PER_DOCUMENT = 100


def write_atom(
    posts: Iterable[Post], folder: Path, files: ArchiveFiles, per_document: int = _ENTRIES_PER_DOCUMENT
) -> int:
    """Write ``feed.atom`` and its archive documents; returns the number of posts, which come newest first.

    Archive documents are counted from the oldest and always full, so that they stay the same when posts are added.
    """
    spool = folder / "entries.part"
    ends, blogs, newest = array("Q"), dict[str, None](), datetime(1970, 1, 1, tzinfo=UTC)
    with spool.open("wb") as file:
        for post in posts:
            blogs[post.blog] = None
            newest = max(newest, _updated(post))
            file.write(etree.tostring(_entry(post, files), encoding="utf-8") + b"\n")
            ends.append(file.tell())
    archives = max(0, len(ends) - 1) // per_document
    with spool.open("rb") as entries:
        for number in range(archives + 1):  # 0 is the feed itself, which has the newest posts
            last = len(ends) - (archives - number) * per_document
            first = 0 if number == 0 else last - per_document
            head = _head(list(blogs), files, newest, number=archives - number + 1 if number else 0, archives=archives)
            with (folder / (_file(archives - number + 1) if number else _FEED_FILE)).open("wb") as out:
                _copy(entries, ends[first - 1] if first else 0, ends[last - 1] if last else 0, head, out)
    spool.unlink()
    return len(ends)


def _file(number: int) -> str:
    return f"archive-{number:05}.atom"


def _copy(entries: IO[bytes], start: int, end: int, head: bytes, out: IO[bytes]) -> None:
    opening, closing = head.rsplit(b"</feed>", 1)
    out.write(b'<?xml version="1.0" encoding="utf-8"?>\n' + opening)
    entries.seek(start)
    while start < end:
        part = entries.read(min(1 << 16, end - start))
        out.write(part)
        start += len(part)
    out.write(b"</feed>" + closing + b"\n")


def _head(blogs: list[str], files: ArchiveFiles, newest: datetime, *, number: int, archives: int) -> bytes:
    """The feed without entries; archive document 1 is the oldest, 0 is the feed itself."""
    feed = etree.Element(f"{{{_ATOM}}}feed", nsmap=_NAMESPACES)
    one = blogs[0] if len(blogs) == 1 else None
    add_element(feed, f"{{{_ATOM}}}id", one or "urn:blogcrawler:export")
    add_element(feed, f"{{{_ATOM}}}title", files.blog_title(one) if one else f"{len(blogs)} blogs")
    add_element(feed, f"{{{_ATOM}}}updated", _written(newest))
    add_element(feed, f"{{{_ATOM}}}generator", "blogcrawler", version=__version__)
    if one:
        _link(feed, "alternate", one)
    _link(feed, "self", _file(number) if number else _FEED_FILE)
    if number:
        add_element(feed, f"{{{_HISTORY}}}archive")
        _link(feed, "current", _FEED_FILE)
        _link(feed, "next-archive", _file(number + 1) if number < archives else _FEED_FILE)
    elif not archives:
        add_element(feed, f"{{{_HISTORY}}}complete")
    if older := number - 1 if number else archives:
        _link(feed, "prev-archive", _file(older))
    feed.text = feed[-1].tail = "\n"
    return etree.tostring(feed, encoding="utf-8")


def _entry(post: Post, files: ArchiveFiles) -> etree._Element:
    entry = etree.Element(f"{{{_ATOM}}}entry", nsmap=_NAMESPACES)
    if post.language:
        entry.set(f"{{{_XML}}}lang", "".join(c for c in post.language if c.isascii() and (c.isalnum() or c == "-")))
    add_element(entry, f"{{{_ATOM}}}id", post.url)
    add_element(entry, f"{{{_ATOM}}}title", post.title or "")
    for name in post.authors or [files.blog_title(post.blog)]:
        add_element(add_element(entry, f"{{{_ATOM}}}author"), f"{{{_ATOM}}}name", name)
    if published := moment(post.published):
        add_element(entry, f"{{{_ATOM}}}published", _written(published))
    add_element(entry, f"{{{_ATOM}}}updated", _written(_updated(post)))
    _link(entry, "alternate", post.url)
    if post.comments_feed:
        _link(entry, "replies", post.comments_feed)
    for tag in post.tags:
        add_element(entry, f"{{{_ATOM}}}category", term=tag)
    if replies := len(post.comments) + len(post.posts):
        add_element(entry, f"{{{_THREAD}}}total", str(replies))
    add_element(entry, f"{{{_ATOM}}}content", safe_html(article_html(post), post.url), type="html")
    source = add_element(entry, f"{{{_ATOM}}}source")
    add_element(source, f"{{{_ATOM}}}id", post.blog)
    add_element(source, f"{{{_ATOM}}}title", files.blog_title(post.blog))
    return entry


def _link(parent: etree._Element, rel: str, href: str) -> None:
    add_element(parent, f"{{{_ATOM}}}link", rel=rel, href=href)


def _updated(post: Post) -> datetime:
    return moment(post.updated) or known_moment(post)


def _written(when: datetime) -> str:
    return when.isoformat(timespec="seconds")
