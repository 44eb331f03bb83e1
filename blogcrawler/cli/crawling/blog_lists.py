"""Lists of blogs: one address per line, or OPML, the format in which feed readers exchange subscriptions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from ...errors import UsageError
from ...items import Blog
from ...terminal import one_line
from ...urls import address_key, blog_address

__all__ = ["read_blog_list", "to_opml"]


def read_blog_list(file: Path) -> list[tuple[str, str | None]]:
    """Address and feed of each blog in a file, each blog once; ``UsageError`` names the line that is not an address."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    is_xml = content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    found = _opml_blogs(content) if is_xml else _listed_blogs(content, file)
    if not found:
        raise UsageError(f"{file} has no addresses; write one per line, or use OPML")
    blogs: dict[str, tuple[str, str | None]] = {}
    for url, feed in found:
        blogs.setdefault(address_key(url), (url, feed))
    return list(blogs.values())


def _listed_blogs(content: bytes, file: Path) -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for number, line in enumerate(content.decode("utf-8-sig", "replace").splitlines(), 1):
        # A fragment follows the address directly; a comment follows a space.
        address = f" {line}".partition(" #")[0].strip()
        if not address:
            continue
        try:
            blog_address(address)
        except UsageError as error:
            raise UsageError(f"{file}, line {number}: {error}") from None
        found.append((address, None))
    return found


def _opml_blogs(content: bytes) -> list[tuple[str, str | None]]:
    import listparser  # slow to import

    subscriptions = listparser.parse(content)
    # Any document of a blog leads to the blog, and OPML always has the feed.
    return [(feed.url, feed.url) for feed in subscriptions.feeds] + [
        (blog.url, None) for blog in subscriptions.opportunities
    ]


def to_opml(blogs: Iterable[Blog]) -> str:
    """Blogs as OPML 2.0 (http://opml.org/spec2.opml)."""
    opml = ElementTree.Element("opml", version="2.0")
    ElementTree.SubElement(ElementTree.SubElement(opml, "head"), "title").text = "Blogs"
    body = ElementTree.SubElement(opml, "body")
    for blog in blogs:
        title = one_line(blog.title or "") or blog.url
        outline = {"text": title, "title": title, "htmlUrl": one_line(blog.url)}
        feed = {"type": "rss", "xmlUrl": one_line(blog.feed)} if blog.feed else {}
        ElementTree.SubElement(body, "outline", outline | feed)
    ElementTree.indent(opml)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(opml, encoding="unicode")}\n'
