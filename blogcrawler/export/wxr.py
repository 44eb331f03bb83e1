"""WXR, WordPress eXtended RSS: posts with authors, tags and threaded comments for WordPress' importer."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from lxml import etree

from ..items import Blog, Post
from ..version import __version__
from .archive_files import ArchiveFiles
from .discussion import Reply, article_html, in_reading_order, reply_tree
from .moments import known_moment, moment
from .names import lossless_slug, short_digest, slug
from .sanitizer import safe_html
from .xml_text import add_element

__all__ = ["write_wxr"]

_WP = "http://wordpress.org/export/1.2/"
_CONTENT = "http://purl.org/rss/1.0/modules/content/"
_EXCERPT = "http://wordpress.org/export/1.2/excerpt/"
_DC = "http://purl.org/dc/elements/1.1/"
_NAMESPACES = {"wp": _WP, "content": _CONTENT, "excerpt": _EXCERPT, "dc": _DC}
_VERSION = "1.2"
#: WordPress would run text in brackets as a shortcode.
_SHORTCODE = re.compile(r"\[(?=[\w/-])")
_POST_NAME = re.compile(r"[a-z0-9_-]{1,190}")
_MAX_LOGIN = 50


def write_wxr(posts: Iterable[Post], path: Path, blog: Blog, files: ArchiveFiles) -> int:
    """Write the posts of a blog; returns their number.

    The importer creates an author for each first author; all of them are in the custom field ``authors``, and the
    post's address is in ``original_url``. Articles are sanitised and in a Custom HTML block, so that WordPress adds no
    line breaks to them.
    """
    items = path.with_name(f"{path.name}.items")
    logins: dict[str, str] = {}
    comment_ids = count(1)
    number = 0
    try:
        with items.open("wb") as file:
            for number, post in enumerate(posts, 1):
                name = post.authors[0] if post.authors else files.blog_title(post.blog)
                item = _item(post, number, logins.setdefault(name, _login(name)))
                _add_comments(item, post, comment_ids)
                file.write(etree.tostring(item, encoding="utf-8") + b"\n")
        opening, closing = _channel(blog, files, logins).rsplit(b"</channel>", 1)
        with path.open("wb") as out, items.open("rb") as file:
            out.write(b'<?xml version="1.0" encoding="UTF-8"?>\n' + opening)
            shutil.copyfileobj(file, out)
            out.write(b"</channel>" + closing + b"\n")
    finally:
        items.unlink(missing_ok=True)
    return number


def _channel(blog: Blog, files: ArchiveFiles, logins: Mapping[str, str]) -> bytes:
    rss = etree.Element("rss", {"version": "2.0"}, nsmap=_NAMESPACES)
    channel = add_element(rss, "channel")
    add_element(channel, "title", files.blog_title(blog.url))
    add_element(channel, "link", blog.url)
    add_element(channel, "description", "")
    add_element(channel, "language", blog.language or "")
    add_element(channel, f"{{{_WP}}}wxr_version", _VERSION)
    add_element(channel, f"{{{_WP}}}base_site_url", blog.url)
    add_element(channel, f"{{{_WP}}}base_blog_url", blog.url)
    for number, (name, login) in enumerate(logins.items(), 1):
        author = add_element(channel, f"{{{_WP}}}author")
        add_element(author, f"{{{_WP}}}author_id", str(number))
        add_element(author, f"{{{_WP}}}author_login", login)
        add_element(author, f"{{{_WP}}}author_email", "")
        add_element(author, f"{{{_WP}}}author_display_name", name)
        add_element(author, f"{{{_WP}}}author_first_name", "")
        add_element(author, f"{{{_WP}}}author_last_name", "")
    add_element(channel, "generator", f"blogcrawler {__version__}")
    channel.text = channel[-1].tail = "\n"
    return etree.tostring(rss, encoding="utf-8")


def _item(post: Post, number: int, login: str) -> etree._Element:
    item = etree.Element("item", nsmap=_NAMESPACES)
    when = known_moment(post)
    add_element(item, "title", _literal(escape(post.title or "", quote=False)))  # WordPress stores titles as HTML
    add_element(item, "link", post.url)
    add_element(item, "pubDate", format_datetime(when))
    add_element(item, f"{{{_DC}}}creator", login)
    add_element(item, "guid", post.url, isPermaLink="false")
    add_element(item, "description", "")
    html = _literal(safe_html(article_html(post), post.url))
    add_element(item, f"{{{_CONTENT}}}encoded", f"<!-- wp:html -->\n{html}\n<!-- /wp:html -->" if html else "")
    add_element(item, f"{{{_EXCERPT}}}encoded", "")
    changed = moment(post.updated) or when
    fields = {
        "post_id": str(number),
        "post_date": _local(when),
        "post_date_gmt": _utc(when),
        "post_modified": _local(changed),
        "post_modified_gmt": _utc(changed),
        "comment_status": "open" if post.comments or post.comments_feed else "closed",
        "ping_status": "closed",
        "post_name": _post_name(post),
        "status": "publish",
        "post_parent": "0",
        "menu_order": "0",
        "post_type": "post",
        "post_password": "",
        "is_sticky": "0",
    }
    for name, value in fields.items():
        add_element(item, f"{{{_WP}}}{name}", value)
    for tag in dict.fromkeys(tag.strip() for tag in post.tags):
        if tag:
            add_element(item, "category", tag, domain="post_tag", nicename=lossless_slug(tag))
    _add_meta(item, "original_url", post.url)
    # As JSON, which never looks like PHP's serialised values: WordPress would restore objects from these.
    _add_meta(item, "authors", json.dumps(post.authors, ensure_ascii=False))
    return item


def _add_meta(item: etree._Element, key: str, value: str) -> None:
    meta = add_element(item, f"{{{_WP}}}postmeta")
    add_element(meta, f"{{{_WP}}}meta_key", key)
    add_element(meta, f"{{{_WP}}}meta_value", value)


def _add_comments(item: etree._Element, post: Post, ids: Iterator[int]) -> None:
    """Add the comments, each with a higher id than the one that it answers: WordPress imports them in this order."""
    given: dict[int, int] = {}
    parents: dict[int, int] = {}
    for reply in in_reading_order(reply_tree(post)):
        given[id(reply)] = next(ids)
        parents.update((id(answer), given[id(reply)]) for answer in reply.replies)
        item.append(_comment(post, reply, given[id(reply)], parents.get(id(reply), 0)))


def _comment(post: Post, reply: Reply, number: int, parent: int) -> etree._Element:
    comment = reply.comment
    when = known_moment(post, comment)
    element = etree.Element(f"{{{_WP}}}comment", nsmap=_NAMESPACES)
    fields = {
        "comment_id": str(number),
        "comment_author": comment.author or "",
        "comment_author_email": "",
        "comment_author_url": comment.author_url or "",
        "comment_author_IP": "",
        "comment_date": _local(when),
        "comment_date_gmt": _utc(when),
        "comment_content": safe_html(comment.content_html, post.url) or escape(comment.text, quote=False),
        "comment_approved": "1",
        "comment_type": comment.type if comment.type in ("pingback", "trackback") else "comment",
        "comment_parent": str(parent),
        "comment_user_id": "0",
    }
    for name, value in fields.items():
        add_element(element, f"{{{_WP}}}{name}", value)
    return element


def _literal(text: str) -> str:
    return _SHORTCODE.sub("&#91;", text)


def _login(name: str) -> str:
    """A user name for an author: WordPress' importer drops all but plain letters and digits."""
    short = slug(name)[:_MAX_LOGIN]
    return (
        short if short and slug(name) == name.lower().replace(" ", "-") else f"{short or 'author'}-{short_digest(name)}"
    )


def _post_name(post: Post) -> str:
    """The last part of a post's address, which stays the same, or a slug of its title."""
    parts = urlsplit(post.url).path.rstrip("/").rsplit("/", 1) if "?" not in post.url else [""]
    last = parts[-1].rsplit(".", 1)[0].lower()
    return last if _POST_NAME.fullmatch(last) else slug(post.title or "") or f"post-{short_digest(post.url)}"


def _local(when: datetime) -> str:
    return when.replace(tzinfo=None).isoformat(" ", "seconds")


def _utc(when: datetime) -> str:
    return _local(when.astimezone(UTC))
