"""Markdown with front matter: a folder that Hugo builds into a site, and that editors and note programs read."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..extras import needs_extra
from ..items import Post
from ..unicode_repair import clean_text
from .archive_files import ArchiveFiles
from .discussion import article_html, article_text, in_reading_order, reply_tree
from .moments import moment
from .names import month_folder, post_name, slug
from .sanitizer import safe_html
from .xhtml import language_tag

__all__ = ["write_markdown"]

_LAYOUTS = Path(__file__).parent / "hugo_site"
#: What YAML does not allow in a quoted text, besides what JSON escapes anyway.
_NOT_IN_YAML = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
#: Hugo would run these as shortcodes, even in code.
_SHORTCODE = re.compile(r"\{\{(?=[<%])")
_ZERO_WIDTH_SPACE = "\u200b"
#: Addresses that may redirect to a post; the first part must not be one of the site's own folders.
_ALIAS = re.compile(r"(?!/(?:posts|tags|authors|index)\b)(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+/?")


def write_markdown(posts: Iterable[Post], folder: Path, files: ArchiveFiles) -> int:
    """Write a folder per post, with ``index.md``, its media and its comments; returns the number of posts."""
    shutil.copytree(_LAYOUTS, folder, dirs_exist_ok=True)
    titles = [files.blog_title(url) for url in files.blogs]
    config = {
        "baseURL": "http://localhost/",
        "title": titles[0] if len(titles) == 1 else "Blog archive",
        "buildFuture": True,
        "taxonomies": {"tag": "tags", "author": "authors"},
        "pagination": {"pagerSize": 30},
    }
    (folder / "hugo.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    number = 0
    for post in posts:
        number += 1
        bundle = folder / "content" / "posts" / month_folder(post) / post_name(post)
        bundle.mkdir(parents=True, exist_ok=True)
        copies = _copy_media(post, bundle, files)
        text = f"---\n{_front_matter(post)}---\n\n{to_markdown(post, copies)}\n"
        (bundle / "index.md").write_text(text, encoding="utf-8", newline="\n")
        if comments := _comments(post):
            (bundle / "comments.json").write_text(json.dumps(comments, indent=1, ensure_ascii=False), encoding="utf-8")
    return number


def to_markdown(post: Post, copies: dict[str, str]) -> str:
    """The article of a post in Markdown; its text if it is nested too deeply."""
    with needs_extra("export"):
        from markdownify import markdownify

    html = safe_html(article_html(post), post.url, copies)
    try:
        text = markdownify(html, heading_style="ATX", bullets="-", escape_misc=True)
    except RecursionError:
        text = re.sub(r"([^\w\s])", r"\\\1", article_text(post), flags=re.ASCII)
    return _SHORTCODE.sub("{{" + _ZERO_WIDTH_SPACE, clean_text(text).strip())


def _front_matter(post: Post) -> str:
    """The fields in YAML, each value in JSON, which is YAML, too."""
    published, updated = moment(post.published), moment(post.updated)
    fields: dict[str, Any] = {
        "title": post.title or "",
        "date": published and published.isoformat(timespec="seconds"),
        "lastmod": updated and updated.isoformat(timespec="seconds"),
        "authors": post.authors,
        "tags": post.tags,
        "lang": language_tag(post.language),
        "slug": slug(post.title or "") or None,
        "aliases": _aliases(post.url),
        "original_url": post.url,
        "blog": post.blog,
    }
    return "".join(f"{name}: {_yaml(value)}\n" for name, value in fields.items() if value not in (None, []))


def _yaml(value: Any) -> str:
    text = clean_text(json.dumps(value, ensure_ascii=False))
    return _NOT_IN_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _aliases(url: str) -> list[str]:
    parts = urlsplit(url)
    return [parts.path] if not parts.query and _ALIAS.fullmatch(parts.path) else []


def _copy_media(post: Post, bundle: Path, files: ArchiveFiles) -> dict[str, str]:
    copies = {}
    for url, file in files.local_media(post).items():
        copies[url] = file.name
        if not (bundle / file.name).exists():
            shutil.copyfile(file, bundle / file.name)
    return copies


def _comments(post: Post) -> list[dict[str, Any]]:
    return [
        {
            "author": clean_text(reply.comment.author or ""),
            "date": reply.comment.published,
            "depth": reply.depth,
            "text": clean_text(reply.comment.text),
        }
        for reply in in_reading_order(reply_tree(post))
    ]
