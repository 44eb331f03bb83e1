"""EPUB 3: one book per blog, a chapter per post, oldest first, with pictures from the archive.

The book is written to the ZIP file while posts are read, so that a large blog needs little memory.
"""

from __future__ import annotations

import uuid
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from itertools import groupby
from pathlib import Path

from ..items import Blog, Post
from ..media import media_type
from .archive_files import ArchiveFiles
from .discussion import article_html, in_reading_order, reply_tree
from .moments import post_date
from .sanitizer import safe_html
from .xhtml import language_tag, valid_xhtml
from .xml_text import xml_text

__all__ = ["write_epub"]

#: The picture formats that every reader shows: https://www.w3.org/TR/epub-33/#sec-core-media-types
_PICTURES = {"image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp"}
_RIGHT_TO_LEFT = frozenset("ar arc ckb dv fa ha-arab he iw ku-arab ps sd ug ur yi".split())
_STYLE = """body { line-height: 1.5; margin: 5%; }
h1 { line-height: 1.2; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; }
blockquote { border-inline-start: .2em solid #999; margin-inline: 0; padding-inline-start: 1em; }
table { border-collapse: collapse; } td, th { border: 1px solid #999; padding: .2em .5em; }
.about, .by { color: #555; font-size: .9em; }
.reply { border-inline-start: 1px solid #999; margin-block: 1em; padding-inline-start: 1em; }
"""
_CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" '
    'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" '
    'media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_PAGE = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" '
    'xmlns:epub="http://www.idpf.org/2007/ops" lang="{language}" xml:lang="{language}" dir="{direction}"><head>'
    '<title>{title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>{body}</body></html>\n'
)


@dataclass(frozen=True, slots=True)
class _Chapter:
    file: str
    title: str
    date: str | None


def write_epub(posts: Iterable[Post], path: Path, blog: Blog, files: ArchiveFiles) -> int:
    """Write a book of a blog's posts, which come newest first; returns their number.

    Pictures that the archive lacks, and those in formats that readers need not show, become links.
    """
    title, language = files.blog_title(blog.url), language_tag(blog.language) or "und"
    chapters: list[_Chapter] = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        book.writestr("META-INF/container.xml", _CONTAINER)
        book.writestr("OEBPS/style.css", _STYLE)
        pictures = _Pictures(book)
        for number, post in enumerate(posts, 1):
            chapter = _Chapter(f"post-{number:06}.xhtml", _line(post.title) or "Untitled", post_date(post))
            book.writestr(f"OEBPS/{chapter.file}", _chapter_page(post, chapter, pictures.of(post, files), language))
            chapters.append(chapter)
        chapters.reverse()
        book.writestr("OEBPS/contents.xhtml", _contents(chapters, title, language))
        book.writestr("OEBPS/book.opf", _package(blog, chapters, pictures.stored, title, language))
    return len(chapters)


class _Pictures:
    """Puts pictures into the book, each once."""

    def __init__(self, book: zipfile.ZipFile) -> None:
        self._book = book
        self.stored: dict[str, str] = {}  # MIME types by file

    def of(self, post: Post, files: ArchiveFiles) -> dict[str, str]:
        """The files of a post's pictures in the book, by address."""
        found = {}
        for url, file in files.local_media(post).items():
            with file.open("rb") as content:
                kind = media_type(content.read(4096))
            if kind is None or kind.mime not in _PICTURES:
                continue
            name = f"media/{file.stem}.{_PICTURES[kind.mime]}"
            if name not in self.stored:
                self._book.write(file, f"OEBPS/{name}", zipfile.ZIP_STORED)
                self.stored[name] = kind.mime
            found[url] = name
        return found


def _chapter_page(post: Post, chapter: _Chapter, pictures: dict[str, str], language: str) -> str:
    def article(html: str, text: str = "") -> str:
        return valid_xhtml(safe_html(html, post.url, pictures), set(pictures.values())) or f"<p>{_escaped(text)}</p>"

    about = " · ".join(part for part in (chapter.date, _line(", ".join(post.authors))) if part)
    body = [f"<h1>{_escaped(chapter.title)}</h1>", f'<p class="about">{_escaped(about)}</p>' if about else ""]
    body.append(article(article_html(post), post.text))
    body.append(f'<p class="about">{_escaped(post.url)}</p>')
    if replies := list(in_reading_order(reply_tree(post))):
        body.append(f"<h2>{len(replies)} {'reply' if len(replies) == 1 else 'replies'}</h2>")
    for reply in replies:
        comment = reply.comment
        by = " · ".join(part for part in (_line(comment.author), (comment.published or "")[:10]) if part)
        indent = f"margin-inline-start: {min(reply.depth, 6)}em"
        body.append(f'<div class="reply" style="{indent}"><p class="by">{_escaped(by)}</p>')
        body.append(article(comment.content_html, comment.text) + "</div>")
    return _page(chapter.title, "\n".join(body), language_tag(post.language) or language)


def _page(title: str, body: str, language: str) -> str:
    direction = "rtl" if language.lower().split("-")[0] in _RIGHT_TO_LEFT else "ltr"
    return _PAGE.format(title=_escaped(title), body=body, language=language, direction=direction)


def _contents(chapters: list[_Chapter], title: str, language: str) -> str:
    """The table of contents: years, their months, their posts."""

    def entries(group: Iterable[_Chapter]) -> str:
        return "".join(f'<li><a href="{one.file}">{_escaped(one.title)}</a></li>' for one in group)

    def months(year: list[_Chapter]) -> Iterator[str]:
        for month, group in groupby(year, lambda one: (one.date or "")[:7]):
            posts = list(group)
            yield f'<li><a href="{posts[0].file}">{month}</a><ol>{entries(posts)}</ol></li>'

    items = []
    for year, group in groupby(chapters, lambda one: (one.date or "")[:4]):
        posts = list(group)
        inner = "".join(months(posts)) if year else entries(posts)
        items.append(f'<li><a href="{posts[0].file}">{year or "Undated"}</a><ol>{inner}</ol></li>')
    listed = "".join(items) or '<li><a href="contents.xhtml">Nothing</a></li>'
    return _page(title, f'<nav epub:type="toc"><h1>{_escaped(title)}</h1><ol>{listed}</ol></nav>', language)


def _package(blog: Blog, chapters: list[_Chapter], pictures: dict[str, str], title: str, language: str) -> str:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    items = [
        '<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
        '<item id="style" href="style.css" media-type="text/css"/>',
        *(f'<item id="{one.file[:-6]}" href="{one.file}" media-type="application/xhtml+xml"/>' for one in chapters),
        *(f'<item id="p{n}" href="{file}" media-type="{mime}"/>' for n, (file, mime) in enumerate(pictures.items())),
    ]
    order = ['<itemref idref="contents"/>', *(f'<itemref idref="{one.file[:-6]}"/>' for one in chapters)]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" '
        f'unique-identifier="id" xml:lang="{language}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">{uuid.uuid5(uuid.NAMESPACE_URL, xml_text(blog.url)).urn}</dc:identifier>'
        f"<dc:title>{_escaped(title)}</dc:title><dc:language>{language}</dc:language>"
        f"<dc:source>{_escaped(blog.url)}</dc:source>"
        f'<meta property="dcterms:modified">{now}</meta></metadata>'
        f"<manifest>{''.join(items)}</manifest><spine>{''.join(order)}</spine></package>\n"
    )


def _line(text: str | None) -> str:
    return " ".join(xml_text(text or "").split())


def _escaped(text: str) -> str:
    return escape(xml_text(text))
